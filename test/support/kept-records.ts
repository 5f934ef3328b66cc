/** Records for many empty tables: imported once in a run, and put into the tables after that as the items that it made. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { itemsOf } from './data-files.ts';
import { loadAll } from './load.ts';
import { putItems } from './put-items.ts';

/** What this process has read or made, by the digest of the records. */
const kept = new Map<string, readonly Item[]>();

const importedItems = async (table: OpenTable, records: readonly unknown[]): Promise<readonly Item[]> => {
  const before = new Map((await itemsOf(table)).map((item) => [keyText(item), item]));
  await loadAll(table, records);
  return (await itemsOf(table)).filter((item) => {
    const was = before.get(keyText(item));
    if (was && !isDeepStrictEqual(was, item)) throw new Error(`${keyText(item)} was there and is changed`);
    return !was;
  });
};

/** Absent outside of vitest. */
const directory = (): string | undefined => process.env.TEST_ITEMS;

const readItems = async (name: string): Promise<readonly Item[] | undefined> => {
  const from = directory();
  if (!from) return undefined;
  try {
    return JSON.parse(await readFile(join(from, name), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Two workers may make the same: what another one reads is whole. */
const writeItems = async (name: string, items: readonly Item[]): Promise<void> => {
  const into = directory();
  if (!into) return;
  const written = join(into, randomUUID());
  await writeFile(written, JSON.stringify(items));
  await rename(written, join(into, name));
};

/**
 * Brings records into a table that holds none of them; to put their items takes a tenth of their import.
 *
 * @throws Error where one is refused, or changes an item that was there: the same records made other items then elsewhere
 */
export const bringOnce = async (table: OpenTable, records: readonly unknown[]): Promise<void> => {
  if (records.length === 0) return;
  const name = createHash('sha256').update(JSON.stringify(records)).digest('hex');
  const known = kept.get(name) ?? (await readItems(name));
  const items = known ?? (await importedItems(table, records));
  kept.set(name, items);
  return known ? putItems(table, known) : writeItems(name, items);
};
