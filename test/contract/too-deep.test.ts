/** Lists with their page in the query: one that lies deeper than any list is read is 2348, ahead of the limits of a page. */
import { beforeAll, expect, it } from 'vitest';
import type { Depth } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import { openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

beforeAll(async () => {
  await openDemoTable();
});

const lists = operations.flatMap((operation) => {
  const depth: Depth | undefined = operation.depth ?? operation.paging;
  // A page of records has some most, which may be less than 1,000.
  const { maximum = 1000 } = (operation.query?.[depth?.size ?? '']?.schema ?? {}) as { readonly maximum?: number };
  const most = Math.min(operation.paging?.most ?? 1000, maximum, 1000);
  return depth ? [{ operation, depth, most, id: operation.id }] : [];
});

it('there are such lists', () => {
  expect(lists.map(({ id }) => id)).toEqual(expect.arrayContaining(['listContacts', 'categoryList', 'getReviews']));
});

it.each(lists)('$id', async ({ operation, most, depth: { start, size, inPages, defaultSize, tooDeep } }) => {
  const statusOf = async (from: number, amount: number) => {
    const { status, body } = await ask(operation, { parameters: { [start]: from, [size]: amount } });
    return status === 200 ? 200 : body.code;
  };
  const last = inPages ? 100_000 / most - 1 : 100_000 - most;
  expect(await statusOf(last, most)).toBe(200);
  expect(await statusOf(last + 1, most)).toBe(tooDeep.code);
  expect(await statusOf(0, 100_001)).toBe(tooDeep.code);
  expect(await statusOf(100_000, 1)).toBe(tooDeep.code);
  if (defaultSize === undefined) return;
  const alone = await ask(operation, { parameters: { [start]: 100_000 } });
  expect(alone.body.code).toBe(tooDeep.code);
});
