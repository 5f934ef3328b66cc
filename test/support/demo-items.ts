/** The demo data as the items that loading it makes. */
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { demoFile } from '../../cdk/tools/local/demo.ts';
import { loadData } from '../../cdk/tools/local/service.ts';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import { type Item, toAttributes } from '../../lib/dynamodb/attributes.ts';
import { itemsOf } from './data-files.ts';
import { createTestTable } from './store.ts';

/** A call takes as many. */
const TOGETHER = 25;

let loaded: Promise<readonly Item[]> | undefined;

const loadOnce = async (): Promise<readonly Item[]> => {
  const { TABLE_NAME, DYNAMODB_ENDPOINT } = process.env;
  const table = await createTestTable();
  // Whose table the functions find is for the test file to say.
  for (const [name, value] of Object.entries({ TABLE_NAME, DYNAMODB_ENDPOINT })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await loadData(table, demoFile, ({ line, reason }) => {
    throw new Error(`line ${line}: ${reason}`);
  });
  const items = await itemsOf(table);
  table.client.destroy();
  return items;
};

/** Puts the demo data into an empty table. It is loaded by the first test file of a worker: to put its items takes a tenth of that. */
export const putDemoData = async ({ client, name }: Pick<OpenTable, 'client' | 'name'>): Promise<void> => {
  loaded ??= loadOnce();
  const items = await loaded;
  for (let from = 0; from < items.length; from += TOGETHER) {
    const requests = items.slice(from, from + TOGETHER).map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [name]: requests } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not take all of the demo data');
  }
};
