/** The commands that bring a table back, and prove that it can be. */
import type { Command } from 'commander';
import type { ApplyOptions } from '../data/commands/restore-apply.ts';
import type { DrillOptions } from '../data/commands/restore-drill.ts';
import { type Context, onTarget, withTarget } from './command.ts';
import { wholeNumber } from './values.ts';

export const addRestore = (program: Command, { io, fail }: Context): void => {
  withTarget(program.command('restore-drill'))
    .description('restore the data into a second table, compare the two by hash, remove the second')
    .option('--keep', 'leave the second table')
    .option('--tolerate <number>', 'so many items may differ (default 0)', wholeNumber)
    .action(
      onTarget(async (target, options: DrillOptions) => {
        if (!(await (await import('../data/commands/restore-drill.ts')).restoreDrill(target, io, options))) fail();
      }),
    );
  withTarget(program.command('restore-apply'))
    .description("have the stage's table hold again what a restored one holds; stop the traffic first")
    .requiredOption('--from <table>', 'the restored table')
    .option('--dry-run', 'say how much differs, and write nothing')
    .action(
      onTarget(async (target, options: ApplyOptions) => {
        const { restoreApply } = await import('../data/commands/restore-apply.ts');
        if ((await restoreApply(target, io, options)).met > 0) fail();
      }),
    );
};
