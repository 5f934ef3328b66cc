/** `data export`: exports the records of an account, or of all, as lines that `data import` accepts. */
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import { exportAccount, linesFor } from '../export.ts';
import type { ExportedLine } from '../lines/line.ts';
import { ownersIn } from '../owners.ts';
import { openLineFile, requireNew } from '../run/line-file.ts';
import { type Run, startRun } from '../run/run.ts';

export interface ExportOptions {
  /** One account; by default the complete table. */
  readonly account?: number | undefined;
  /** By default standard output. */
  readonly out?: string | undefined;
  /** Overwrites the file. */
  readonly force?: boolean | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
}

type Counts = Map<string, number>;

/** Takes the lines of a page: writes them now, or returns what writes them together with the position. */
type Take = (text: string) => (() => void) | Promise<() => void>;

const textOf = (records: readonly ExportedLine[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const countLines = (records: readonly ExportedLine[], counts: Counts): void => {
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1);
};

/** The counts in one sentence. */
export const exportedSentence = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([type, count]) => `${count} ${type}`).join(', ') || 'nothing';

/** A reader such as head stops when it has seen enough, which is no failure. */
const isReaderGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

const toStandardOutput: Take = (text) =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve(() => {})));
  });

/** Every record of the table, in no order: the import sorts them itself. */
const exportAll = ({ table }: Target, run: Run, counts: Counts, take: Take): Promise<void> =>
  run.sweep({
    phase: 'export',
    table,
    what: 'Exporting',
    see: async (items) => {
      const records = await linesFor(table, items, run.call);
      const commit = await take(textOf(records));
      return () => {
        commit();
        countLines(records, counts);
      };
    },
  });

const CHUNK = 500;

const exportOne = async ({ table }: Target, account: number, counts: Counts, take: Take): Promise<void> => {
  let chunk: ExportedLine[] = [];
  const flush = async () => {
    (await take(textOf(chunk)))();
    countLines(chunk, counts);
    chunk = [];
  };
  for await (const record of exportAccount(table, account)) if (chunk.push(record) === CHUNK) await flush();
  await flush();
};

const exportTo = async (target: Target, run: Run, { account }: ExportOptions, take: Take): Promise<Counts> => {
  const counts = run.counts('exported');
  await (account === undefined ? exportAll(target, run, counts, take) : exportOne(target, account, counts, take));
  return counts;
};

const toFile = async (target: Target, run: Run, options: ExportOptions & { out: string }): Promise<Counts> => {
  const written = run.keep(`bytes of ${options.out}`, { bytes: 0 });
  const file = openLineFile(options.out, { written, isKept: options.resume !== undefined });
  try {
    const counts = await exportTo(target, run, options, (text) => () => file.append(text));
    file.complete();
    return counts;
  } catch (error) {
    file.close();
    throw error;
  }
};

/**
 * Exports records.
 *
 * @throws AdminError if there is no such account, or the file exists
 */
export const exportData = async (
  target: Target,
  io: Io,
  options: ExportOptions,
): Promise<ReadonlyMap<string, number>> => {
  const { account, out, force, resume } = options;
  const { table, place } = target;
  if (resume !== undefined && (out === undefined || account !== undefined))
    throw new AdminError('Pass --resume only with --all and --out.');
  if (out !== undefined) requireNew(out, force);
  if (account !== undefined && !(await ownersIn(table).account(account)))
    throw new AdminError(`Account ${account} does not exist at ${place}.`, 'not found');
  const run = startRun({
    io,
    at: resume === undefined ? undefined : { file: resume, command: `data export to ${out}`, table: table.name },
  });
  let counts: Counts;
  try {
    counts =
      out === undefined
        ? await exportTo(target, run, options, toStandardOutput)
        : await toFile(target, run, { ...options, out });
  } catch (error) {
    if (isReaderGone(error)) return new Map();
    throw error;
  }
  run.end();
  const to = out === undefined ? '' : ` to ${out}`;
  io.log(`Exported ${exportedSentence(counts)}${to}. Keys are not included: no one knows their secrets.`);
  io.result?.({ out, exported: Object.fromEntries(counts) });
  return counts;
};
