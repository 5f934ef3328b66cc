/** The commands about a stage: before its first deploy, and after it. */
import { type Command, InvalidArgumentError } from 'commander';
import type { BindOptions } from './bind.ts';
import { type Context, reporting, withJson } from './command.ts';
import type { PreflightOptions } from './preflight.ts';
import type { ProtectOptions } from './protect.ts';
import type { ExplainRequestOptions } from './request-explain.ts';
import { duration, stageName, webAddress } from './values.ts';

/** Collects `key=value` of each `-c`. */
const contextOf = (text: string, others: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const [, key, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('Pass key=value, as for cdk deploy.');
  if (key === 'stage') throw new InvalidArgumentError('Pass the stage with --stage.');
  return { ...others, [key]: value };
};

export const addStage = (program: Command, { io, fail }: Context): void => {
  program
    .command('explain')
    .description('explain from the logs why a request failed: partner, code, field, what to do')
    .argument('<requestId>', 'the value of X-Request-Id, or of x-amzn-RequestId')
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .option('--logs <url>', 'for npm start: the URL of its logs, which it prints', webAddress)
    .option('--since <duration>', 'how far back to look: 7d, 24h', duration, 86_400_000)
    .option('--sources', 'name the lines of a fault; check out the deployed release first')
    .option('--json', 'print it as JSON')
    .action((requestId: string, options: ExplainRequestOptions) =>
      reporting(io, options.json, async () =>
        (await import('./request-explain.ts')).explainRequest(io, requestId, options),
      ),
    );
  program
    .command('preflight')
    .description('check whether a deploy would fail; changes nothing, needs no stack')
    .option('--stage <name>', 'the stage to deploy', stageName, 'prod')
    .option('-c, --context <key=value>', 'a setting of the deploy in addition to cdk.json; repeatable', contextOf)
    .option('--json', 'print the findings as JSON')
    .action((options: PreflightOptions) =>
      reporting(io, options.json, async () => {
        if (!(await (await import('./preflight.ts')).preflight(io, options))) fail();
      }),
    );
  withJson(program.command('bind'))
    .description('bind a stage to the account and Region of your credentials; a deploy to any other is then refused')
    .option('--stage <name>', 'the stage', stageName, 'prod')
    .action((options: BindOptions & { json?: boolean }) =>
      reporting(io, options.json, async (inner) => (await import('./bind.ts')).bindStage(inner, options)),
    );
  withJson(program.command('protect'))
    .description('protect a stage from deletion, after its first successful deploy')
    .option('--stage <name>', 'the deployed stage', stageName, 'prod')
    .action((options: ProtectOptions & { json?: boolean }) =>
      reporting(io, options.json, async (inner) => (await import('./protect.ts')).protectStage(inner, options)),
    );
};
