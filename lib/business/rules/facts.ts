/**
 * The input of the rules of update business, and the stored data that they may need (`lib/contract/rules.ts`). Pure.
 */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Rule as AnyRule } from '../../contract/rules.ts';
import type { Guard } from '../../dynamodb/table/expressions.ts';
import type { RowResult } from '../../fields/repository/location-fields.ts';
import { type Day, daysAnywhere, todayIn } from './dates.ts';

/** What the rules see of a stored business: its profile by path, and whether its listing is published. */
export interface StoredFacts {
  readonly listingFixed: boolean;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** The facts of the request alone. */
export interface RequestFacts {
  /** What the request sets or clears, by path. */
  readonly changes: Changes;
  /** Whether the request sets or clears the field. */
  mentions(path: string): boolean;
  /** Whether the request sets the field, even to a value that the schema refuses. */
  isSent(path: string): boolean;
  /** Whether the stored value counts for a field that the request leaves out, as in a patch: only the record decides. */
  restCounts(path: string): boolean;
  /** The sent value; `undefined` if the field is left out, cleared, or of a wrong type. */
  sent(path: string): unknown;
  /** The earliest and the latest current date at the location; equal if its time zone is known. */
  days(): readonly [Day, Day];
}

/** The facts of the request and the stored record together. */
export interface RecordFacts extends RequestFacts {
  /** The stored value before the update. */
  stored(path: string): unknown;
  /** The value after the update: the sent one, else the stored one. */
  effective(path: string): unknown;
  readonly listingFixed: boolean;
  /** Today's date in the location's time zone. */
  today(): Day;
}

/** The data that can be loaded for the rules of an update. */
export interface UpdateNeeds {
  /** The request together with the record. */
  readonly record: RecordFacts;
  /** The result of applying the sent custom fields to the account's fields. */
  readonly rows: RowResult;
  /** The ids of the sent media that the location has fetched. */
  readonly media: ReadonlySet<string>;
}

/** A rule of update business. */
export type Rule = AnyRule<RequestFacts, UpdateNeeds, Guard>;

/**
 * The facts of a request that changes `changes` at `now` (epoch milliseconds).
 *
 * @param isPatch - whether the stored values count for the fields that it leaves out
 */
export const requestFacts = (changes: Changes, now: number, isPatch = false): RequestFacts => {
  const sent = (path: string) => changes[path] ?? undefined;
  return {
    changes,
    mentions: (path) => Object.hasOwn(changes, path),
    isSent: (path) => Object.hasOwn(changes, path) && changes[path] !== null,
    restCounts: (path) => isPatch && !Object.hasOwn(changes, path),
    sent,
    // Computed only if a date is checked: the first use of `Intl` is slow in a cold function (docs/speed.md).
    days() {
      const zone = sent('timezone');
      if (zone === undefined) return daysAnywhere(now);
      const today = todayIn(zone, now);
      return [today, today];
    },
  };
};

/** The facts of a request that changes `changes`, with the stored record. */
export const recordFacts = (changes: Changes, record: StoredFacts, now: number): RecordFacts => {
  const request = requestFacts(changes, now);
  const stored = (path: string) => record.profile[path];
  const effective = (path: string) => (request.mentions(path) ? request.sent(path) : stored(path));
  const today = () => todayIn(effective('timezone'), now);
  const days = (): readonly [Day, Day] => [today(), today()];
  return { ...request, days, stored, effective, listingFixed: record.listingFixed, today };
};

/** Whether a date may be refused on any possible current date. */
export const mayRefuse = (request: RequestFacts, refusal: (today: Day) => ErrorEntry | undefined): boolean =>
  request.days().some((day) => refusal(day) !== undefined);
