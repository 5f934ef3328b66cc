/** What the schemas can't say of lists of contacts: how deep a page lies, and which time is meant. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { endsBeforeStart } from '../../contract/days.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { type PageWindow, sentPage } from '../../contract/page-window.ts';
import type { Violation } from '../../contract/violations.ts';

interface Validated {
  readonly prepared: undefined;
  readonly violations: readonly Violation[];
}

/** @param page - from 0 */
export const windowOf = (page: number, size: number): PageWindow => ({ start: page * size, end: (page + 1) * size });

const backwards = (path: string): Violation => ({ path, error: errors.endBeforeStart });

/** Of the two fields that hold the first and the last day of a list. */
export const validatedDays =
  (first: string, last: string) =>
  ({ body }: Normalized): Validated => ({
    prepared: undefined,
    violations: endsBeforeStart(body[first], body[last]) ? [backwards(last)] : [],
  });

/** The largest product of page and size of contact details. */
const DEEPEST_DETAILS = 60_000;

/** Of contact details: its days, and its page. */
export const validatedDetails = (normalized: Normalized): Validated => {
  const { start: page, size } = sentPage(normalized.body.page, normalized.body.size);
  const isTooDeep = page * size > DEEPEST_DETAILS;
  return {
    prepared: undefined,
    violations: [
      ...validatedDays('startDateUtc', 'endDateUtc')(normalized).violations,
      ...(isTooDeep ? [{ path: 'page', error: laterErrors.pageTooDeep }] : []),
    ],
  };
};

const DAY = 24 * 3600 * 1000;
const LONGEST = 31 * DAY;
/** Marks may run ahead of this clock, by writes in quick succession or by another clock: what was said just now is within. */
const AHEAD = DAY;

/**
 * Of the opt-out feed: the window that `start` and `end` mean, in epoch milliseconds, both included. Where one is missing it
 * is a day from the other, and where both are, the last day.
 */
export const validatedTimes =
  (now: () => number) =>
  ({ body: { start, end } }: Normalized) => {
    const last = Number(end ?? (start === undefined ? now() + AHEAD : Number(start) + DAY));
    const first = Math.max(0, Number(start ?? Number(end ?? now()) - DAY));
    const violations: Violation[] = [];
    if (last < first) violations.push(backwards('end'));
    if (last - first > LONGEST) violations.push({ path: 'end', error: errors.windowTooLarge });
    return { prepared: { start: first, end: last }, violations };
  };
