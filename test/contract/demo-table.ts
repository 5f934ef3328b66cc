/** A table with the demo data and what the cases need next to it, behind a client that notes every call. */
import { isDeepStrictEqual } from 'node:util';
import { inject } from 'vitest';
import type { Call } from '../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import { keysWritten, type Noted } from '../../tools/data/keys-written.ts';
import { rebuildCounts } from '../../tools/data/rebuild-counts.ts';
import { itemsOfCases, recordsOfCases } from '../support/case-items.ts';
import { putDemoData } from '../support/demo-items.ts';
import { loadAll } from '../support/load.ts';
import { putItems } from '../support/put-items.ts';
import { createTestTable } from '../support/store.ts';
import { useTestBucket } from '../support/test-bucket.ts';

export interface DemoTable {
  /** What the functions called since the last time this was asked. */
  taken(): Noted[];
  /** Puts the table back as it was loaded, where a call since the last time may have changed it. */
  restore(): Promise<void>;
  /** Lets this answer in place of the table until the work has ended. */
  instead<T>(call: Call, work: () => Promise<T>): Promise<T>;
}

/** Loads the demo data into a table of its own and lets the functions of this test file find it. */
export const openDemoTable = async (more: readonly Item[] = []): Promise<DemoTable> => {
  const table = await createTestTable();
  await useTestBucket();
  // No one else writes here whom a function would have to wait for.
  clock.pause = async () => {};
  await putDemoData(table);
  await loadAll(table, recordsOfCases());
  await putItems(table, [...itemsOfCases(), ...more]);
  // As the stream would have it; nothing reads one here.
  await rebuildCounts(table, { wait: async () => {} });

  const client = functionClient(inject('endpoint'));
  let answering: Call = client;
  let noted: Noted[] = [];
  const written = new Map<string, Key>();
  const call: Call = (operation, input, options) => {
    noted.push({ operation, input });
    for (const key of keysWritten({ operation, input })) written.set(keyText(key), key);
    return answering(operation, input, options);
  };
  useTable(tableOf(table.name, call));

  const loaded = new Map<string, Item>();
  for await (const item of scanItems(table)) loaded.set(keyText(item), item);
  if (loaded.size === 0) throw new Error('Nothing was loaded');

  return {
    taken: () => {
      const all = noted;
      noted = [];
      return all;
    },
    async restore() {
      for (const [name, key] of written) {
        const item = loaded.get(name);
        const now = await table.get(key);
        if (now && !item) await table.remove({ Key: key });
        if (item && !isDeepStrictEqual(item, now)) await table.put({ Item: item });
      }
      written.clear();
    },
    async instead(other, work) {
      answering = other;
      try {
        return await work();
      } finally {
        answering = client;
      }
    },
  };
};
