/** Updates of one record: their changes and conditions, and repetitions if the record had a higher mark. */
import { clock, random } from '../client/clock.ts';
import { Conflict } from '../client/outcomes.ts';
import type { Item } from '../table/attributes.ts';
import { differs, expressionOf, type Guard, holds } from '../table/expressions.ts';
import type { Key } from '../table/keys.ts';
import type { PartnerStore } from '../table/partner-store.ts';
import { checkRecordBytes, MAX_RECORD_BYTES, recordBytes } from '../table/record-size.ts';
import { isAsRead, unchangedAction, updateAction } from './dependent-items.ts';
import { markUpdate, newestMark, nextMark, QUIET_UPDATE, versionOf } from './marks.ts';
import { until } from './until.ts';
import { alone, requireShown, takeKey, type Written, write } from './write.ts';

export interface VersionedUpdate {
  readonly key: Key;
  /** Attributes by name; `null` removes one. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The item that the update is based on: its version must be unchanged. Absent if the record was not read. */
  readonly basedOn?: Item | undefined;
  /** The bytes of the changes (`recordBytes`), if they were counted before. */
  readonly added?: number | undefined;
  /** Conditions on the stored item. */
  readonly guards?: readonly Guard[];
  /** Whether it sends no events (docs/data-files.md: events). */
  readonly quiet?: boolean | undefined;
}

/**
 * The item after the update; an update that changes nothing keeps its version. Or why it was refused, with the item
 * that was found, if any.
 */
export type Saved = { readonly saved: Item } | { readonly refused: 'absent' | 'changed'; readonly found?: Item };

/** The maximum number of tries: of single calls, and of transactions. */
const MOST_CALLS = 6;
const MOST_TRANSACTIONS = 3;
/** Milliseconds of the longest first pause, which each retry doubles. */
const LONGEST_PAUSE = 20;

/** The update of a record that was not read: its size is limited by what the update adds at most. */
const blindUpdate = (
  { key, changes, guards = [], quiet, added = recordBytes(changes) }: VersionedUpdate,
  mark: string,
) => {
  const { change, add, require, build } = expressionOf();
  change(changes);
  add(markUpdate(mark));
  if (quiet) add(QUIET_UPDATE);
  for (const guard of guards) require(guard);
  checkRecordBytes(added);
  const room = MAX_RECORD_BYTES - added;
  add({
    sets: ['bytes = if_not_exists(bytes, :zero) + :added'],
    condition: '(attribute_not_exists(bytes) OR bytes <= :room)',
    values: { ':added': added, ':room': room },
  });
  return {
    action: { Update: { Key: key, ...build() } },
    fits: (item: Item) => item.bytes === undefined || Number(item.bytes) <= room,
  };
};

const updateOfRead = (basedOn: Item, { changes, guards, quiet }: VersionedUpdate, mark: string) => ({
  action: updateAction(basedOn, changes, { mark, quiet, ...(guards && { guards }) }),
  fits: (item: Item) => isAsRead(item, basedOn),
});

/** The update under a mark, and whether all its conditions but that on the mark hold for an item that was found. */
const updateOf = (update: VersionedUpdate, mark: string) => {
  const { basedOn, guards = [] } = update;
  const { action, fits } = basedOn ? updateOfRead(basedOn, update, mark) : blindUpdate(update, mark);
  return { action, passes: (item: Item) => fits(item) && guards.every((guard) => holds(guard, item)) };
};

const TOO_OFTEN = 'the record is written by others all the time';

/** The record, if it shows the write with this mark, or a later one. */
const shown = async ({ table }: PartnerStore, key: Key, mark: string): Promise<Saved> => {
  const found = await table.get(key);
  if (!found) return { refused: 'absent' };
  requireShown(mark, found);
  return { saved: found };
};

/** The outcome of a write, with the record. */
const savedBy = (store: PartnerStore, key: Key, mark: string, written: Written): Saved | Promise<Saved> => {
  if ('executed' in written) return shown(store, key, written.executed.mark);
  if ('refused' in written) return written;
  return written.done ? { saved: written.done } : shown(store, key, mark);
};

/** An update that changes nothing only takes the idempotency key. */
const unchanged = async (store: PartnerStore, key: Key, item: Item): Promise<Saved> => {
  const written = await takeKey(store, [unchangedAction(item)], { mark: newestMark(item) });
  return 'done' in written ? { saved: item } : savedBy(store, key, '', written);
};

/**
 * Writes the changes once. The caller stores a refusal under the idempotency key, if there is one, before it responds.
 *
 * @throws StoreUnavailable if it is unknown whether the write landed; Conflict; ItemTooLarge; KeyReused
 */
export const saveVersion = async (store: PartnerStore, update: VersionedUpdate): Promise<Saved> => {
  const { key, changes, basedOn } = update;
  const { idempotency } = store;
  if (idempotency?.executed) return shown(store, key, idempotency.executed.mark);
  if (basedOn && !differs(changes, basedOn)) return unchanged(store, key, basedOn);
  const versions = [basedOn && versionOf(basedOn)];
  let tries = 0;
  const pause = (round: number) => clock.pause(LONGEST_PAUSE * 2 ** (round - 1) * random.fraction());
  return until<Saved>({ attempts: MOST_CALLS, pause }, async () => {
    const mark = nextMark();
    const { action, passes } = updateOf(update, mark);
    const written = await write(store, { strategy: alone, actions: [action], basedOn: versions, mark });
    if (!('refused' in written)) return savedBy(store, key, mark, written);
    const { found, attempts } = written;
    // If all other conditions hold, only the mark was too low: a higher one may pass.
    if (!found || !passes(found)) return written;
    if (!differs(changes, found)) return unchanged(store, key, found);
    tries += idempotency ? 1 : attempts;
    // The write is known not to have landed.
    if (tries >= (idempotency ? MOST_TRANSACTIONS : MOST_CALLS)) throw new Conflict(TOO_OFTEN);
    return 'changed';
  });
};
