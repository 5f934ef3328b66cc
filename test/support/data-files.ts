/** Data files, their records, and the whole table, for the tests of what operators bring in. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import { type LoadCounts, noCounts } from '../../tools/data/load.ts';
import { loadData } from '../../tools/local/load-data.ts';
import type { OpenTable } from '../../tools/open-table.ts';

/** Everything in the table, in an order that does not depend on the engine's. */
export const itemsOf = async (table: OpenTable): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of scanItems(table)) items.push(item);
  return items.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
};

export const linesOf = (records: readonly unknown[]): string =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');

/** The counts of a load; what is not named is 0. */
export const counted = (counts: Partial<LoadCounts>): LoadCounts => ({ ...noCounts, ...counts });

/** Loads a file with these bytes; refused lines in the order of the file. */
export const loadText = async (table: OpenTable, text: string | Buffer) => {
  const directory = await mkdtemp(join(tmpdir(), 'load-'));
  try {
    const file = join(directory, `${randomUUID()}.jsonl`);
    await writeFile(file, text);
    const refused: { line: number; reason: string; text: string }[] = [];
    const counts = await loadData(table, file, ({ bytes, ...rest }) =>
      refused.push({ ...rest, text: bytes.toString() }),
    );
    return { counts, refused: refused.toSorted((a, b) => a.line - b.line) };
  } finally {
    await rm(directory, { recursive: true });
  }
};

/** Records about a partner of its own with account `n`, so that one table serves many tests. */
export const recordsAbout = (n: number) => {
  const partnerId = `p-${n}`;
  const key = (mark = 'a') => `key-of-test-${n}-${mark.padEnd(8, mark)}`;
  return {
    n,
    partnerId,
    key,
    /** The partner, its account and its key. */
    base: () => [
      { type: 'partner', partnerId, name: 'P' },
      { type: 'account', accountNumber: n, partnerId, name: 'A' },
      { type: 'apiKey', partnerId, key: key(), plan: 'enterprise' },
    ],
    apiKey: (mark: string, more: object = {}) => ({
      type: 'apiKey',
      partnerId,
      key: key(mark),
      plan: 'enterprise',
      ...more,
    }),
    business: (businessNumber: number, fields: object = {}, more: object = {}) => ({
      type: 'business',
      businessNumber,
      accountNumber: n,
      business: fields,
      ...more,
    }),
    contact: (id: number, fields: object = {}, accountNumber = n) => ({
      type: 'contact',
      accountNumber,
      contact: { id, ...fields },
    }),
    menu: (businessNumber: number, more: object = {}) => ({
      type: 'menu',
      businessNumber,
      menu: { id: `m-${businessNumber}`, menuDetails: { menus: [] }, ...more },
    }),
    competitor: (compAccountId: number, name = 'C') => ({ type: 'competitor', compAccountId, accountNumber: n, name }),
  };
};
