/**
 * Puts an item whose key consists of what it joins: one that is there already is the same. A single call, for writes
 * without an idempotency key and without conditions on other items (docs/writing-once.md: with an idempotency key).
 */
import type { Item } from '../table/attributes.ts';
import type { Table } from '../table/table.ts';
import { marksOf, newestMark, noteMarks } from './marks.ts';
import type { Conditional } from './transactions.ts';

/**
 * @param isSame - whether an item that was found is one of the same kind, and not what is left of one
 * @returns `changed` if what is left of a removed item was found, which this write has not come before
 */
export const putOnce = async (
  table: Table,
  Item: Item,
  condition: Conditional,
  isSame: (found: Item) => boolean,
): Promise<'done' | 'changed'> => {
  const refused = await table.put({ Item, ...condition } as Parameters<Table['put']>[0]);
  if (!refused) return 'done';
  const { item } = refused;
  noteMarks(item);
  if (!item) return 'changed';
  // Its own first try may have landed, and what it put may have been removed since.
  return isSame(item) || marksOf(item).includes(newestMark(Item)) ? 'done' : 'changed';
};
