/** A table of its own for a test file, on the engine of the run. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readAssembly } from '../../cdk/local/assembly.ts';
import { loadData, useLocalCredentials } from '../../cdk/local/service.ts';
import { ensureTable } from '../../cdk/local/table.ts';
import type { RefusedLine } from '../../lib/data/load.ts';
import { openTable, type Table } from '../../lib/store/table.ts';

/** Makes a table and lets the functions of this test file find it. */
export const createTestTable = async (): Promise<Table> => {
  useLocalCredentials();
  const table = openTable({ tableName: `test-${randomUUID()}`, endpoint: inject('endpoint') });
  await ensureTable(table, await readAssembly(inject('assemblyDirectory')));
  process.env.TABLE_NAME = table.name;
  process.env.DYNAMODB_ENDPOINT = inject('endpoint');
  return table;
};

/** Loads records as an operator would; answers with the lines that were refused. */
export const load = async (table: Table, records: readonly unknown[]): Promise<RefusedLine[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'records-'));
  const file = join(directory, 'records.jsonl');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const refused: RefusedLine[] = [];
  await loadData(table, file, (line) => refused.push(line));
  await rm(directory, { recursive: true });
  return refused;
};
