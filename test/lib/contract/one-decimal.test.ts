/** Numbers as they are shown. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oneDecimal, oneDecimalOrNull } from '../../../lib/contract/one-decimal.ts';

it.each([
  [0, 0],
  [100, 100],
  [66.666_666_666, 66.7],
  [38.75, 38.8],
  [38.749_999_999_999_99, 38.8],
  [38.749_9, 38.7],
  [0.05, 0.1],
  [99.949_999_999_999_99, 100],
])('%d is %d', (number, shown) => {
  expect(oneDecimal(number)).toBe(shown);
});

it('is null of none', () => {
  expect([oneDecimalOrNull(null), oneDecimalOrNull(0.25)]).toEqual([null, 0.3]);
});

it('is the same whichever of the parts of a weighted mean is added first', () => {
  const score = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(score, score, score, (a, b, c) => {
      const [x, y, z] = [0.4 * a, 0.4 * b, 0.2 * c];
      const all = [x + y + z, z + y + x, x + z + y].map(oneDecimal);
      // Exactly, in ten-thousandths.
      const exact = Math.round(4000 * a) + Math.round(4000 * b) + Math.round(2000 * c);
      expect(new Set(all)).toEqual(new Set([Math.floor((exact + 500) / 1000) / 10]));
    }),
    { numRuns: 10_000 },
  );
});
