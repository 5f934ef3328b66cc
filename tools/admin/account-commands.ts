/** The commands about an account. */
import type { Command } from 'commander';
import type { AccountDeleteOptions } from './account-delete.ts';
import { type Context, onReported, withConfirm, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import { integer } from './values.ts';

export const addAccount = (program: Command, { io }: Context): void => {
  const account = program.command('account').description('accounts: delete one with its locations');
  withConfirm(withTarget(account.command('delete')))
    .description('delete an account for good with all its locations; the stream deletes them, and can be interrupted')
    .requiredOption('--account <number>', 'the account', integer)
    .option('--wait <seconds>', 'seconds without progress after which the command gives up waiting', integer, 120)
    .action(
      onReported(io, async (target, inner, options: AccountDeleteOptions & ConfirmOptions) =>
        (await import('./account-delete.ts')).deleteAccountWithLocations(target, inner, {
          ...options,
          confirm: confirmAt(target, inner, options),
        }),
      ),
    );
};
