/** Which days an export is of, and what is wrong with them. Pure. */

import { realDay } from '../../contract/dates.ts';
import { dayOf, daysBetween, endsBeforeStart } from '../../contract/days.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { readText } from '../../contract/readings.ts';
import { timeOfDay } from '../../contract/times.ts';
import type { Violation } from '../../contract/violations.ts';

const DAY = 24 * 3600 * 1000;
const USUAL_DAYS = 30;
const MOST_DAYS = 92;

const FORM = /^[0-9]{2}\/[0-9]{2}\/[0-9]{4}$/;
const REAL = new RegExp(`^${realDay}$`);

const dayError = (day: unknown): ErrorEntry | undefined => {
  if (typeof day !== 'string' || !FORM.test(day)) return errors.dateInvalid;
  return REAL.test(day) ? undefined : errors.dateUnknown;
};

/** Epoch milliseconds: from the begin of the first day to the end of the last one, exclusive. */
export interface Days {
  readonly from: number;
  readonly until: number;
}

const DATES = ['startDate', 'endDate'] as const;
type Sent = { readonly [name in (typeof DATES)[number]]?: unknown };

const wrongEnd = (error: ErrorEntry) => ({ violations: [{ path: 'endDate', error }] });

/** The days of an export: the last 30 and today unless others are sent. @param now - epoch milliseconds */
export const daysOf = (sent: Sent, now: number): Days | { readonly violations: readonly Violation[] } => {
  const days = DATES.flatMap((path) => (sent[path] === undefined ? [] : [[path, readText(sent[path])] as const]));
  const violations = days.flatMap(([path, day]) => {
    const error = dayError(day);
    return error ? [{ path, error }] : [];
  });
  if (violations.length > 0) return { violations };
  const right: { readonly startDate?: string; readonly endDate?: string } = Object.fromEntries(days);
  const { endDate = dayOf(now) } = right;
  const { startDate = dayOf(timeOfDay(endDate) - USUAL_DAYS * DAY) } = right;
  if (endsBeforeStart(startDate, endDate)) return wrongEnd(errors.endBeforeStart);
  const { from = 0, until = 0 } = daysBetween(startDate, endDate);
  return until - from > MOST_DAYS * DAY ? wrongEnd(errors.windowTooLarge) : { from, until };
};
