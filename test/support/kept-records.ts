/** Records for many empty tables: imported once in a process, and put into the tables after that as the items that it made. */
import { isDeepStrictEqual } from 'node:util';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import type { Item } from '../../lib/dynamodb/attributes.ts';
import { itemsOf } from './data-files.ts';
import { loadAll } from './load.ts';
import { putItems } from './put-items.ts';

const kept = new Map<string, readonly Item[]>();

const nameOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;

const importedItems = async (table: OpenTable, records: readonly unknown[]): Promise<readonly Item[]> => {
  const before = new Map((await itemsOf(table)).map((item) => [nameOf(item), item]));
  await loadAll(table, records);
  return (await itemsOf(table)).filter((item) => {
    const was = before.get(nameOf(item));
    if (was && !isDeepStrictEqual(was, item)) throw new Error(`${nameOf(item)} was there and is changed`);
    return !was;
  });
};

/**
 * Brings records into a table that holds none of them; to put their items takes a tenth of their import.
 *
 * @throws Error where one is refused, or changes an item that was there: the same records made other items then elsewhere
 */
export const bringOnce = async (table: OpenTable, records: readonly unknown[]): Promise<void> => {
  if (records.length === 0) return;
  const name = JSON.stringify(records);
  const items = kept.get(name);
  if (items) await putItems(table, items);
  else kept.set(name, await importedItems(table, records));
};
