/** The commands that read a complete table: to correct counts, to analyse reviews, and to migrate items. */
import type { Command } from 'commander';
import { type Context, onWholeTable, withJson, withResume, withTarget } from './command.ts';
import type { RebuildOptions } from './counts-rebuild.ts';
import type { AnalyzeOptions } from './reviews-analyze.ts';
import type { MigrateOptions } from './table-migrate.ts';
import { integer } from './values.ts';

export const addCounts = (program: Command, { io, fail }: Context): void => {
  const counts = program.command('counts').description('counts of responses and reviews');
  withResume(withJson(withTarget(counts.command('rebuild'))))
    .description('recount responses and reviews from the records, and correct the counts; reads the entire table')
    .option('--dry-run', 'print how many are wrong, and write nothing')
    .option(
      '--wait <seconds>',
      "seconds between the two reads of wrong counts; more than the stream's delay",
      integer,
      10,
    )
    .action(
      onWholeTable(io, async (target, inner, options: RebuildOptions) => {
        if (!(await (await import('./counts-rebuild.ts')).rebuild(target, inner, options))) fail();
      }),
    );
};

export const addReviews = (program: Command, { io, fail }: Context): void => {
  const reviews = program.command('reviews').description('what reviews say: analyze');
  withResume(withJson(withTarget(reviews.command('analyze'))))
    .description("analyse reviews with this release's catalogue of terms; reads the entire table")
    .option('--dry-run', 'count the reviews, and write nothing')
    .action(
      onWholeTable(io, async (target, inner, options: AnalyzeOptions) => {
        if (!(await (await import('./reviews-analyze.ts')).analyzeAll(target, inner, options))) fail();
      }),
    );
};

export const addTable = (program: Command, { io, fail }: Context): void => {
  const table = program.command('table').description('schema versions of items: migrate');
  withResume(withJson(withTarget(table.command('migrate'))))
    .description(
      "migrate all items to this release's schema version, and count them by version; reads the entire table",
    )
    .option('--dry-run', 'count items by schema version, and write nothing')
    .action(
      onWholeTable(io, async (target, inner, options: MigrateOptions) => {
        if (!(await (await import('./table-migrate.ts')).migrate(target, inner, options))) fail();
      }),
    );
};
