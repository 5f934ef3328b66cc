/** Dates and times in list filters: MM/DD/YYYY, in UTC. Pure. */
import { timeOf, timeOfDay } from './times.ts';

const DAY = 24 * 3600 * 1000;

/**
 * The range in epoch milliseconds from the start of one day to the end of another, exclusive. A bound that was not sent
 * is left out.
 *
 * @param startDate - MM/DD/YYYY, an existing date
 */
export const daysBetween = (
  startDate: string | undefined,
  endDate: string | undefined,
): { readonly from?: number; readonly until?: number } => ({
  ...(startDate !== undefined && { from: timeOf(startDate) }),
  ...(endDate !== undefined && { until: timeOf(endDate) + DAY }),
});

/** Whether the end date is before the start date. False where one is missing or not a date. */
export const endsBeforeStart = (startDate: unknown, endDate: unknown): boolean =>
  timeOfDay(endDate) < timeOfDay(startDate);

/** Epoch milliseconds of an existing `MM/DD/YYYY HH:mm:ss` in UTC; else `NaN`. */
export const momentOf = (moment: string): number => {
  const [, day, time] = /^([0-9/]{10}) ([0-9:]{8})$/.exec(moment) ?? [];
  return timeOfDay(day) + timeOf(`1970-01-01T${time}`);
};

/** Formats epoch milliseconds as `MM/DD/YYYY`, in UTC. */
export const dayOf = (at: number): string => {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
