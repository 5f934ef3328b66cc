/** Days and moments as lists of contacts take and show them: MM/DD/YYYY, in UTC. Pure. */
import { shownDate } from '../../contract/shown-date.ts';
import { timeOf } from '../../contract/times.ts';

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
  typeof startDate === 'string' && typeof endDate === 'string' && timeOf(endDate) < timeOf(startDate);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A time of day in UTC as `03:05 PM`. */
const shownTime = (date: Date): string => {
  const hours = date.getUTCHours();
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(date.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
};

/** `Feb 03, 2025 03:05 PM`; empty where nothing is known. */
export const activityDate = (at: number): string =>
  at === 0 ? '' : `${shownDate(new Date(at).toISOString())} ${shownTime(new Date(at))}`;

/** `03 Feb 2025 03:05 PM UTC`; empty where nothing is known. */
export const activityWithTime = (at: number): string => activityDate(at).replace(/^(\w+) (\d+), (.*)$/, '$2 $1 $3 UTC');
