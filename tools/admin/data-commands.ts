/** The commands that import and export records. */
import type { Command } from 'commander';
import type { ExportOptions } from '../data/commands/data-export.ts';
import type { ImportOptions } from '../data/commands/data-import.ts';
import { AdminError } from '../io.ts';
import { type Context, onReported, onWholeTable, reporting, withJson, withResume, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import type { TargetOptions } from './target.ts';
import { integer, webAddress } from './values.ts';

type GivenImport = TargetOptions & ConfirmOptions & Pick<ImportOptions, 'force' | 'dryRun' | 'events'>;

const addImport = (data: Command, { io, fail }: Context): void => {
  withJson(withTarget(data.command('import')))
    .description(
      'import records, one JSON object a line; skips records that partners have changed; rejected lines go to FILE.rejected, the reasons to FILE.rejected.txt',
    )
    .argument('<file>', 'the records')
    .option('--dry-run', 'print what would change, and write nothing')
    .option('--force', 'overwrite records that partners have changed since they were loaded')
    .option('--yes', 'with --force: do not ask; required where no one can be asked')
    .option('--events', 'send events for the changes; by default an import sends none')
    .action((file: string, options: GivenImport) =>
      onReported(io, async (target, inner) => {
        const { force, dryRun, events, yes } = options;
        const { importData } = await import('../data/commands/data-import.ts');
        const { requireTable } = await import('../data/commands/second-table.ts');
        await requireTable(target.table);
        if (force && !dryRun)
          await confirmAt(target, inner, { yes })(
            `overwrite with ${file} what partners have changed since the last load`,
          );
        const { bulkTable } = await import('../data/bulk-table.ts');
        const bulk = { ...target, table: await bulkTable(target.table) };
        if ((await importData(bulk, inner, file, { force, dryRun, events })).refused > 0) fail();
      })(options),
    );
};

export const addData = (program: Command, context: Context): void => {
  const { io } = context;
  const data = program.command('data').description('import and export records');
  addImport(data, context);
  withResume(withJson(withTarget(data.command('export'))))
    .description('export the records of an account for data import, without keys')
    .option('--account <number>', 'the account', integer)
    .option('--all', 'all accounts instead of one')
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--force', 'overwrite the file')
    .action(
      onWholeTable(io, async (target, inner, options: ExportOptions & { all?: true; json?: true }) => {
        const { account, all, out, json } = options;
        if ((account === undefined) === (all === undefined)) throw new AdminError('Pass either --account or --all.');
        if (json && out === undefined) throw new AdminError('Pass --out with --json: standard output has the records.');
        await (await import('../data/commands/data-export.ts')).exportData(target, inner, options);
      }),
    );
  data
    .command('bench')
    .description('import generated records into a new table of an engine, and measure')
    .option('--records <number>', 'how many', integer, 100_000)
    .option('--endpoint <url>', 'a running engine (default: start one)', webAddress)
    .option('--json', 'print the figures as JSON')
    .action((options) =>
      reporting(io, options.json, async () =>
        (await import('../data/commands/data-bench.ts')).reportBench(io, options),
      ),
    );
};
