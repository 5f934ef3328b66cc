/** Days as lists show them. Pure. */
import { timeOf } from './times.ts';

// Not by `Intl`, whose first use is dear in a cold function (docs/speed.md).
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A point in time (ISO 8601) as its day in UTC, `Feb 03, 2025`; empty for what is none. */
export const shownDate = (text: string): string => {
  const time = timeOf(text);
  if (Number.isNaN(time)) return '';
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${MONTHS[date.getUTCMonth()]} ${day}, ${String(date.getUTCFullYear()).padStart(4, '0')}`;
};
