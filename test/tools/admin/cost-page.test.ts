/** The costs of each operation as docs/costs.md shows them. */
import { expect, it } from 'vitest';
import { costTable } from '../../../tools/admin/cost-page.ts';

it('has a row for each operation, plain and under a key', () => {
  const all = [
    { name: 'Get business', dollars: 4.994 },
    { name: 'Update business', dollars: 7.29 },
    { name: 'Update business, with If-Match', dollars: 8.22 },
    { name: 'Update business, with Idempotency-Key', dollars: 14.7 },
  ];
  expect(costTable(all).split('\n').slice(2)).toEqual([
    '| Get business | 4.99 |  |',
    '| Update business | 7.29 | 14.70 |',
  ]);
});
