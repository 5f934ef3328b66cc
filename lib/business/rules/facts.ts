/**
 * What a rule of update business may look at. A rule says by itself whether, with a given request, it hangs on the stored
 * record, so that most updates cost no read. What a rule of the request alone gets has no stored values to ask for. Pure.
 */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Guard } from '../../dynamodb/expressions.ts';
import { type Day, daysAnywhere, todayIn } from './dates.ts';

/** What the rules see of a stored business: its profile by path, and whether its listing is fixed. */
export interface StoredFacts {
  readonly listingFixed: boolean;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** What the request alone says. */
export interface RequestFacts {
  /** Whether the request mentions the field, be it to set or to clear it. */
  mentions(path: string): boolean;
  /** The value sent; `undefined` where the field is left out or cleared. */
  sent(path: string): unknown;
  /** The first and the last day that it may be now at the location; the same once its time zone is known. */
  days(): readonly [Day, Day];
}

/** What the request and the stored record say together. */
export interface RecordFacts extends RequestFacts {
  /** The value stored before the update. */
  stored(path: string): unknown;
  /** The value after the update: sent, else stored. */
  effective(path: string): unknown;
  readonly listingFixed: boolean;
  /** On the location's own calendar. */
  today(): Day;
}

/** A rule that a schema can't say. `path` is the field in whose turn it answers. */
export interface Rule {
  readonly path: string;
  /** Judges the request alone; of a row it answers with the row's own path. */
  readonly check?: (request: RequestFacts) => ErrorEntry | Violation | undefined;
  /** Whether this request must be judged with the stored record. */
  readonly needsRecord?: (request: RequestFacts) => boolean;
  /** What must hold of a record that is not read for the rule to be kept; a write asks for it. */
  readonly guard?: (request: RequestFacts) => Guard | undefined;
  /** Judges the request with the stored record; without it `check` stands. */
  readonly checkRecord?: (facts: RecordFacts) => ErrorEntry | undefined;
}

/** The facts of a request that changes `changes` at `now` (epoch milliseconds). */
export const requestFacts = (changes: Changes, now: number): RequestFacts => {
  const sent = (path: string) => changes[path] ?? undefined;
  return {
    mentions: (path) => Object.hasOwn(changes, path),
    sent,
    // Asked for only where a date is judged: the first use of a calendar is dear in a cold function (docs/speed.md).
    days() {
      const zone = sent('timezone');
      if (zone === undefined) return daysAnywhere(now);
      const today = todayIn(zone, now);
      return [today, today];
    },
  };
};

/** The same with the stored record. */
export const recordFacts = (changes: Changes, record: StoredFacts, now: number): RecordFacts => {
  const request = requestFacts(changes, now);
  const stored = (path: string) => record.profile[path];
  const effective = (path: string) => (request.mentions(path) ? request.sent(path) : stored(path));
  const today = () => todayIn(effective('timezone'), now);
  const days = (): readonly [Day, Day] => [today(), today()];
  return { ...request, days, stored, effective, listingFixed: record.listingFixed, today };
};

export interface Verdict {
  readonly violations: readonly Violation[];
  /** Whether some rule must still be judged with the stored record. */
  readonly needsRecord: boolean;
  /** What a write without the record must ask of it. */
  readonly guards: readonly Guard[];
}

const violationsOf = (rules: readonly Rule[], check: (rule: Rule) => ErrorEntry | Violation | undefined): Violation[] =>
  rules.flatMap((rule) => {
    const broken = check(rule);
    if (!broken) return [];
    return 'path' in broken ? [broken] : [{ path: rule.path, error: broken }];
  });

/** Judges a request by itself. */
export const judgeRequest = (rules: readonly Rule[], request: RequestFacts): Verdict => {
  const guards: Guard[] = [];
  let needsRecord = false;
  for (const rule of rules) {
    needsRecord ||= rule.needsRecord?.(request) === true;
    const guard = rule.guard?.(request);
    if (guard) guards.push(guard);
  }
  return { violations: violationsOf(rules, ({ check }) => check?.(request)), needsRecord, guards };
};

/** Judges a request with the stored record: every violation, in the order of the rules. */
export const judgeWithRecord = (rules: readonly Rule[], facts: RecordFacts): readonly Violation[] =>
  violationsOf(rules, ({ check, checkRecord }) => check?.(facts) ?? checkRecord?.(facts));

/** Whether a verdict of a day may be a refusal on any day that it may be now. */
export const mayRefuse = (request: RequestFacts, verdict: (today: Day) => ErrorEntry | undefined): boolean =>
  request.days().some((day) => verdict(day) !== undefined);
