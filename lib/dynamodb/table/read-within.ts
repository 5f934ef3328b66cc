/** Reads records by their keys, as far as a budget of read units allows. */
import { chunksOf } from '../client/concurrency.ts';
import type { Item } from './attributes.ts';
import { type Key, keyText } from './keys.ts';
import { blocksOf, itemBytes, type ReadBudget } from './read-units.ts';
import type { Consistency } from './reader.ts';
import type { Table } from './table.ts';

/** Records of one call, as some are large: a budget is exceeded by those at most. */
const AT_ONCE = 25;

interface Reading extends Consistency {
  readonly budget: ReadBudget;
  readonly atOnce?: number;
}

/** What there is of these keys, by key (`keyText`); `undefined` if it takes more than the budget allows. */
export const readWithin = async (
  table: Pick<Table, 'batchGet'>,
  keys: readonly Key[],
  { budget, consistent, atOnce = AT_ONCE }: Reading,
): Promise<ReadonlyMap<string, Item> | undefined> => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const found = new Map<string, Item>();
  for (const chunk of chunksOf(distinct, atOnce)) {
    for (const item of await table.batchGet(chunk, { consistent })) {
      budget.spend(blocksOf(itemBytes(item)) / (consistent ? 1 : 2));
      found.set(keyText(item), item);
    }
    if (budget.left() < 0) return undefined;
  }
  return found;
};
