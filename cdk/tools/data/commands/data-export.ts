/** `data export`: gives the records of an account back, in the form that `data import` takes. */
import { pipeline } from 'node:stream/promises';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import type { OpenTable } from '../../open-table.ts';
import { requireOut, writeWhole } from '../../out-file.ts';
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

type Counts = Map<string, number>;

/** One line for each record; `counts` gets the number of each type. */
export const linesOf = async function* (records: AsyncGenerator<ExportedLine>, counts: Counts): AsyncGenerator<string> {
  for await (const record of records) {
    counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
    yield `${JSON.stringify(record)}\n`;
  }
};

const sentence = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([type, count]) => `${count} ${type}`).join(', ') || 'nothing';

/** @returns whether all was read: a reader such as head goes when it has seen enough, which is no failure */
const toStandardOutput = async (lines: AsyncGenerator<string>): Promise<boolean> => {
  try {
    await pipeline(lines, process.stdout, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw error;
  }
};

export const exportData = async (
  { table, place }: Target,
  io: Io,
  { account, out }: ExportOptions,
): Promise<ReadonlyMap<string, number>> => {
  if (out !== undefined) requireOut(out);
  if (account !== undefined && !(await ownersIn(table).account(account)))
    throw new AdminError(`There is no account ${account} at ${place}.`);
  const records = account === undefined ? exportAll(table) : exportAccount(table, account);
  const counts: Counts = new Map();
  const lines = linesOf(records, counts);
  if (out !== undefined) await writeWhole(lines, out);
  else if (!(await toStandardOutput(lines))) return counts;
  const to = out === undefined ? '' : ` to ${out}`;
  io.log(`Exported ${sentence(counts)}${to}. Keys are not among them: nobody knows their secrets.`);
  return counts;
};
