/**
 * Rules of the business status and its three dates (docs/decisions.md: status). A sent date takes precedence over the
 * stored one. A date that equals the stored one is not checked against today again. Pure.
 */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { parseDate } from './dates.ts';
import type { RecordFacts, RequestFacts, Rule } from './facts.ts';
import { mayBeRefused, openedInFuture, opensWithinAYear, realDate, reopenInPast } from './status-dates.ts';

const STATUS = 'businessStatus';
const REOPEN = 'reopenDate';
const OPENED = 'openedOnDate';
const OPENING = 'openingSoonDate';
const DATES = [REOPEN, OPENED, OPENING];

const opensSoon = (request: RequestFacts): boolean => request.sent(STATUS) === 'Opening Soon';

/** 2518: a date must be sent together with a status. */
const statusWithDates = (request: RequestFacts): ErrorEntry | undefined =>
  !request.isSent(STATUS) && !request.restCounts(STATUS) && DATES.some((path) => request.isSent(path))
    ? errors.statusMissing
    : undefined;

/** 2511: the status of a published listing can't change. */
const fixedStatus = (facts: RecordFacts): ErrorEntry | undefined =>
  facts.mentions(STATUS) && facts.listingFixed && facts.sent(STATUS) !== facts.stored(STATUS)
    ? errors.statusFixed
    : undefined;

/** Whether the request mentions the status or a date that a status may need. */
const touches = (request: RequestFacts): boolean => [STATUS, REOPEN, OPENING].some((path) => request.mentions(path));

/**
 * Whether a date is cleared, or a status is sent without it: then the record decides whether the status has its date.
 */
const leavesOut = (request: RequestFacts, status: string, path: string): boolean =>
  request.mentions(STATUS)
    ? request.sent(STATUS) === status && request.sent(path) === undefined
    : clears(request, path);

/** Whether a date is removed: then the record does not matter. */
const clears = (request: RequestFacts, path: string): boolean => request.mentions(path) && !request.isSent(path);

const reopenRequired = invalid(REOPEN, 'is required when the business is Temporarily Closed');

const isAfter = (facts: RecordFacts, status: string): boolean => touches(facts) && facts.effective(STATUS) === status;

/** Whether the record has no such date after the update. */
const lacks = (facts: RecordFacts, path: string): boolean => !facts.isSent(path) && facts.effective(path) === undefined;

/** Whether `reopenDate` is used as the opening-soon date: if none is sent or stored. */
const standsIn = (facts: RecordFacts): boolean =>
  isAfter(facts, 'Opening Soon') && lacks(facts, OPENING) && facts.effective(REOPEN) !== undefined;

/** Whether the sent reopen date was already moved to the opening-soon date: a repeated request changes nothing. */
const stoodIn = (facts: RecordFacts): boolean =>
  opensSoon(facts) &&
  !facts.mentions(OPENING) &&
  facts.sent(REOPEN) !== undefined &&
  facts.sent(REOPEN) === facts.stored(OPENING);

/** 2515 and 2162: a reopen date must fit the status and must not be in the past. */
const reopenDate: Rule = {
  path: REOPEN,
  check: (request) =>
    realDate(REOPEN)(request) ??
    (request.isSent(REOPEN) && request.sent(STATUS) === 'Permanently Closed'
      ? errors.reopenDateNotSupported
      : undefined),
  checkLate: (request) =>
    request.sent(STATUS) === 'Temporarily Closed' && clears(request, REOPEN) ? reopenRequired : undefined,
  needs: 'record',
  isNeeded: (request) =>
    leavesOut(request, 'Temporarily Closed', REOPEN) || mayBeRefused(request, REOPEN, reopenInPast),
  checkStored: (facts) => {
    if (isAfter(facts, 'Temporarily Closed') && lacks(facts, REOPEN)) {
      return reopenRequired;
    }
    const sent = facts.sent(REOPEN);
    const day = parseDate(sent);
    if (day === undefined || sent === facts.stored(REOPEN) || standsIn(facts) || stoodIn(facts)) return undefined;
    return reopenInPast(day)(facts.today());
  },
};

/** 2515, 2520 and 2513: an opened-on date requires an open business and must not be in the future. */
const openedOnDate: Rule = {
  path: OPENED,
  check: (request) =>
    realDate(OPENED)(request) ??
    (request.isSent(OPENED) && request.sent(STATUS) !== 'Open' && !request.restCounts(STATUS)
      ? errors.openDateNotSupported
      : undefined),
  needs: 'record',
  isNeeded: (request) => mayBeRefused(request, OPENED, openedInFuture),
  checkStored: (facts) => {
    const sent = facts.sent(OPENED);
    const day = parseDate(sent);
    if (day === undefined || sent === facts.stored(OPENED)) return undefined;
    return openedInFuture(day)(facts.today());
  },
};

/** 2515, 2520, 2516 and 2517: an opening-soon date must fit the status, exist, and lie within a year from today. */
const openingSoonDate: Rule = {
  path: OPENING,
  check: (request) =>
    realDate(OPENING)(request) ??
    (request.isSent(OPENING) && !opensSoon(request) && !request.restCounts(STATUS)
      ? errors.openDateNotSupported
      : undefined),
  // If none is sent, the stored date or a reopen date is used.
  needs: 'record',
  isNeeded: (request) =>
    leavesOut(request, 'Opening Soon', OPENING) || mayBeRefused(request, OPENING, opensWithinAYear),
  checkStored: (facts) => {
    if (!isAfter(facts, 'Opening Soon')) return undefined;
    const counts = standsIn(facts) ? facts.effective(REOPEN) : facts.effective(OPENING);
    const day = parseDate(counts);
    if (day === undefined || counts === facts.stored(OPENING)) return undefined;
    return opensWithinAYear(day)(facts.today());
  },
};

/** 2514: a business that opens soon must have a date. */
const openingRequired = (facts: RecordFacts): ErrorEntry | undefined =>
  isAfter(facts, 'Opening Soon') && lacks(facts, OPENING) && !standsIn(facts) ? errors.openingDateMissing : undefined;

/** The opening-soon date after the update. */
const openingAfter = (facts: RecordFacts): unknown => {
  const change = statusWrites(facts);
  if (Object.hasOwn(change, OPENING)) return change[OPENING] ?? undefined;
  return facts.effective(OPENING);
};

/** 2512: the opening-soon date of a published listing can't change or be cleared. */
const fixedOpeningDate = (facts: RecordFacts): ErrorEntry | undefined =>
  facts.listingFixed && openingAfter(facts) !== facts.stored(OPENING) ? errors.openingDateFixed : undefined;

/** A condition of the write: the listing is not published, so nothing is protected. */
const unlessFixed = (request: RequestFacts) =>
  touches(request) ? ({ attribute: 'listingFixed', isNot: true } as const) : undefined;

export const statusRules: readonly Rule[] = [
  { path: STATUS, check: statusWithDates },
  { path: STATUS, guard: unlessFixed, needs: 'record', checkStored: fixedStatus },
  reopenDate,
  openedOnDate,
  openingSoonDate,
  { path: OPENING, guard: unlessFixed, needs: 'record', checkStored: fixedOpeningDate },
  {
    path: OPENING,
    checkLate: (request) =>
      opensSoon(request) && clears(request, OPENING) && clears(request, REOPEN) ? errors.openingDateMissing : undefined,
    needs: 'record',
    checkStored: openingRequired,
  },
];

/** The dates that a record with this status can't have (2515, 2518, 2520). */
const datesWithout = (status: unknown): readonly string[] => {
  if (status === 'Open') return [OPENING];
  if (status === 'Temporarily Closed') return [OPENED, OPENING];
  if (status === 'Opening Soon') return [OPENED];
  return DATES;
};

/** The changes that a status implies: it removes dates that don't fit it, and may move a reopen date. */
export const statusWrites = (facts: RequestFacts | RecordFacts): Changes => {
  const removed = facts.mentions(STATUS)
    ? Object.fromEntries(datesWithout(facts.sent(STATUS)).map((path) => [path, null]))
    : {};
  if (!('stored' in facts)) return removed;
  if (standsIn(facts)) return { ...removed, [OPENING]: facts.effective(REOPEN), [REOPEN]: null };
  return stoodIn(facts) ? { ...removed, [REOPEN]: null } : removed;
};
