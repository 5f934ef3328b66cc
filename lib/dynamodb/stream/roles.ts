/** What an entity declares for the functions of the stream (functions/events). */
import type { Item } from '../table/attributes.ts';
import type { Key } from '../table/keys.ts';
import type { PartnerStore } from '../table/partner-store.ts';
import type { ComposedEvent, Contribution, EventsOf } from './change.ts';
import type { StreamRecord } from './records.ts';

/**
 * The events of a change that needs other items than the changed one: it reads them. Empty, and without a read, if
 * subscribers are not notified of the change.
 *
 * @throws any error if an item is not of its kind
 */
export type ComposeEvents = (record: StreamRecord) => Promise<readonly ComposedEvent[]>;

/** The events that changes of an entity's items send. */
export interface Events {
  /** Their names in the catalogue (`lib/subscriptions/events.ts`). */
  readonly sends: readonly [string, ...string[]];
  /** Makes them from the change of an item. */
  readonly of: EventsOf;
  /** Whether `of` is also called for deleted items. It is never called for expired ones. */
  readonly whenDeleted?: true;
  /** Makes them from changed items of other entities, by type, if one record consists of two items. */
  readonly ofOthers?: Readonly<Record<string, EventsOf>>;
  /** Makes those that are made of more than the changed item, by the type of that. */
  readonly composed?: Readonly<Record<string, ComposeEvents>>;
}

/** What an item adds to counts. */
export interface Counts {
  readonly of: (item: Item) => Contribution;
}

/**
 * The result of removing dependent items. `back`: the deleted record exists again. `more`: there was no time to remove
 * all, or other requests wrote meanwhile.
 */
export type Sweep = 'done' | 'back' | 'more';

/** A tombstone at the key of the deleted item. */
export interface InPlace {
  /** The type of the deleted item. */
  readonly inPlaceOf: string;
}

/** A tombstone next to the key of the deleted record, until the dependent items of that are removed. */
export interface Leftover<Listed = unknown> {
  /** The types of the records that the entity's tombstones may stand for. */
  readonly stands: readonly string[];
  /** The type of the record that one tombstone stands for. */
  readonly standsFor: (tombstone: Item) => string;
  /** The key of the tombstone, from that of the deleted record. */
  readonly keyOf: (deleted: Key) => Key;
  /** The deleted record, for the audit and errors: `location 700101`. */
  readonly name: (tombstone: Item) => string;
  /** Removes the dependent items. It can be interrupted anywhere, and is then called again. */
  readonly sweep: (
    store: PartnerStore,
    tombstone: Item,
    options: { readonly entities: readonly Listed[]; readonly hasTime: () => boolean },
  ) => Promise<Sweep>;
}

/** The part of a queue that is used here. */
export interface MessageQueue {
  send(
    messages: readonly { readonly body: string; readonly group: string; readonly delaySeconds?: number }[],
  ): Promise<void>;
  /** @param limits - the deadline in epoch milliseconds */
  within(limits: { readonly deadline?: number }): MessageQueue;
}

/** The queues that `route-events` sends to. */
export interface Queues {
  readonly deliveries: MessageQueue;
  readonly media: MessageQueue;
  readonly bulk: MessageQueue;
  readonly jobs: MessageQueue;
}

/** Other work that a new, changed or deleted item starts. */
export interface Work {
  readonly on: readonly ('made' | 'changed' | 'deleted')[];
  /** Of changes: from which values of the attribute `status` to which. */
  readonly changed?: { readonly from: readonly string[]; readonly to: readonly string[] };
  /** Whether this change starts it; each one by default. */
  readonly isDue?: (record: Pick<StreamRecord, 'oldImage' | 'newImage'>) => boolean;
  readonly start: (record: StreamRecord, queues: Queues) => Promise<void>;
}
