/** Dates as lists show them. Pure. */
import { timeOf } from './times.ts';

// `Intl` would slow down a cold start (docs/speed.md).
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats the UTC date of an ISO 8601 time, `Feb 03, 2025`; empty if the text is not a time. */
export const shownDate = (text: string): string => {
  const time = timeOf(text);
  if (Number.isNaN(time)) return '';
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${MONTHS[date.getUTCMonth()]} ${day}, ${String(date.getUTCFullYear()).padStart(4, '0')}`;
};
