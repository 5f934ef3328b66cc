/** A table of its own for a test file, on the engine of the run. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { readAssembly } from '../../cdk/tools/local/assembly.ts';
import { useLocalCredentials } from '../../cdk/tools/local/service.ts';
import { ensureTable } from '../../cdk/tools/local/table.ts';
import { type OpenTable, openTable } from '../../cdk/tools/open-table.ts';
import { useTable } from '../../lib/dynamodb/environment.ts';

/** Makes a table and lets the functions of this test file find it. */
export const createTestTable = async (): Promise<OpenTable> => {
  useLocalCredentials();
  const table = openTable({ tableName: `test-${randomUUID()}`, endpoint: inject('endpoint') });
  await ensureTable(table, await readAssembly(inject('assemblyDirectory')));
  process.env.TABLE_NAME = table.name;
  process.env.DYNAMODB_ENDPOINT = inject('endpoint');
  // Files of one worker share their modules: what an earlier file opened is not this one's.
  useTable(undefined);
  return table;
};
