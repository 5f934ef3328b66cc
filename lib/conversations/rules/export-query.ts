/** Which days an export is of, and what is wrong with them. Pure. */

import { realDay } from '../../contract/dates.ts';
import { dayOf, daysBetween, endsBeforeStart } from '../../contract/days.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';

const DAY = 24 * 3600 * 1000;
const USUAL_DAYS = 30;
const MOST_DAYS = 92;

const FORM = /^[0-9]{2}\/[0-9]{2}\/[0-9]{4}$/;
const REAL = new RegExp(`^${realDay}$`);

const dayError = (day: string | undefined): ErrorEntry | undefined => {
  if (day === undefined || REAL.test(day)) return undefined;
  return FORM.test(day) ? errors.dateUnknown : errors.dateInvalid;
};

/** Epoch milliseconds: from the begin of the first day to the end of the last one, exclusive. */
export interface Days {
  readonly from: number;
  readonly until: number;
}

const DATES = ['startDate', 'endDate'] as const;

const wrongEnd = (error: ErrorEntry) => ({ violations: [{ path: 'endDate', error }] });

/** The days of an export: the last 30 and today unless others are sent. @param now - epoch milliseconds */
export const daysOf = (
  sent: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  now: number,
): Days | { readonly violations: readonly Violation[] } => {
  const violations = DATES.flatMap((path) => {
    const error = dayError(sent[path]);
    return error ? [{ path, error }] : [];
  });
  if (violations.length > 0) return { violations };
  const { endDate = dayOf(now) } = sent;
  const { startDate = dayOf(timeOfDay(endDate) - USUAL_DAYS * DAY) } = sent;
  if (endsBeforeStart(startDate, endDate)) return wrongEnd(errors.endBeforeStart);
  const { from = 0, until = 0 } = daysBetween(startDate, endDate);
  return until - from > MOST_DAYS * DAY ? wrongEnd(errors.windowTooLarge) : { from, until };
};
