import { expect, it } from 'vitest';
import { bestRows } from '../../../../lib/business/rules/best-rows.ts';

const SIZE = 5000;
const ascending = Array.from({ length: SIZE }, (_, index) => index);
const ORDERS = {
  'the best first': ascending,
  'the best last': ascending.toReversed(),
  'in no order': ascending.toSorted((a, b) => ((a * 2711) % 5003) - ((b * 2711) % 5003)),
  'the best between others': ascending.toSorted((a, b) => ((a + 2000) % SIZE) - ((b + 2000) % SIZE)),
};

it.each(Object.entries(ORDERS))('gives any window of rows that come %s', (_, rows) => {
  for (const start of [0, 1, 999, 1000, 2600, 4990, 6000]) {
    const window = { start, end: start + 20 };
    const best = bestRows<number>((a, b) => a - b, window);
    for (const row of rows) best.add(row);
    expect(best.window()).toEqual(ascending.slice(window.start, window.end));
  }
});
