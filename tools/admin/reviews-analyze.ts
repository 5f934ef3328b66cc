/** `reviews analyze`: analyses the reviews that were not analysed with this release's catalogue of terms. */
import { analyzeReviews } from '../data/analyze-reviews.ts';
import { startRun } from '../data/run/run.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';

export interface AnalyzeOptions {
  readonly dryRun?: boolean | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
}

/** @returns whether all reviews have the analysis of this release */
export const analyzeAll = async (
  { table }: Pick<Target, 'table'>,
  io: Io,
  { dryRun, resume }: AnalyzeOptions,
): Promise<boolean> => {
  io.log(`Reading the entire table ${table.name} ...`);
  const command = `reviews analyze${dryRun ? ' (dry run)' : ''}`;
  const run = startRun({ io, at: resume === undefined ? undefined : { file: resume, command, table: table.name } });
  const { reviews, changed, withheld, left } = await analyzeReviews(table, { dryRun, run });
  run.end();
  const done = dryRun ? 'to be analysed' : 'analysed';
  io.out(`${reviews} reviews, ${changed} ${done}, ${withheld} of erased persons keep their analysis.`);
  io.result?.({ dryRun: dryRun ?? false, reviews, changed, withheld, left });
  if (left > 0) io.out(`${left} kept changing: run the command again.`);
  return left === 0;
};
