import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rangesOf } from '../../../../lib/social/rules/performance.ts';

const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2024, 0, 1);

/** Every key that counts a day, and which of them the ranges hold. */
const daysIn = (first: number, last: number): string[] => {
  const found: string[] = [];
  const ranges = rangesOf(first, last);
  const months = new Set<string>();
  for (let at = START - 40 * DAY; at < START + 900 * DAY; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    const holds = (key: string) => ranges.some(([from, to]) => key >= from && key <= to);
    if (holds(`S#D#${day}#03`)) found.push(day);
    if (holds(`S#M#${day.slice(0, 7)}#03`)) {
      found.push(day);
      months.add(day.slice(0, 7));
    }
  }
  return found;
};

it('ranges of counts hold each day once, months in place of their days', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(365), (offset, length) => {
      const first = START + offset * DAY;
      const last = first + length * DAY;
      const wanted = Array.from({ length: length + 1 }, (_, day) =>
        new Date(first + day * DAY).toISOString().slice(0, 10),
      );
      expect(daysIn(first, last).toSorted()).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
});
