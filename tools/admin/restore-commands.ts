/** The commands that restore a table, and prove that a restore works. */
import type { Command } from 'commander';
import type { ApplyOptions } from '../data/commands/restore-apply.ts';
import type { DrillOptions } from '../data/commands/restore-drill.ts';
import { type Context, onWholeTable, withConfirm, withJson, withResume, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import { integerOrZero } from './values.ts';

export const addRestore = (program: Command, { io, fail }: Context): void => {
  withJson(withTarget(program.command('restore-drill')))
    .description('restore the data into a second table, compare the two by hash, delete the second')
    .option('--keep', 'keep the second table')
    .option('--tolerate <number>', 'how many items may differ (default 0)', integerOrZero)
    .action(
      onWholeTable(io, async (target, inner, options: DrillOptions) => {
        if (!(await (await import('../data/commands/restore-drill.ts')).restoreDrill(target, inner, options))) fail();
      }),
    );
  withResume(withConfirm(withTarget(program.command('restore-apply'))))
    .description("apply a restored table to the stage's table; stop the traffic first")
    .requiredOption('--from <table>', 'the restored table')
    .action(
      onWholeTable(io, async (target, inner, options: ApplyOptions & ConfirmOptions) => {
        const { restoreApply } = await import('../data/commands/restore-apply.ts');
        const confirm = confirmAt(target, inner, options);
        if ((await restoreApply(target, inner, { ...options, confirm })).met > 0) fail();
      }),
    );
};
