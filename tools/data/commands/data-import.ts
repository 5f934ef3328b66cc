/** `data import FILE`: loads a data file. It skips records that exist already, so a load can be repeated. */
import { existsSync, statSync } from 'node:fs';
import { startProgress } from '../../admin/progress.ts';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import { forLines } from '../file-lines.ts';
import { type LoadCounts, loadFile, noCounts, type WrittenLine } from '../load.ts';
import { reasonOf, rejectedFile } from '../rejected-file.ts';
import type { RetryOptions } from '../retry.ts';

/** The most reasons printed for each kind. A file has those of all refused lines, and a dry run prints them all. */
const MOST_REASONS = 20;

/** Counts the lines of a file, for the length of the progress bar. Blank lines count too, as they are few. */
const countLines = async (file: string): Promise<number> => {
  let lines = 0;
  await forLines(file, () => {
    lines++;
  });
  return lines;
};

export interface ImportOptions {
  /** Overwrites changes that partners have made since the load. */
  readonly force?: boolean | undefined;
  /** Prints what would change, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Sends events to subscribers for the changes. */
  readonly events?: boolean | undefined;
  /** Accepts a file without lines. */
  readonly mayBeEmpty?: boolean;
  readonly retry?: RetryOptions;
  readonly onProgress?: (counts: LoadCounts) => void;
}

const sumOf = ({ loaded, updated, unchanged, changed, refused }: LoadCounts): number =>
  loaded + updated + unchanged + changed + refused;

/** The counts in one sentence. */
const sentence = ({ loaded, updated, unchanged, changed, refused }: LoadCounts): string =>
  [
    `${loaded} new`,
    ...(updated > 0 ? [`${updated} updated`] : []),
    `${unchanged} unchanged`,
    ...(changed > 0 ? [`${changed} changed by the partner since, skipped`] : []),
    `${refused} refused`,
  ].join(', ');

/** A line about a record: what a dry run would do to it, or why it was skipped. */
const noteOf = ({ line, about, outcome, fields }: WrittenLine): string => {
  const named = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  if (outcome === 'loaded') return `line ${line}: ${about} would be created`;
  if (outcome === 'updated') return `line ${line}: ${about} would change${named}`;
  return `line ${line}: ${about} was changed by the partner since it was loaded, and is skipped${named}`;
};

/** Keeps the first of many sentences, and counts all of them. */
const someOf = (most: number) => {
  const kept: string[] = [];
  let count = 0;
  return {
    add(text: string): void {
      count++;
      if (kept.length < most) kept.push(text);
    },
    print(io: Io): void {
      for (const text of kept) io.log(text);
      if (count > kept.length) io.log(`... and ${count - kept.length} more`);
    },
  };
};

/** Loads a data file and returns the counts. The command fails if a line was refused. */
export const importData = async (
  { table, plans, meteringKeys, place }: Pick<Target, 'table' | 'plans' | 'meteringKeys' | 'place'>,
  io: Io,
  file: string,
  { force, dryRun, events, mayBeEmpty, retry, onProgress }: ImportOptions = {},
): Promise<LoadCounts> => {
  if (!existsSync(file)) throw new AdminError(`${file} does not exist.`);
  // The file is read more than once, which neither a directory nor a pipe allows.
  if (!statSync(file).isFile()) throw new AdminError(`${file} is not a file.`);
  const total = await countLines(file);
  if (total === 0 && !mayBeEmpty) throw new AdminError(`${file} contains no records.`);
  const rejected = dryRun ? undefined : rejectedFile(file);
  rejected?.check();
  const progress = startProgress(io, total, dryRun ? 'Checking' : 'Loading');
  let throttled = 0;
  let latest = noCounts;
  const reasons = someOf(MOST_REASONS);
  const left = someOf(MOST_REASONS);
  try {
    latest = await loadFile(file, {
      table,
      plans,
      meteringKeys,
      force,
      dryRun,
      events,
      onRefused(refused) {
        rejected?.add(refused);
        if (dryRun) io.log(reasonOf(refused));
        else reasons.add(reasonOf(refused));
      },
      onWritten(written) {
        if (dryRun && written.outcome !== 'unchanged') io.out(noteOf(written));
        else if (written.outcome === 'changed') left.add(noteOf(written));
      },
      onProgress(counts) {
        latest = { ...counts };
        onProgress?.(latest);
        progress.update(sumOf(counts), throttled > 0 ? `${throttled} tried again` : '');
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
    io.log(`Stopped after ${latest.loaded} new and ${latest.unchanged} unchanged records; run it again to continue.`);
    throw error;
  }
  progress.stop();
  const again = throttled > 0 ? ` ${throttled} writes were retried.` : '';
  const done = dryRun ? `Nothing was written. ${file} at ${place} would be` : `Loaded ${file} at ${place}`;
  io.out(`${done}: ${sentence(latest)}.${again}`);
  io.result?.({ dryRun: dryRun ?? false, ...latest });
  left.print(io);
  if (latest.changed > 0)
    io.log('Compare those records with an export: --dry-run lists all of them. --force overwrites them, except posts.');
  reasons.print(io);
  if (latest.refused > 0 && rejected)
    io.log(
      `The rejected lines are in ${rejected.name}, all reasons in ${rejected.reasons}: fix the lines and import that file.`,
    );
  return latest;
};
