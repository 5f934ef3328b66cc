/** `counts rebuild`: brings the counts of responses and reviews to what a recount of the records comes to. */
import { setTimeout as pause } from 'node:timers/promises';
import { rebuildCounts } from '../data/rebuild-counts.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';

export interface RebuildOptions {
  readonly dryRun?: boolean | undefined;
  /** Seconds between the two looks. */
  readonly settle?: number | undefined;
}

const SETTLE_SECONDS = 10;

/** @returns whether all that is wrong was set right */
export const rebuild = async (
  { table }: Target,
  io: Io,
  { dryRun, settle = SETTLE_SECONDS }: RebuildOptions,
): Promise<boolean> => {
  io.log(`Reading the whole of ${table.name}, and once more after ${settle} seconds if counts are wrong ...`);
  const { records, wrong, corrected } = await rebuildCounts(table, { dryRun, settle: () => pause(settle * 1000) });
  io.out(`${records} responses and reviews, ${wrong} wrong items, ${corrected} set right.`);
  const isLeft = wrong > corrected && !dryRun;
  if (isLeft) io.out('The rest changed meanwhile: run it again when the stream has been read (IteratorAge).');
  return !isLeft;
};
