/** The world in a table of a test file's own, behind a client whose calls can be sent another way. */
import { inject } from 'vitest';
import type { Call } from '../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { itemsOf } from './data-files.ts';
import { bringOnce } from './kept-records.ts';
import { loadAll } from './load.ts';
import { createTestTable } from './store.ts';
import { world } from './world.ts';

let table: OpenTable;
let client: Call;
let answering: Call;

/** Loads records in the form of a data file. */
export const bring = (records: readonly unknown[]): Promise<void> => loadAll(table, records);

/** For `beforeAll`. */
export const openWorld = async (): Promise<OpenTable> => {
  table = await createTestTable();
  await bringOnce(table, world);
  client = functionClient(inject('endpoint'));
  answering = client;
  useTable(tableOf(table.name, (operation, input, options) => answering(operation, input, options)));
  return table;
};

/** Lets the functions' calls take a way of their own until the work has ended. */
export const through = async <T>(way: (call: Call) => Call, work: () => Promise<T>): Promise<T> => {
  answering = way(client);
  try {
    return await work();
  } finally {
    answering = client;
  }
};

/** All items of the table. */
export const scan = (): Promise<Item[]> => itemsOf(table);

/** As if no response under an idempotency key could be kept: what was executed is known, and no more. */
export const forgetReplies = async (): Promise<void> => {
  for (const { type, kept, pk, sk } of await scan())
    if (type === 'idempotency' && kept !== undefined)
      await table.update({ Key: { pk, sk } as Key, UpdateExpression: 'REMOVE kept' });
};
