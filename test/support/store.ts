/** A table of its own for a test file, on the engine of the run. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { readAssembly } from '../../cdk/tools/local/assembly.ts';
import type { ApiModel } from '../../cdk/tools/local/model.ts';
import { useLocalCredentials } from '../../cdk/tools/local/service.ts';
import { ensureTable } from '../../cdk/tools/local/table.ts';
import { itemCalls, type OpenTable, openTable } from '../../cdk/tools/open-table.ts';
import { functionClient } from '../../lib/dynamodb/client.ts';
import { useTable } from '../../lib/dynamodb/environment.ts';
import { endWithFile } from './made-tables.ts';
import { withoutStream } from './table-model.ts';

let model: Promise<ApiModel> | undefined;

/**
 * Makes a table and lets the functions of this test file find it; it ends with the file. Its calls go by the functions'
 * client, which takes a third of the SDK's time; how operators reach a table is tested by `openTarget`.
 *
 * It has no stream unless it is asked for (`withoutStream`).
 */
export const createTestTable = async ({ stream = false } = {}): Promise<OpenTable> => {
  useLocalCredentials();
  const endpoint = inject('endpoint');
  const opened = openTable({ tableName: `test-${randomUUID()}`, endpoint });
  model ??= readAssembly(inject('assemblyDirectory'));
  await ensureTable(opened, stream ? await model : withoutStream(await model));
  endWithFile(opened);
  const table: OpenTable = { ...opened, ...itemCalls(opened.name, functionClient(endpoint)) };
  process.env.TABLE_NAME = table.name;
  process.env.DYNAMODB_ENDPOINT = endpoint;
  // Files of one worker share their modules: what an earlier file opened is not this one's.
  useTable(undefined);
  return table;
};
