/** The commands about keys: issue, rotate, revoke, and their metering keys. */
import type { Command } from 'commander';
import { type Context, onReported, withConfirm, withJson, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import type { KeyName } from './find-key.ts';
import type { ExplainOptions } from './keys-explain.ts';
import type { IssueOptions } from './keys-issue.ts';
import type { ListOptions } from './keys-list.ts';
import type { RepairOptions } from './keys-repair.ts';
import type { RotateOptions } from './keys-rotate.ts';
import { addPartner } from './partner-commands.ts';
import { duration, durationOrNever, integer, keyId, partnerId, shownName } from './values.ts';

const addMetering = (keys: Command, { io, fail }: Context): void => {
  withJson(withTarget(keys.command('repair')))
    .description('repair metering keys in API Gateway and in the table; secrets do not change')
    .option('--partner <id>', 'only the keys of this partner; without it the command reads the entire table', partnerId)
    .option('--enable', 'enable metering keys that are disabled in API Gateway')
    .option('--dry-run', 'report what is wrong, and change nothing')
    .action(
      onReported(io, async (target, inner, options: RepairOptions) => {
        if (!(await (await import('./keys-repair.ts')).repairKeys(target, inner, options))) fail();
      }),
    );
  withTarget(keys.command('explain'))
    .description('show which response each key of a partner would get now, and why')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .option('--key <id>', 'only this key, an id from keys list', keyId)
    .option('--json', 'print it as JSON')
    .action(
      onReported(io, async (target, _, options: ExplainOptions) =>
        (await import('./keys-explain.ts')).explainKeys(target, io, options),
      ),
    );
};

export const addKeys = (program: Command, context: Context): void => {
  const { io } = context;
  const keys = program
    .command('keys')
    .description("partners' keys: issue, list, explain, repair, rotate, revoke, export, import");
  withTarget(keys.command('issue'))
    .description('issue a key to a partner, and print its secret once')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--plan <name>', 'the usage plan (cdk.json)')
    .option('--partner-name <name>', 'create the partner with this name, if it does not exist', shownName)
    .option('--expires <duration>', 'how long the key lasts: 90d, 24h, never (default never)', durationOrNever)
    .option('--name <text>', 'a name for the key', shownName)
    .option('--connector', 'a key for whoever runs a connector: it opens what a connector needs, and nothing else')
    .option('--account <number>', 'with --connector: the account in which alone it works', integer)
    .option('--all-accounts', 'with --connector: it works in all accounts of the partner')
    .option('--json', 'print the key as JSON')
    .action(
      onReported(io, async (target, _, options: IssueOptions) =>
        (await import('./keys-issue.ts')).issueKey(target, io, options),
      ),
    );
  withTarget(keys.command('list'))
    .description('list keys; without --partner the command reads the entire table')
    .option('--partner <id>', 'only the keys of this partner', partnerId)
    .option('--json', 'print the list as JSON')
    .action(
      onReported(io, async (target, _, options: ListOptions) =>
        (await import('./keys-list.ts')).listIssuedKeys(target, io, options),
      ),
    );
  withTarget(keys.command('rotate'))
    .description('issue a new key for the same partner and plan, and let the old one expire')
    .requiredOption('--key <id>', "the key's id, from keys list", keyId)
    .requiredOption('--overlap <duration>', 'how long the old key still works: 24h', duration)
    .option('--partner <id>', "the key's partner: avoids reading the entire table", partnerId)
    .option('--expires <duration>', 'how long the new key lasts; required if the old one expires', durationOrNever)
    .option('--json', 'print the key as JSON')
    .action(
      onReported(io, async (target, _, options: RotateOptions) =>
        (await import('./keys-rotate.ts')).rotateKey(target, io, options),
      ),
    );
  withConfirm(withTarget(keys.command('revoke')))
    .description('disable a key for good')
    .requiredOption('--key <id>', "the key's id, from keys list", keyId)
    .option('--partner <id>', "the key's partner: avoids reading the entire table", partnerId)
    .action(
      onReported(io, async (target, inner, options: KeyName & ConfirmOptions) =>
        (await import('./keys-revoke.ts')).revokeKey(target, inner, {
          ...options,
          confirm: confirmAt(target, inner, options),
        }),
      ),
    );
  addMetering(keys, context);
  addPartner(program, keys, context);
};
