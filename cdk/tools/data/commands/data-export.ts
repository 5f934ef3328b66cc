/** `data export`: gives the records of an account back, in the form that `data import` takes. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import type { OpenTable } from '../../open-table.ts';
import { exportAccount, lineFor } from '../export.ts';
import type { ExportedLine } from '../lines/line.ts';
import { ownersIn } from '../owners.ts';
import { scanItems } from './scan.ts';

/** Every record of the table; the import brings them in their order itself. */
export const exportAll = async function* (table: OpenTable): AsyncGenerator<ExportedLine> {
  for await (const item of scanItems(table)) {
    const record = lineFor(item);
    if (record) yield record;
  }
};

export interface ExportOptions {
  /** One account; all of the table without it. */
  readonly account?: number | undefined;
  /** Standard output without it. */
  readonly out?: string | undefined;
}

/** Writes one line for each record, and waits where the reader is slower. Answers with the number of each type. */
const writeRecords = async (
  records: AsyncGenerator<ExportedLine>,
  stream: Writable,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for await (const record of records) {
    counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, 'drain');
  }
  return counts;
};

const sentence = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([type, count]) => `${count} ${type}`).join(', ') || 'nothing';

const exportTo = async (
  records: AsyncGenerator<ExportedLine>,
  out: string | undefined,
): Promise<ReadonlyMap<string, number>> => {
  if (out === undefined) return writeRecords(records, process.stdout);
  // Under another name until it is whole: half a file never stands where a whole one is looked for.
  const partial = `${out}.partial`;
  const stream = createWriteStream(partial, { mode: 0o600 });
  try {
    const counts = await writeRecords(records, stream);
    stream.end();
    await finished(stream);
    await rename(partial, out);
    return counts;
  } catch (error) {
    stream.destroy();
    await rm(partial, { force: true });
    throw error;
  }
};

export const exportData = async (
  { table, place }: Target,
  io: Io,
  { account, out }: ExportOptions,
): Promise<ReadonlyMap<string, number>> => {
  if (account !== undefined && !(await ownersIn(table).account(account)))
    throw new AdminError(`There is no account ${account} at ${place}.`);
  const records = account === undefined ? exportAll(table) : exportAccount(table, account);
  const counts = await exportTo(records, out);
  const to = out === undefined ? '' : ` to ${out}`;
  io.log(`Exported ${sentence(counts)}${to}. Keys are not among them: nobody knows their secrets.`);
  return counts;
};
