/** Events of a change of the table, and whom they are told to (docs/decisions.md: events). Pure. */
import type { EventsOf, ModuleEvent, TableChange } from '../../contract/event.ts';
import { digest } from '../../dynamodb/keys.ts';
import { isQuiet } from '../../dynamodb/marks.ts';
import type { Subscription, Webhook } from '../repository/subscription.ts';
import { type EventBody, eventBody } from '../request.ts';

/** What happened, under an id that is the same where the record of the stream is read again. */
export interface TableEvent extends ModuleEvent {
  readonly id: string;
  /** When it was committed, in epoch milliseconds. */
  readonly at: number;
}

export interface Committed extends TableChange {
  /** The stream's id of the record. */
  readonly eventId: string;
  /** As the stream knows it: to the second. */
  readonly at: number;
}

/** A mark is of this second, or of one beside it, where clocks agree. */
const SAME_MOMENT = 1500;

/** The mark of a write knows milliseconds, and is the same for each reading of the record. */
const momentOf = ({ at, newImage }: Committed): number => {
  const marked = Number(String(newImage?.p0).slice(0, 13));
  return Math.abs(marked - at) <= SAME_MOMENT ? marked : Math.floor(at);
};

/** The events of a change, of all modules. Throws what a module throws at images that are none of its own. */
export const eventsOf = (change: Committed, modules: readonly EventsOf[]): readonly TableEvent[] => {
  if (isQuiet(change.oldImage, change.newImage)) return [];
  const at = momentOf(change);
  return modules
    .flatMap((events) => events(change))
    .map((event) => ({ ...event, at, id: `evt_${digest(change.eventId, event.type).slice(0, 26)}` }));
};

/** The accounts whose subscriptions are told. */
export const accountsTold = ({ accountNumber, above }: ModuleEvent): readonly number[] =>
  above === undefined ? [accountNumber] : [accountNumber, above];

/** The webhooks of a subscription that are told of an event. */
export const webhooksTold = (
  { partnerId, accountNumber, businessId, webhooks }: Subscription,
  event: ModuleEvent,
): readonly Webhook[] => {
  const isOfAll = businessId === accountNumber && accountsTold(event).includes(accountNumber);
  const isTold =
    partnerId === event.partnerId &&
    (isOfAll || (accountNumber === event.accountNumber && event.businessIds.includes(businessId)));
  return isTold ? webhooks.filter(({ events }) => events.includes(event.type)) : [];
};

/** 20 KB. */
export const MOST_BODY_BYTES = 20_000;

const halved = (value: unknown): unknown =>
  Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value;

/** The body of an event: where it is too long, its lists are cut by halves until it is not. */
export const bodyOf = ({ id, type, at, accountNumber, data }: TableEvent): string => {
  let told: EventBody = { id, type, at, accountNumber, data };
  for (let body = eventBody(told); ; body = eventBody(told)) {
    if (Buffer.byteLength(body) <= MOST_BODY_BYTES) return body;
    const shorter = Object.fromEntries(Object.entries(told.data).map(([name, value]) => [name, halved(value)]));
    if (JSON.stringify(shorter) === JSON.stringify(told.data)) throw new Error(`the body of a ${type} is too long`);
    told = { ...told, data: shorter };
  }
};
