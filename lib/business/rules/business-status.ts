/**
 * Rules of the business status and its three dates (docs/decisions.md: status). The date that counts is the one sent, else
 * the stored one; a date that is sent as it is stored is not judged against today again. Pure.
 */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { type Day, oneYearAfter, parseDate } from './dates.ts';
import { mayRefuse, type RecordFacts, type RequestFacts, type Rule } from './facts.ts';

const STATUS = 'businessStatus';
const REOPEN = 'reopenDate';
const OPENED = 'openedOnDate';
const OPENING = 'openingSoonDate';
const DATES = [REOPEN, OPENED, OPENING];

const opensSoon = (request: RequestFacts): boolean => request.sent(STATUS) === 'Opening Soon';

/** 2518: a date needs a status beside it. */
const statusBesideDates = (request: RequestFacts): ErrorEntry | undefined =>
  request.sent(STATUS) === undefined && DATES.some((path) => request.sent(path) !== undefined)
    ? errors.statusMissing
    : undefined;

/** 2511: a fixed listing keeps its status. */
const fixedStatus = (facts: RecordFacts): ErrorEntry | undefined =>
  facts.mentions(STATUS) && facts.listingFixed && facts.sent(STATUS) !== facts.stored(STATUS)
    ? errors.statusFixed
    : undefined;

/** 2515: what is sent as a date of the status is a real date. */
const realDate =
  (path: string) =>
  (request: RequestFacts): ErrorEntry | undefined =>
    request.sent(path) !== undefined && parseDate(request.sent(path)) === undefined
      ? errors.reopenDateNotSupported
      : undefined;

const reopenInPast =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined =>
    day < today ? errors.reopenDateInPast : undefined;

const openedInFuture =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined =>
    day > today ? errors.openedOnInFuture : undefined;

const opensWithinAYear =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined => {
    if (day < today) return errors.openingDateInPast;
    return day > oneYearAfter(today) ? errors.openingDateTooFar : undefined;
  };

/** Whether a date that is sent may be refused today: only then does it matter whether it is stored already. */
const mayBeRefused = (
  request: RequestFacts,
  path: string,
  verdict: (day: Day) => (today: Day) => ErrorEntry | undefined,
): boolean => {
  const day = parseDate(request.sent(path));
  return day !== undefined && mayRefuse(request, verdict(day));
};

/** Whether the request says anything of the status or of what a status may need. */
const touches = (request: RequestFacts): boolean => [STATUS, REOPEN, OPENING].some((path) => request.mentions(path));

/** Whether a date is cleared, or a status sent without it: then it hangs on the record whether the status has its date. */
const leavesOut = (request: RequestFacts, status: string, path: string): boolean =>
  request.mentions(STATUS)
    ? request.sent(STATUS) === status && request.sent(path) === undefined
    : request.mentions(path) && request.sent(path) === undefined;

const isAfter = (facts: RecordFacts, status: string): boolean => touches(facts) && facts.effective(STATUS) === status;

/** Whether `reopenDate` stands in for the opening-soon date: where none is sent or stored. */
const standsIn = (facts: RecordFacts): boolean =>
  isAfter(facts, 'Opening Soon') && facts.effective(OPENING) === undefined && facts.effective(REOPEN) !== undefined;

/** Whether the reopen date that is sent is the one that was moved before: a repeated request changes nothing. */
const stoodIn = (facts: RecordFacts): boolean =>
  opensSoon(facts) &&
  !facts.mentions(OPENING) &&
  facts.sent(REOPEN) !== undefined &&
  facts.sent(REOPEN) === facts.stored(OPENING);

/** 2515 and 2162: a reopen date that is due and not in the past. */
const reopenDate: Rule = {
  path: REOPEN,
  check: (request) =>
    realDate(REOPEN)(request) ??
    (request.sent(REOPEN) !== undefined && request.sent(STATUS) === 'Permanently Closed'
      ? errors.reopenDateNotSupported
      : undefined),
  needsRecord: (request) =>
    leavesOut(request, 'Temporarily Closed', REOPEN) || mayBeRefused(request, REOPEN, reopenInPast),
  checkRecord: (facts) => {
    if (isAfter(facts, 'Temporarily Closed') && facts.effective(REOPEN) === undefined) {
      return invalid(REOPEN, 'is required when the business is Temporarily Closed');
    }
    const sent = facts.sent(REOPEN);
    const day = parseDate(sent);
    if (day === undefined || sent === facts.stored(REOPEN) || standsIn(facts) || stoodIn(facts)) return undefined;
    return reopenInPast(day)(facts.today());
  },
};

/** 2515, 2520 and 2513: an opened-on date belongs to an open business and is not in the future. */
const openedOnDate: Rule = {
  path: OPENED,
  check: (request) =>
    realDate(OPENED)(request) ??
    (request.sent(OPENED) !== undefined && request.sent(STATUS) !== 'Open' ? errors.openDateNotSupported : undefined),
  needsRecord: (request) => mayBeRefused(request, OPENED, openedInFuture),
  checkRecord: (facts) => {
    const sent = facts.sent(OPENED);
    const day = parseDate(sent);
    if (day === undefined || sent === facts.stored(OPENED)) return undefined;
    return openedInFuture(day)(facts.today());
  },
};

/** 2515, 2520, 2516 and 2517: an opening-soon date is due, real, and within a year from today. */
const openingSoonDate: Rule = {
  path: OPENING,
  check: (request) =>
    realDate(OPENING)(request) ??
    (request.sent(OPENING) !== undefined && !opensSoon(request) ? errors.openDateNotSupported : undefined),
  // Without a date of its own, the stored one counts, or a reopen date stands in.
  needsRecord: (request) =>
    leavesOut(request, 'Opening Soon', OPENING) || mayBeRefused(request, OPENING, opensWithinAYear),
  checkRecord: (facts) => {
    if (!isAfter(facts, 'Opening Soon')) return undefined;
    const counts = standsIn(facts) ? facts.effective(REOPEN) : facts.effective(OPENING);
    const day = parseDate(counts);
    if (day === undefined || counts === facts.stored(OPENING)) return undefined;
    return opensWithinAYear(day)(facts.today());
  },
};

/** 2514: a business that opens soon has a date. */
const openingRequired = (facts: RecordFacts): ErrorEntry | undefined =>
  isAfter(facts, 'Opening Soon') && facts.effective(OPENING) === undefined && !standsIn(facts)
    ? errors.openingDateMissing
    : undefined;

/** The opening-soon date after the update. */
const openingAfter = (facts: RecordFacts): unknown => {
  const change = statusWrites(facts);
  if (Object.hasOwn(change, OPENING)) return change[OPENING] ?? undefined;
  return facts.effective(OPENING);
};

/** 2512: a fixed listing keeps its opening-soon date, be it that another is sent or that it is cleared. */
const fixedOpeningDate = (facts: RecordFacts): ErrorEntry | undefined =>
  facts.listingFixed && openingAfter(facts) !== facts.stored(OPENING) ? errors.openingDateFixed : undefined;

/** A listing that is not fixed keeps nothing; whether it is, the write asks. */
const unlessFixed = (request: RequestFacts) =>
  touches(request) ? ({ attribute: 'listingFixed', isNot: true } as const) : undefined;

export const statusRules: readonly Rule[] = [
  { path: STATUS, check: statusBesideDates },
  { path: STATUS, guard: unlessFixed, checkRecord: fixedStatus },
  reopenDate,
  openedOnDate,
  openingSoonDate,
  { path: OPENING, guard: unlessFixed, checkRecord: fixedOpeningDate },
  { path: OPENING, checkRecord: openingRequired },
];

/** The dates that a record of this status can't have (2515, 2518, 2520). */
const datesWithout = (status: unknown): readonly string[] => {
  if (status === 'Open') return [OPENING];
  if (status === 'Temporarily Closed') return [OPENED, OPENING];
  if (status === 'Opening Soon') return [OPENED];
  return DATES;
};

/** What the status changes beside what was sent: dates that don't go with it, and a reopen date that stands in. */
export const statusWrites = (facts: RequestFacts | RecordFacts): Changes => {
  const removed = facts.mentions(STATUS)
    ? Object.fromEntries(datesWithout(facts.sent(STATUS)).map((path) => [path, null]))
    : {};
  if (!('stored' in facts)) return removed;
  if (standsIn(facts)) return { ...removed, [OPENING]: facts.effective(REOPEN), [REOPEN]: null };
  return stoodIn(facts) ? { ...removed, [REOPEN]: null } : removed;
};
