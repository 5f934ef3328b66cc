/** Days and moments as lists take them: MM/DD/YYYY, in UTC. Pure. */
import { timeOf, timeOfDay } from './times.ts';

const DAY = 24 * 3600 * 1000;

/**
 * The time from the first moment of a day to before the first moment after another; without the first or the last where it
 * is not sent.
 *
 * @param startDate - MM/DD/YYYY, of a day that exists
 */
export const daysBetween = (
  startDate: string | undefined,
  endDate: string | undefined,
): { readonly from?: number; readonly until?: number } => ({
  ...(startDate !== undefined && { from: timeOf(startDate) }),
  ...(endDate !== undefined && { until: timeOf(endDate) + DAY }),
});

/** Whether a day is before another, of dates that may be missing or none at all. */
export const endsBeforeStart = (startDate: unknown, endDate: unknown): boolean =>
  timeOfDay(endDate) < timeOfDay(startDate);

/** Epoch milliseconds of a moment that is real, `MM/DD/YYYY HH:mm:ss` in UTC; else `NaN`. */
export const momentOf = (moment: string): number => {
  const [, day, time] = /^([0-9/]{10}) ([0-9:]{8})$/.exec(moment) ?? [];
  return timeOfDay(day) + timeOf(`1970-01-01T${time}`);
};

/** Milliseconds as `MM/DD/YYYY`, in UTC. */
export const dayOf = (at: number): string => {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
