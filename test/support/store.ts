/** A table of its own for a test file, on the engine of the run. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Call } from '../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import type { ApiModel } from '../../tools/local/model.ts';
import { useLocalCredentials } from '../../tools/local/service.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { withoutStream } from '../../tools/local/without-stream.ts';
import { itemCalls, type OpenTable, openTable } from '../../tools/open-table.ts';
import { endWithFile } from './made-tables.ts';
import { asTest } from './roles/running.ts';

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
  const call = functionClient(endpoint);
  // In between the calls of a function it is still the test that calls, which has no role.
  const ofTest: Call = (operation, input, options) => asTest(() => call(operation, input, options));
  const table: OpenTable = { ...opened, ...itemCalls(opened.name, ofTest) };
  process.env.TABLE_NAME = table.name;
  process.env.DYNAMODB_ENDPOINT = endpoint;
  // Files of one worker share their modules: what an earlier file opened is not this one's.
  useTable(undefined);
  return table;
};
