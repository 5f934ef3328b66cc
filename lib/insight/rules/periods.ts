/** Days, and the periods into which a date range is divided. A day is text, `2026-03-04`, in UTC. Pure. */
import { timeOf } from '../../contract/times.ts';

const DAY = 24 * 3600 * 1000;

export type GroupBy = 'day' | 'week' | 'month';

/** Sorts after every day and month; represents days after the last possible date. */
export const PAST = '~';
const LAST = Date.UTC(9999, 11, 31);

const timeAt = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => (time > LAST ? PAST : new Date(time).toISOString().slice(0, 10));

export const daysAfter = (day: string, amount: number): string => dayAt(timeAt(day) + amount * DAY);
/** The number of days from one to another, both inclusive. */
export const daysFrom = (first: string, last: string): number => (timeAt(last) - timeAt(first)) / DAY + 1;

/** @param sent - MM/DD/YYYY, an existing date */
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

/** The first day of the period after that of a day; weeks start on Monday. */
const nextFirst = (day: string, groupBy: GroupBy): string => {
  if (groupBy === 'day') return daysAfter(day, 1);
  if (groupBy === 'month') return afterMonth(day);
  // Sunday is 0, and the last day of its week.
  return daysAfter(day, (8 - new Date(timeAt(day)).getUTCDay()) % 7 || 7);
};

/** The first days of the periods in a range; the first period starts with the range. */
export const periodStarts = (first: string, last: string, groupBy: GroupBy): readonly string[] => {
  const starts: string[] = [];
  for (let day = first; day <= last; day = nextFirst(day, groupBy)) starts.push(day);
  return starts;
};

/** The index of the period of a day; the starts are sorted. */
export const periodOf = (starts: readonly string[], day: string): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= day) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** A range of counts that are read together: days, months or totals. Both ends are inclusive, and open if left out. */
export interface Span {
  readonly of: 'day' | 'month' | 'all';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The fewest counts that cover a date range: complete months where possible. */
export const spansOf = (first: string | undefined, last: string | undefined, byMonth: boolean): readonly Span[] => {
  if (first === undefined && last === undefined) return [{ of: 'all' }];
  if (!byMonth) return [{ of: 'day', from: first, to: last }];
  const integerFrom = first && (first === firstOfMonth(first) ? first : afterMonth(first));
  const integerTo = last && (last === lastOfMonth(last) ? last : daysAfter(firstOfMonth(last), -1));
  if (integerFrom && integerTo && integerFrom > integerTo) return [{ of: 'day', from: first, to: last }];
  return [
    ...(first !== integerFrom ? [{ of: 'day', from: first, to: lastOfMonth(first!) } as const] : []),
    { of: 'month', from: integerFrom && monthOf(integerFrom), to: integerTo && monthOf(integerTo) },
    ...(last !== integerTo ? [{ of: 'day', from: firstOfMonth(last!), to: last } as const] : []),
  ];
};
