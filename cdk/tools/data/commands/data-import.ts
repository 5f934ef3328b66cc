/** `data import FILE`: loads records (data format); what is there already is skipped, so that a load can go on. */
import { appendFileSync, createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { compile } from '../../../build/validators.ts';
import { startProgress } from '../../admin/progress.ts';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import { type LoadCounts, loadFile, noCounts, type RefusedLine } from '../load.ts';
import { recordReader } from '../records.ts';
import type { RetryOptions } from '../retry.ts';

/** So many reasons are told; all refused lines stand in the file. */
const MOST_REASONS = 20;

const NEWLINE = 0x0a;

/** The lines of a file, for the length of the bar: blank ones, which are no records, are few. */
const countLines = async (file: string): Promise<number> => {
  let lines = 0;
  let last = NEWLINE;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    last = chunk.at(-1) ?? last;
  }
  return last === NEWLINE ? lines : lines + 1;
};

/** Keeps refused lines as they came. They may hold keys, so that the owner alone may read them. */
const rejectedFile = (file: string) => {
  const name = `${file}.rejected`;
  rmSync(name, { force: true });
  return { name, add: (text: string) => appendFileSync(name, `${text}\n`, { mode: 0o600 }) };
};

export interface ImportOptions {
  readonly retry?: RetryOptions;
  readonly onProgress?: (counts: LoadCounts) => void;
}

/** Answers with the counts; where a line was refused the command has failed. */
export const importData = async (
  { table, plans, meteringKeys, place }: Pick<Target, 'table' | 'plans' | 'meteringKeys' | 'place'>,
  io: Io,
  file: string,
  { retry, onProgress }: ImportOptions = {},
): Promise<LoadCounts> => {
  if (!existsSync(file)) throw new AdminError(`There is no file ${file}.`);
  // It is read more than once, which neither a directory nor a pipe allows.
  if (!statSync(file).isFile()) throw new AdminError(`${file} is no file.`);
  const total = await countLines(file);
  const rejected = rejectedFile(file);
  const progress = startProgress(io, total, 'Loading');
  let throttled = 0;
  let latest = noCounts;
  const reasons: string[] = [];
  const onRefused = ({ line, reason, text }: RefusedLine) => {
    rejected.add(text);
    if (reasons.length < MOST_REASONS) reasons.push(`line ${line}: ${reason}`);
  };
  try {
    latest = await loadFile(file, {
      table,
      plans,
      meteringKeys,
      readRecord: recordReader(compile),
      onRefused,
      onProgress(counts) {
        latest = { ...counts };
        onProgress?.(latest);
        const { loaded, unchanged, refused } = counts;
        progress.update(loaded + unchanged + refused, throttled > 0 ? `${throttled} tried again` : '');
      },
      retry: {
        ...retry,
        onRetry() {
          throttled++;
          retry?.onRetry?.();
        },
      },
    });
  } catch (error) {
    progress.stop();
    io.log(
      `Stopped after ${latest.loaded} new and ${latest.unchanged} unchanged records; another run goes on from there.`,
    );
    throw error;
  }
  progress.stop();
  const { loaded, unchanged, refused } = latest;
  const again = throttled > 0 ? ` ${throttled} writes were tried again.` : '';
  io.out(`Loaded ${file} at ${place}: ${loaded} new, ${unchanged} unchanged, ${refused} refused.${again}`);
  if (refused > 0) {
    for (const reason of reasons) io.log(reason);
    if (refused > reasons.length) io.log(`... and ${refused - reasons.length} more`);
    io.log(`The refused lines stand in ${rejected.name}: mend them and load that file.`);
  }
  return latest;
};
