/** What an event comes to as an entry of a feed: its lists are cut until it takes one write unit. Pure. */
import type { ModuleEvent } from '../../dynamodb/stream/change.ts';
import { type Change, changeItem, type Noting } from './change.ts';

/** An event under its id. */
export interface IdentifiedEvent extends ModuleEvent {
  readonly id: string;
  /** When it was committed, in epoch milliseconds. */
  readonly at: number;
}

/** 1 KB: one write unit. */
export const MOST_ENTRY_BYTES = 1024;

const bytesOf = (noting: Noting): number =>
  Object.entries(changeItem(noting)).reduce((sum, [name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return sum + name.length + Buffer.byteLength(text) + 3;
  }, 0);

/** The locations that the data of an event names. */
const namedIn = ({ businessId, businessIds }: Change['data']): readonly unknown[] =>
  Array.isArray(businessIds) ? businessIds : [businessId];

const isCut = ({ data }: Change): boolean => data.truncated === true;

/** Whether an entry may be about a location: one whose lists were cut is shown to all. */
export const isAbout = (change: Change, businessNumber: number): boolean =>
  isCut(change) ||
  change.ofEveryLocation === true ||
  (change.about ?? namedIn(change.data)).some((each) => each === businessNumber);

const halved = (value: unknown): unknown =>
  Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value;

const cut = ({ about: _, data, ...change }: Change): Change => ({
  ...change,
  data: {
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, halved(value)])),
    truncated: true,
  },
});

/** An event as an entry, whose lists are cut by halves until it has 1 KB. */
export const entryOf = (event: IdentifiedEvent, noting: Omit<Noting, 'change'>): Change => {
  const { id, type, at, accountNumber, businessIds, ofEveryLocation, data } = event;
  const named = namedIn(data);
  const isNamed = businessIds.length === named.length && businessIds.every((each) => named.includes(each));
  let change: Change = { id, type, at, accountNumber, ...(!isNamed && { about: businessIds }), ofEveryLocation, data };
  for (;;) {
    if (bytesOf({ ...noting, change }) <= MOST_ENTRY_BYTES) return change;
    const shorter = cut(change);
    // Nothing is left to cut: an event of one long text takes another unit.
    if (JSON.stringify(shorter) === JSON.stringify(change)) return change;
    change = shorter;
  }
};
