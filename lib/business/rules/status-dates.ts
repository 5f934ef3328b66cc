/** What refuses a date of the business status by itself: its calendar, and today (docs/decisions.md: status). Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { type Day, oneYearAfter, parseDate } from './dates.ts';
import { mayRefuse, type RequestFacts } from './facts.ts';

/** 2515: a date must exist in the calendar. */
export const realDate =
  (path: string) =>
  (request: RequestFacts): ErrorEntry | undefined =>
    request.isSent(path) && parseDate(request.sent(path)) === undefined ? errors.reopenDateNotSupported : undefined;

export const reopenInPast =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined =>
    day < today ? errors.reopenDateInPast : undefined;

export const openedInFuture =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined =>
    day > today ? errors.openedOnInFuture : undefined;

export const opensWithinAYear =
  (day: Day) =>
  (today: Day): ErrorEntry | undefined => {
    if (day < today) return errors.openingDateInPast;
    return day > oneYearAfter(today) ? errors.openingDateTooFar : undefined;
  };

/** Whether a sent date may be refused today. Only then does it matter whether it equals the stored one. */
export const mayBeRefused = (
  request: RequestFacts,
  path: string,
  refusal: (day: Day) => (today: Day) => ErrorEntry | undefined,
): boolean => {
  const day = parseDate(request.sent(path));
  return day !== undefined && mayRefuse(request, refusal(day));
};
