/** `counts rebuild`: corrects the counts of responses and reviews by recounting the records. */
import { setTimeout as pause } from 'node:timers/promises';
import { rebuildCounts } from '../data/rebuild-counts.ts';
import { startRun } from '../data/run/run.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';

export interface RebuildOptions {
  readonly dryRun?: boolean | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
  /** Seconds between the two comparisons. */
  readonly wait?: number | undefined;
}

const WAIT_SECONDS = 10;

/** @returns whether all wrong counts were corrected */
export const rebuild = async (
  { table }: Target,
  io: Io,
  { dryRun, resume, wait = WAIT_SECONDS }: RebuildOptions,
): Promise<boolean> => {
  io.log(`Reading the entire table ${table.name}, and twice again, ${wait} seconds apart, if counts are wrong ...`);
  const command = `counts rebuild${dryRun ? ' (dry run)' : ''}`;
  const run = startRun({ at: resume === undefined ? undefined : { file: resume, command, table: table.name } });
  const { records, wrong, corrected } = await rebuildCounts(table, {
    ...{ dryRun, io, run },
    wait: () => pause(wait * 1000),
  });
  run.end();
  io.out(`${records} responses and reviews, ${wrong} wrong items, ${corrected} corrected.`);
  io.result?.({ dryRun: dryRun ?? false, records, wrong, corrected });
  const isLeft = wrong > corrected && !dryRun;
  if (isLeft)
    io.out('The others changed meanwhile: run the command again when the stream has been processed (IteratorAge).');
  return !isLeft;
};
