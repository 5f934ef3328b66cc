/** The commands that look at what meters keys, and mend it. */
import type { Command } from 'commander';
import { type Context, onTarget, withTarget } from './command.ts';
import type { ExplainOptions } from './keys-explain.ts';
import type { RepairOptions } from './keys-repair.ts';
import { keyId, partnerId } from './values.ts';

export const addMetering = (keys: Command, { io, fail }: Context): void => {
  withTarget(keys.command('repair'))
    .description('put what meters keys in order, in API Gateway and in the table; secrets stay as they are')
    .option('--partner <id>', 'only the keys of this partner; without it, it reads the whole table', partnerId)
    .option('--enable', 'enable metering keys that are disabled in API Gateway')
    .option('--dry-run', 'say what is wrong, and change nothing')
    .action(
      onTarget(async (target, options: RepairOptions) => {
        if (!(await (await import('./keys-repair.ts')).repairKeys(target, io, options))) fail();
      }),
    );
  withTarget(keys.command('explain'))
    .description('say what a partner would get now with each of its keys, and why')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .option('--key <id>', 'only this key, as keys list shows it', keyId)
    .option('--json', 'print it as JSON')
    .action(
      onTarget(async (target, options: ExplainOptions) =>
        (await import('./keys-explain.ts')).explainKeys(target, io, options),
      ),
    );
};
