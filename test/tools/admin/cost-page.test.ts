/** The costs of each operation as docs/costs.md shows them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { costTable, withCosts } from '../../../tools/admin/cost-page.ts';

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

it('stands between the marks of the page, which stay', async () => {
  const page = await readFile(join(projectRoot, 'docs/costs.md'), 'utf8');
  const once = withCosts(page, 'these');
  expect(withCosts(once, 'those')).toBe(once.replace('\n\nthese\n\n', '\n\nthose\n\n'));
  expect(() => withCosts('no marks', '')).toThrow(/marks/);
});
