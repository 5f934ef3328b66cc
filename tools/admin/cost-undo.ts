/** Puts a table back as it was, by the keys that were written since. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import { scanItems } from '../data/commands/scan.ts';
import type { OpenTable } from '../open-table.ts';

/** @returns puts the items of these keys back as the table has them now */
export const undoing = async (table: OpenTable) => {
  const loaded = new Map<string, Item>();
  for await (const item of scanItems(table)) loaded.set(keyText(item), item);
  return async (written: readonly Key[]): Promise<void> => {
    for (const [name, key] of new Map(written.map((each) => [keyText(each), each]))) {
      const item = loaded.get(name);
      await (item ? table.put({ Item: item }) : table.remove({ Key: key }));
    }
  };
};
