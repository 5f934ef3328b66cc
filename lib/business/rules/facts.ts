/**
 * What a rule of update business may look at: what the request changes and, once it has been read, the stored record.
 *
 * A rule that asks for the stored record before it has been read is put off until it has been (`judge`), so that most
 * updates cost no read and each rule is still written once. Pure.
 */
import type { ErrorEntry } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import { type Day, daysAnywhere, todayIn } from './dates.ts';

/** What the rules see of a stored business: its profile by path, and whether its listing is fixed. */
export interface StoredFacts {
  readonly listingFixed: boolean;
  readonly profile: Readonly<Record<string, unknown>>;
}

export interface Facts {
  /** Whether the request mentions the field, be it to set or to clear it. */
  mentions(path: string): boolean;
  /** The value sent; `undefined` where the field is left out or cleared. */
  sent(path: string): unknown;
  /** The value after the update: sent, else stored. */
  effective(path: string): unknown;
  /** The value stored before the update. */
  stored(path: string): unknown;
  readonly listingFixed: boolean;
  /** What a rule finds today: `verdict` on the location's own calendar. */
  onToday(verdict: (today: Day) => ErrorEntry | undefined): ErrorEntry | undefined;
}

/** A rule that a schema can't say. `path` is the field in whose turn it answers. */
export interface Rule {
  readonly path: string;
  check(facts: Facts): ErrorEntry | undefined;
}

const NEEDS_RECORD = new Error('the rule needs the stored record');

/** Whether `run` asked for a stored record that has not been read; other errors pass through. */
export const needsRecord = (run: () => void): boolean => {
  try {
    run();
    return false;
  } catch (error) {
    if (error === NEEDS_RECORD) return true;
    throw error;
  }
};

/** The facts of a request that changes `changes` at `now` (epoch milliseconds), with the stored record where known. */
export const factsOf = (changes: Changes, record: StoredFacts | undefined, now: number): Facts => {
  const read = (): StoredFacts => {
    if (!record) throw NEEDS_RECORD;
    return record;
  };
  const mentions = (path: string) => Object.hasOwn(changes, path);
  const sent = (path: string) => changes[path] ?? undefined;
  const stored = (path: string) => read().profile[path];
  return {
    mentions,
    sent,
    stored,
    effective: (path) => (mentions(path) ? sent(path) : stored(path)),
    get listingFixed() {
      // Without the record the store's own condition refuses a fixed listing, and hands back the record to judge.
      return record?.listingFixed ?? false;
    },
    onToday(verdict) {
      if (mentions('timezone') || record) return verdict(todayIn(this.effective('timezone'), now));
      // The time zone is not known yet: most dates are judged alike on every calendar.
      const [first, last] = daysAnywhere(now).map(verdict);
      if (first !== last) throw NEEDS_RECORD;
      return first;
    },
  };
};

/** Every violation of the rules, in their order, and whether some rule waits for the stored record. */
export const judge = (
  rules: readonly Rule[],
  facts: Facts,
): { readonly violations: readonly Violation[]; readonly pending: boolean } => {
  const violations: Violation[] = [];
  const waiting = rules.filter(({ path, check }) =>
    needsRecord(() => {
      const error = check(facts);
      if (error) violations.push({ path, error });
    }),
  );
  return { violations, pending: waiting.length > 0 };
};
