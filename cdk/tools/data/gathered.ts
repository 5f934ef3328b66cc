/** Reads of single keys that are asked for at the same time, gathered into one call: an import looks each record up first. */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { type Key, keyText } from '../../../lib/dynamodb/keys.ts';
import { CONSISTENT } from '../../../lib/dynamodb/reader.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';

interface Asked {
  readonly keys: readonly Key[];
  readonly answer: (items: Item[]) => void;
  readonly fail: (error: unknown) => void;
}

/** The same table; consistent reads that are asked for before the loop turns go together. */
export const gathered = <Open extends Pick<Table, 'get' | 'batchGet'>>(table: Open): Open => {
  let waiting: Asked[] = [];

  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const items = await table.batchGet(asked.flatMap(({ keys }) => keys));
      const found = new Map(items.map((item) => [keyText(item), item]));
      // Each gets an item of its own: nobody sees what another does to it.
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
  const gather = (keys: readonly Key[]): Promise<Item[]> =>
    new Promise((answer, fail) => {
      if (waiting.push({ keys, answer, fail }) === 1) setImmediate(ask);
    });

  return {
    ...table,
    get: async (key, { consistent } = CONSISTENT) =>
      consistent ? (await gather([key]))[0] : table.get(key, { consistent }),
    batchGet: (keys, { consistent } = CONSISTENT) => (consistent ? gather(keys) : table.batchGet(keys, { consistent })),
  };
};
