/** Helpers that the commands share. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { AdminError, type Io } from '../io.ts';
import { statusOf } from './exit-status.ts';
import { explain } from './explain.ts';
import { openTarget, type Target, type TargetOptions } from './target.ts';
import { stageName, webAddress } from './values.ts';

/** What every command gets. */
export interface Context {
  readonly io: Io;
  /** Called by a command that ran to its end and found a problem. */
  readonly fail: () => void;
}

/** The command as it is typed: `keys rotate`. */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Adds the options by which a command finds its table. */
export const withTarget = (command: Command): Command =>
  command
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .option('--endpoint <url>', 'a local DynamoDB engine instead of a stage', webAddress)
    .option('--table <name>', "another table than the stage's, for instance a restored one");

/** Adds `--json`, which `reporting` reads. */
export const withJson = (command: Command): Command => command.option('--json', 'print the result as JSON');

/** Adds the options of a command that destroys something (`confirm.ts`). */
export const withConfirm = (command: Command): Command =>
  withJson(command)
    .option('--dry-run', 'show what the command would do, and change nothing')
    .option('--yes', 'do not ask; required where no one can be asked');

/** Adds the option of a command that reads an entire table (`tools/data/run`). */
export const withResume = (command: Command): Command =>
  command
    .option('--resume <file>', 'store the position in a file, and continue an interrupted run from it')
    .hook('preAction', (_, running) => {
      const { out, resume }: { readonly out?: string; readonly resume?: string } = running.opts();
      if (out !== undefined && resume !== undefined && resolve(out) === resolve(resume))
        throw new AdminError('--out and --resume name the same file.');
    });

/** Runs `work` on the target that the options name, and closes it. */
export const onTarget =
  <Options extends object>(work: (target: Target, options: Options & TargetOptions) => Promise<unknown>) =>
  async (options: Options & TargetOptions): Promise<void> => {
    const target = await openTarget(options);
    try {
      await work(target, options);
    } finally {
      target.close();
    }
  };

/**
 * With `--json`, sentences go to standard error, and the result to standard output as one line: that of the command, or
 * its failure. A command that prints its result itself passes none.
 */
export const reporting = async (
  io: Io,
  json: boolean | undefined,
  work: (io: Io) => Promise<unknown>,
): Promise<void> => {
  if (!json) return void (await work(io));
  let result: object | undefined;
  const take = (value: object) => {
    result = value;
  };
  try {
    await work({ ...io, out: io.log, result: take });
  } catch (error) {
    io.out(JSON.stringify({ error: explain(error), status: statusOf(error) }));
    throw error;
  }
  if (result) io.out(JSON.stringify(result));
};

interface Reported {
  readonly json?: boolean | undefined;
}

/** The action of a command on a target that reports. */
export const onReported =
  <Options extends object>(
    io: Io,
    work: (target: Target, io: Io, options: Options & TargetOptions) => Promise<unknown>,
  ): ((options: Options & TargetOptions & Reported) => Promise<void>) =>
  (options) =>
    reporting(io, options.json, (inner) => onTarget<Options>((target, given) => work(target, inner, given))(options));

/**
 * The same for a command that reads an entire table, which must exist. It gets the faster calls of bulk work.
 *
 * @param work - gets the table with `tools/data/bulk-table.ts`
 */
export const onWholeTable = <Options extends object>(
  io: Io,
  work: (target: Target, io: Io, options: Options & TargetOptions) => Promise<unknown>,
) =>
  onReported<Options>(io, async (target, inner, options) => {
    const { requireTable } = await import('../data/commands/second-table.ts');
    await requireTable(target.table);
    const { bulkTable } = await import('../data/bulk-table.ts');
    await work({ ...target, table: await bulkTable(target.table, { batches: false }) }, inner, options);
  });
