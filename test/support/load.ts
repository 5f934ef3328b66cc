/** Brings records in as an operator would. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { RefusedLine } from '../../tools/data/load.ts';
import { loadData } from '../../tools/local/load-data.ts';

/** Answers with the lines that were refused. */
export const load = async (table: Table, records: readonly unknown[]): Promise<RefusedLine[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'records-'));
  const file = join(directory, 'records.jsonl');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const refused: RefusedLine[] = [];
  await loadData(table, file, (line) => refused.push(line));
  await rm(directory, { recursive: true });
  return refused;
};

/** @throws Error that names the first line that was refused */
export const loadAll = async (table: Table, records: readonly unknown[]): Promise<void> => {
  const [refused] = await load(table, records);
  if (refused) throw new Error(`line ${refused.line} was refused: ${refused.reason}`);
};
