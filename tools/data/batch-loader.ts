/** Batches concurrent reads of single keys into one call: an import looks each record up first. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import { CONSISTENT } from '../../lib/dynamodb/table/reader.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';

interface Asked {
  readonly keys: readonly Key[];
  readonly answer: (items: Item[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Returns the same table with batched consistent reads: those requested in the same turn of the event loop go into one
 * call.
 */
export const withBatchLoader = <Open extends Pick<Table, 'get' | 'batchGet'>>(table: Open): Open => {
  let waiting: Asked[] = [];

  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const items = await table.batchGet(asked.flatMap(({ keys }) => keys));
      const found = new Map(items.map((item) => [keyText(item), item]));
      // Each caller gets its own copy of the item, so that none sees another's changes.
      for (const { keys, answer } of asked)
        answer(
          [...new Set(keys.map(keyText))].flatMap((name) => {
            const item = found.get(name);
            return item ? [structuredClone(item)] : [];
          }),
        );
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  };
  const loadTogether = (keys: readonly Key[]): Promise<Item[]> =>
    new Promise((answer, fail) => {
      if (waiting.push({ keys, answer, fail }) === 1) setImmediate(ask);
    });

  return {
    ...table,
    get: async (key, { consistent } = CONSISTENT) =>
      consistent ? (await loadTogether([key]))[0] : table.get(key, { consistent }),
    batchGet: (keys, options = CONSISTENT) =>
      options.consistent && !options.only ? loadTogether(keys) : table.batchGet(keys, options),
  };
};
