import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstRows } from '../../../lib/contract/first-rows.ts';

const RUNS = { numRuns: 60 };
const compare = (a: number, b: number) => a - b;

it('has the rows that a sort of all would put first, and the number of all', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 0, maxLength: 6000, size: 'max' });
  const most = fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(numbers, most, (rows, limit) => {
      const first = firstRows(limit, compare);
      for (const row of rows) first.add(row);
      expect(first.found()).toEqual({ count: rows.length, rows: rows.toSorted(compare).slice(0, limit) });
    }),
    RUNS,
  );
});

it('keeps no more than some of them, in whatever order they come', () => {
  for (const sign of [1, -1]) {
    const first = firstRows(10, compare);
    for (let row = 0; row < 100_000; row++) first.add(sign * row);
    const { count, rows } = first.found();
    expect([count, rows.length, rows[0]]).toEqual([100_000, 10, sign === 1 ? 0 : -99_999]);
  }
});
