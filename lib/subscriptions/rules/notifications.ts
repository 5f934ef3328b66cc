/** Events of a change of the table, and which webhooks they notify (docs/decisions.md: events). Pure. */
import type { ComposedEvent, EventsOf, ModuleEvent, TableChange } from '../../dynamodb/stream/change.ts';
import type { ComposeEvents } from '../../dynamodb/stream/roles.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { digest } from '../../dynamodb/table/keys.ts';
import { isQuiet } from '../../dynamodb/writes/marks.ts';
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

/** A mark is of this second, or of one next to it, where clocks agree. */
const SAME_MOMENT = 1500;

/** The mark of a write knows milliseconds, and is the same for each reading of the record. */
const momentOf = ({ at, newImage }: Committed): number => {
  const marked = Number(String(newImage?.p0).slice(0, 13));
  return Math.abs(marked - at) <= SAME_MOMENT ? marked : Math.floor(at);
};

/** What makes events of a change, as the entities declare it. */
export type EventSources = (change: TableChange) => readonly EventsOf[];

/** By the type of the item: what is made of a new or changed one, and of a deleted one. */
export const eventSources = (entities: readonly Entity[]): EventSources => {
  const changed = new Map<unknown, EventsOf[]>();
  const deleted = new Map<unknown, EventsOf[]>();
  for (const { type, events } of entities) {
    if (!events || 'by' in events) continue;
    const { of, whenDeleted, ofOthers = {} } = events;
    for (const [each, made] of [[type, of] as const, ...Object.entries(ofOthers)])
      changed.set(each, [...(changed.get(each) ?? []), made]);
    if (whenDeleted) deleted.set(type, [of]);
  }
  return ({ oldImage, newImage }) => (newImage ? changed.get(newImage.type) : deleted.get(oldImage?.type)) ?? [];
};

/** By the type of the item: what makes events of a new or changed one together with other items. */
export const composers = (entities: readonly Entity[]): ReadonlyMap<unknown, ComposeEvents> =>
  new Map(entities.flatMap(({ events }) => (events && 'of' in events ? Object.entries(events.composed ?? {}) : [])));

const eventId = (...parts: readonly (string | number)[]): string => `evt_${digest(...parts).slice(0, 26)}`;

/** Events that were made of several items, under ids of their own. */
export const composedEvents = (change: Committed, composed: readonly ComposedEvent[]): readonly TableEvent[] =>
  composed.map(({ madeOf, at = momentOf(change), ...event }) => ({ ...event, at, id: eventId(...madeOf, event.type) }));

/**
 * The events of a change; none of a silent import.
 *
 * @throws whatever a source throws at images that it cannot read
 */
export const eventsOf = (change: Committed, sources: readonly EventsOf[]): readonly TableEvent[] => {
  if (isQuiet(change.oldImage, change.newImage)) return [];
  const at = momentOf(change);
  return sources
    .flatMap((events) => events(change))
    .map((event) => ({ ...event, at, id: eventId(change.eventId, event.type) }));
};

/** The accounts whose subscriptions are notified. */
export const accountsNotified = ({ accountNumber, above }: ModuleEvent): readonly number[] =>
  above === undefined ? [accountNumber] : [accountNumber, above];

/** The webhooks of a subscription that an event notifies. */
export const webhooksNotified = (
  { partnerId, accountNumber, businessId, webhooks }: Subscription,
  event: ModuleEvent,
): readonly Webhook[] => {
  const isOfAll = businessId === accountNumber && accountsNotified(event).includes(accountNumber);
  const isNotified =
    partnerId === event.partnerId &&
    (isOfAll ||
      (accountNumber === event.accountNumber &&
        (event.ofEveryLocation === true || event.businessIds.includes(businessId))));
  return isNotified ? webhooks.filter(({ events }) => events.includes(event.type)) : [];
};

/** 20 KB. */
export const MOST_BODY_BYTES = 20_000;

const halved = (value: unknown): unknown =>
  Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value;

/** The body of an event: where it is too long, its lists are cut by halves until it is not. */
export const bodyOf = ({ id, type, at, accountNumber, data }: TableEvent): string => {
  let shown: EventBody = { id, type, at, accountNumber, data };
  for (let body = eventBody(shown); ; body = eventBody(shown)) {
    if (Buffer.byteLength(body) <= MOST_BODY_BYTES) return body;
    const shorter = Object.fromEntries(Object.entries(shown.data).map(([name, value]) => [name, halved(value)]));
    if (JSON.stringify(shorter) === JSON.stringify(shown.data)) throw new Error(`the body of a ${type} is too long`);
    shown = { ...shown, data: shorter };
  }
};
