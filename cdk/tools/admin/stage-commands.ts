/** The commands about a stage as a whole: before its first deploy, and after it. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from './command.ts';
import type { PreflightOptions } from './preflight.ts';
import type { ProtectOptions } from './protect.ts';
import type { ExplainRequestOptions } from './request-explain.ts';
import { duration, stageName, webAddress } from './values.ts';

/** Collects `key=value` of each `-c`. */
const contextOf = (text: string, others: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const [, key, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('Give key=value, as for cdk deploy.');
  if (key === 'stage') throw new InvalidArgumentError('Give the stage with --stage.');
  return { ...others, [key]: value };
};

export const addStage = (program: Command, { io, fail }: Context): void => {
  program
    .command('explain')
    .description('why a request ended as it did, by the logs: whose it was, its code, the field, what to do')
    .argument('<requestId>', 'the value of X-Request-Id, or of x-amzn-RequestId')
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .option('--logs <url>', 'on this machine: where the logs are; npm start prints it', webAddress)
    .option('--since <duration>', 'how far back to look: 7d, 24h', duration, 86_400_000)
    .option('--json', 'print it as JSON')
    .action(
      async (requestId: string, options: ExplainRequestOptions) =>
        void (await (await import('./request-explain.ts')).explainRequest(io, requestId, options)),
    );
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
