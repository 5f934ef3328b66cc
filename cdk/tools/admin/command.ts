/** What the commands have in common. */
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { openTarget, type Target, type TargetOptions } from './target.ts';
import { stageName, webAddress } from './values.ts';

/** What every command is given. */
export interface Context {
  readonly io: Io;
  /** Called by a command that ran to its end and found that something is wrong. */
  readonly fail: () => void;
}

/** As it is typed: `keys rotate`. */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** The options by which a command finds its table. */
export const withTarget = (command: Command): Command =>
  command
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .option('--endpoint <url>', 'a DynamoDB engine on this machine, in place of a stage', webAddress)
    .option('--table <name>', "another table than the stage's own, for instance a restored one");

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
