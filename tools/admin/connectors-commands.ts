/** The commands about the connectors of an account. */
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { type Context, onReported, withConfirm, withJson, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import type { ConnectorOption, ConnectorsOptions, SetConnectorsOptions } from './connectors.ts';
import { integer } from './values.ts';

/** One connector more, such as `ALPHA=https://connect.orchard.example/alpha`. */
const anotherConnector = (text: string, before: readonly ConnectorOption[] = []): readonly ConnectorOption[] => {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Use CHANNEL=URL, for instance ALPHA=https://connect.example.com/alpha.');
  return [...before, { channel: text.slice(0, at), url: text.slice(at + 1) }];
};

const ACCOUNT = ['--account <number>', 'the account', integer] as const;

export const addConnectors = (program: Command, { io }: Context): void => {
  const connectors = program.command('connectors').description('connectors of an account: set, list, remove');
  withConfirm(withTarget(connectors.command('set')))
    .description('set all connectors of an account, and print the secret if it had none; asks before it removes one')
    .requiredOption(...ACCOUNT)
    .requiredOption(
      '--connector <channel=url>',
      'a connector: ALPHA=https://...; once for each channel',
      anotherConnector,
    )
    .option('--auth <file>', 'basic authorization of their requests: {"username", "password"}; without it it stays')
    .option('--no-auth', 'remove their basic authorization')
    .action(
      onReported(io, async (target, inner, options: SetConnectorsOptions & ConfirmOptions) => {
        const confirm = confirmAt(target, inner, options);
        return (await import('./connectors.ts')).setConnectors(target, inner, { ...options, confirm });
      }),
    );
  withJson(withTarget(connectors.command('list')))
    .description('list the connectors of an account with their states')
    .requiredOption(...ACCOUNT)
    .action(
      onReported(io, async (target, inner, options: ConnectorsOptions) =>
        (await import('./connectors.ts')).listConnectors(target, inner, options),
      ),
    );
  withConfirm(withTarget(connectors.command('remove')))
    .description('remove all connectors of an account')
    .requiredOption(...ACCOUNT)
    .action(
      onReported(io, async (target, inner, options: ConnectorsOptions & ConfirmOptions) => {
        const confirm = confirmAt(target, inner, options);
        return (await import('./connectors.ts')).removeConnectors(target, inner, { ...options, confirm });
      }),
    );
};
