/** Days, and the periods that a time is cut into. A day is text, `2026-03-04`, in UTC. Pure. */
import { timeOf } from '../../contract/times.ts';

const DAY = 24 * 3600 * 1000;

export type GroupBy = 'day' | 'week' | 'month';

/** Sorts behind every day and month, and stands for those after the last one that a date can name. */
export const PAST = '~';
const LAST = Date.UTC(9999, 11, 31);

const timeAt = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => (time > LAST ? PAST : new Date(time).toISOString().slice(0, 10));

export const daysAfter = (day: string, amount: number): string => dayAt(timeAt(day) + amount * DAY);
/** How many days there are from one to another, both included. */
export const daysFrom = (first: string, last: string): number => (timeAt(last) - timeAt(first)) / DAY + 1;

/** @param sent - MM/DD/YYYY, of a day that exists */
export const dayOfDate = (sent: string): string => dayAt(timeOf(sent));
/** `MM/DD/YYYY` */
export const shownDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const monthOf = (day: string): string => day.slice(0, 7);
const firstOfMonth = (day: string): string => `${monthOf(day)}-01`;
const timeAfterMonth = (day: string): number => {
  const date = new Date(timeAt(firstOfMonth(day)));
  return date.setUTCMonth(date.getUTCMonth() + 1);
};
const afterMonth = (day: string): string => dayAt(timeAfterMonth(day));
const lastOfMonth = (day: string): string => dayAt(timeAfterMonth(day) - DAY);

/** The first day of the next period after the one of a day; weeks begin on Monday. */
const nextFirst = (day: string, groupBy: GroupBy): string => {
  if (groupBy === 'day') return daysAfter(day, 1);
  if (groupBy === 'month') return afterMonth(day);
  // Sunday is 0, and the last day of its week.
  return daysAfter(day, (8 - new Date(timeAt(day)).getUTCDay()) % 7 || 7);
};

/** The first days of the periods from one day to another; the first period begins with the first day. */
export const periodStarts = (first: string, last: string, groupBy: GroupBy): readonly string[] => {
  const starts: string[] = [];
  for (let day = first; day <= last; day = nextFirst(day, groupBy)) starts.push(day);
  return starts;
};

/** Counts that are read together: days, months or all there is; both ends are included, and open where left out. */
export interface Span {
  readonly of: 'day' | 'month' | 'all';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Which counts cover a time, as few as can be: whole months where they will do. */
export const spansOf = (first: string | undefined, last: string | undefined, byMonth: boolean): readonly Span[] => {
  if (first === undefined && last === undefined) return [{ of: 'all' }];
  if (!byMonth) return [{ of: 'day', from: first, to: last }];
  const wholeFrom = first && (first === firstOfMonth(first) ? first : afterMonth(first));
  const wholeTo = last && (last === lastOfMonth(last) ? last : daysAfter(firstOfMonth(last), -1));
  if (wholeFrom && wholeTo && wholeFrom > wholeTo) return [{ of: 'day', from: first, to: last }];
  return [
    ...(first !== wholeFrom ? [{ of: 'day', from: first, to: lastOfMonth(first!) } as const] : []),
    { of: 'month', from: wholeFrom && monthOf(wholeFrom), to: wholeTo && monthOf(wholeTo) },
    ...(last !== wholeTo ? [{ of: 'day', from: firstOfMonth(last!), to: last } as const] : []),
  ];
};
