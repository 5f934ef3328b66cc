import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { counted, itemsOf, linesOf, loadText } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { refusals, valid } from './refusals.ts';

let table: OpenTable;
let before: readonly unknown[];
beforeAll(async () => {
  table = await createTestTable();
  // The same lines within the rules are loaded, so that each is refused for its one difference.
  const records = Object.entries(valid).map(([type, fields]) => ({ type, ...fields }));
  expect((await loadText(table, linesOf(records))).refused).toEqual([]);
  before = await itemsOf(table);
});

describe('A line is refused, and changes nothing', () => {
  it.each(refusals)('$what: $reason', async ({ text, reason }) => {
    const { counts, refused } = await loadText(table, text);
    expect(refused).toEqual([{ line: 1, reason, text }]);
    expect(counts).toEqual(counted({ refused: 1 }));
    expect(await itemsOf(table)).toEqual(before);
  });
});
