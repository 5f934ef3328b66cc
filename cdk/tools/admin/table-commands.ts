/** The commands that go through a whole table: to set counts right, and to bring items to their present form. */
import type { Command } from 'commander';
import { type Context, onTarget, withTarget } from './command.ts';
import type { RebuildOptions } from './counts-rebuild.ts';
import type { MigrateOptions } from './table-migrate.ts';
import { wholeNumber } from './values.ts';

export const addCounts = (program: Command, { io, fail }: Context): void => {
  const counts = program.command('counts').description('counts of responses and reviews');
  withTarget(counts.command('rebuild'))
    .description('recount responses and reviews from the records, and set counts right; reads the whole table twice')
    .option('--dry-run', 'print how many are wrong, and write nothing')
    .option('--settle <seconds>', 'wait between the two looks, for longer than the stream is behind', wholeNumber, 10)
    .action(
      onTarget(async (target, options: RebuildOptions) => {
        if (!(await (await import('./counts-rebuild.ts')).rebuild(target, io, options))) fail();
      }),
    );
};

export const addTable = (program: Command, { io, fail }: Context): void => {
  const table = program.command('table').description('forms of items: migrate');
  withTarget(table.command('migrate'))
    .description('bring all items to the form that this release writes, and count them by form; reads the whole table')
    .option('--dry-run', 'print how many there are of which form, and write nothing')
    .option('--resume <file>', 'keep the position in a file, and go on from there where an earlier run was cut off')
    .action(
      onTarget(async (target, options: MigrateOptions) => {
        if (!(await (await import('./table-migrate.ts')).migrate(target, io, options))) fail();
      }),
    );
};
