/** Sub-accounts of a data file: no account becomes its own ancestor, whatever other lines say. */
import { beforeAll, expect, it } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

const account = (accountNumber: number, parent?: number) => ({
  ...{ type: 'account', accountNumber, partnerId: 'ours', name: 'Desk' },
  ...(parent !== undefined && { parent }),
});

it.each([2, 3])('a ring of %i accounts in one file', async (size) => {
  const numbers = Array.from({ length: size }, (_, index) => size * 10 + index);
  const ring = numbers.map((number, index) => account(number, numbers[(index + 1) % size]));
  const accounts = numbers.map((number) => account(number));
  expect(await load(table, [{ type: 'partner', partnerId: 'ours', name: 'Ours' }, ...accounts])).toEqual([]);
  expect(await load(table, ring)).toMatchObject([
    { line: size, reason: 'parent: an account cannot be its own ancestor' },
  ]);
});
