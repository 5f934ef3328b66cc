/**
 * A change of an item as the stream shows it, and what modules make of it: events and counts (docs/engineers.md: an
 * entity).
 */

type Image = Readonly<Record<string, unknown>>;

/** A change of one item. The old image is absent if the item is new, the new one if it was deleted. */
export interface TableChange {
  readonly oldImage: Image | undefined;
  readonly newImage: Image | undefined;
}

export interface ModuleEvent {
  /** An event of the catalogue (`lib/subscriptions/events.ts`): `BUSINESS_UPDATED`. */
  readonly type: string;
  readonly partnerId: string;
  /** The account that it belongs to; its subscriptions are notified. */
  readonly accountNumber: number;
  /** An account above it whose subscriptions are notified too. */
  readonly above?: number;
  /** The locations that it is about; a subscription of one of them is notified. */
  readonly businessIds: readonly number[];
  /** Whether it is about every location of the account, so that the subscriptions of all of them are notified. */
  readonly ofEveryLocation?: true;
  /** The payload: numbers and names of fields, but no email, phone or name of a person, and no complete record. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The events of a change of one kind of item; empty if subscribers are not notified of it. Pure.
 *
 * @throws any error if an image is no item of this kind
 */
export type EventsOf = (change: TableChange) => readonly ModuleEvent[];

/** An event that is made of more than one item. */
export interface ComposedEvent extends ModuleEvent {
  /**
   * What its id is made of next to its type, in place of the record of the stream: the same however often and by
   * whichever record it is found.
   */
  readonly madeOf: readonly (string | number)[];
  /** When it happened, in epoch milliseconds; when the change was committed by default. */
  readonly at?: number;
}

/** Amounts by the names of their attributes in an item of counts; an absent amount is 0. */
export type Sums = Readonly<Record<string, number>>;

/** The satisfaction of a contact, from one response or review. */
export interface ContactScore {
  readonly contactId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly source: 'survey' | 'review';
  /** The ids of its source: survey and response, or location and review. */
  readonly of: readonly (string | number)[];
  /** 0 to 10. */
  readonly score: number;
}

/** What an item adds to the counts of its location (docs/insight.md: counts). */
export interface Contribution {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
  /** Where it counts, if not at its location: `C710001` of a competitor location. */
  readonly countedAt?: string;
  /** `2026-03-04`, in UTC. */
  readonly day: string;
  readonly sums: Sums;
  /** Whether it also counts for its account. */
  readonly ofAccount: boolean;
  /** Posts: counted by day and month, of the location and of the account, and for good once they have expired. */
  readonly series?: 'social';
  /** What it adds to further items next to those of its day and month. */
  readonly also?: readonly { readonly sk: string; readonly sums: Sums }[];
  /** The score of the contact who gave the response or review, if both are known. */
  readonly score?: ContactScore | undefined;
}
