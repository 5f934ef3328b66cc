/** Periods and spans against a plain model, up to the first and the last day that a date can name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfDate, type GroupBy, periodStarts, spansOf } from '../../../lib/insight/rules/periods.ts';

const DAY = 24 * 3600 * 1000;
const FIRST = Date.parse('0001-01-01');
const LAST = Date.parse('9999-12-31');
const shown = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Days of some weeks at both ends, and in between. */
const begin = fc.oneof(
  fc.nat(70).map((days) => FIRST + days * DAY),
  fc.nat(70).map((days) => LAST - days * DAY),
  fc.integer({ min: 0, max: 20_000 }).map((days) => days * DAY),
);
const stretch = fc.tuple(begin, fc.nat(100)).map(([from, days]) => {
  const to = Math.min(LAST, from + days * DAY);
  const all = Array.from({ length: (to - from) / DAY + 1 }, (_, index) => shown(from + index * DAY));
  return { first: shown(from), last: shown(to), all };
});

const begins = (day: string, groupBy: GroupBy): boolean =>
  groupBy === 'day' || (groupBy === 'week' ? new Date(day).getUTCDay() === 1 : day.endsWith('-01'));

describe('periods', () => {
  it.each<GroupBy>(['day', 'week', 'month'])('by %s are those of a plain model', (groupBy) => {
    fc.assert(
      fc.property(stretch, ({ first, last, all }) => {
        const expected = all.filter((day, index) => index === 0 || begins(day, groupBy));
        expect(periodStarts(first, last, groupBy)).toEqual(expected);
      }),
    );
  });

  it('of whole months and single days cover each day once, and no other, whatever end is open', () => {
    const isIn = (at: string, from = '', to = '~') => from <= at && at <= to;
    fc.assert(
      fc.property(stretch, fc.boolean(), fc.boolean(), begin, ({ first, last }, isFrom, isTo, time) => {
        fc.pre(isFrom || isTo);
        const [from, to] = [isFrom ? first : undefined, isTo ? last : undefined];
        const spans = spansOf(from, to, true);
        const day = shown(time);
        const covering = spans.filter((span) => isIn(span.of === 'month' ? day.slice(0, 7) : day, span.from, span.to));
        expect(covering).toHaveLength(isIn(day, from, to) ? 1 : 0);
        for (const span of spans) expect(isIn(span.from ?? '', '', span.to)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('are read from days that exist', () => {
    expect([dayOfDate('01/01/0001'), dayOfDate('12/31/9999')]).toEqual(['0001-01-01', '9999-12-31']);
  });
});
