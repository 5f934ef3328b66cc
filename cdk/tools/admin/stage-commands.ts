/** The commands about a stage as a whole: before its first deploy, and after it. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from './command.ts';
import type { PreflightOptions } from './preflight.ts';
import type { ProtectOptions } from './protect.ts';
import { stageName } from './values.ts';

/** Collects `key=value` of each `-c`. */
const contextOf = (text: string, others: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const [, key, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('Give key=value, as for cdk deploy.');
  if (key === 'stage') throw new InvalidArgumentError('Give the stage with --stage.');
  return { ...others, [key]: value };
};

export const addStage = (program: Command, { io, fail }: Context): void => {
  program
    .command('preflight')
    .description('before a deploy: look at what it would fail of; asks AWS, changes nothing, needs no stack')
    .option('--stage <name>', 'the stage that is to be deployed', stageName, 'prod')
    .option('-c, --context <key=value>', 'what the deploy is given beside cdk.json; may be repeated', contextOf)
    .option('--json', 'print the findings as JSON')
    .action(async (options: PreflightOptions) => {
      if (!(await (await import('./preflight.ts')).preflight(io, options))) fail();
    });
  program
    .command('protect')
    .description('after the first good deploy: make a stage refuse to be deleted')
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .action(async (options: ProtectOptions) => (await import('./protect.ts')).protectStage(io, options));
};
