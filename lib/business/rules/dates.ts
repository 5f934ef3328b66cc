/** Calendar dates as ISO text (`2026-11-21`), which sorts chronologically. Pure. */
import { timeOfDay } from '../../contract/times.ts';
import { timeZoneOf } from './time-zones.ts';

export type Day = string;

/** Parses an existing MM/DD/YYYY date; `undefined` for anything else. */
export const parseDate = (value: unknown): Day | undefined => {
  const time = timeOfDay(value);
  return Number.isNaN(time) ? undefined : dayAt(time);
};

/** The same day of the next year; for 29 February, the 28th. */
export const oneYearAfter = (day: Day): Day => {
  const next = `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}${day.slice(4)}`;
  return next.endsWith('-02-29') ? next.replace(/29$/, '28') : next;
};

const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const HOUR = 3_600_000;

/** The earliest and the latest current date anywhere on Earth (UTC-12 to UTC+14). */
export const daysAnywhere = (now: number): readonly [Day, Day] => [dayAt(now - 12 * HOUR), dayAt(now + 14 * HOUR)];

/** Today's date in a time zone, given as an IANA name or a common display name; in UTC for an unknown name. */
export const todayIn = (timezone: unknown, now: number): Day => {
  const timeZone = typeof timezone === 'string' ? timeZoneOf(timezone) : undefined;
  if (timeZone === undefined) return dayAt(now);
  // The Swedish locale formats dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
};
