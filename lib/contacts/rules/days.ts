/** Moments as lists of contacts show them, in UTC. Pure. */
import { shownDate } from '../../contract/shown-date.ts';

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
