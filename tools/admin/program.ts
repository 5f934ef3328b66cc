/** The commands and their options; the work of each command is in its own file. */
import { Command } from 'commander';
import { noteCommand } from '../operator.ts';
import { addAccount } from './account-commands.ts';
import { addAudit } from './audit-commands.ts';
import { type Context, nameOf, onReported, reporting, withTarget } from './command.ts';
import { addConnectors } from './connectors-commands.ts';
import { addData } from './data-commands.ts';
import { addContact, addEmployee, addUser } from './erase-commands.ts';
import { addKeys } from './keys-commands.ts';
import { addRestore } from './restore-commands.ts';
import { addStage } from './stage-commands.ts';
import { addCounts, addReviews, addTable } from './table-commands.ts';
import type { UsageOptions } from './usage.ts';
import { integer, partnerId, webAddress } from './values.ts';

const addUsage = (program: Command, { io }: Context): void => {
  withTarget(program.command('usage'))
    .description("show a partner's usage: today, this month, and the rest of the quota")
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .option('--days <number>', 'also show this many days, one by one', integer)
    .option('--gateway <url>', 'for npm start: the URL of its request counts, which it prints', webAddress)
    .option('--json', 'print the numbers as JSON')
    .action(
      onReported(io, async (target, _, options: UsageOptions) =>
        (await import('./usage.ts')).showUsage(target, io, options),
      ),
    );
};

const addChecks = (program: Command, { io, fail }: Context): void => {
  withTarget(program.command('doctor'))
    .description('check credentials, stack, table, usage plans and a request; print each fault and its fix')
    .option('--url <url>', "the API to send a request to (default the stack's)", webAddress)
    .option('--json', 'print the findings as JSON')
    .action((options) =>
      reporting(io, options.json, async () => {
        if (!(await (await import('./doctor.ts')).doctor(io, options))) fail();
      }),
    );
  program
    .command('smoke')
    .description(
      'call every operation of a running API with valid and invalid requests; writes nothing without --write',
    )
    .requiredOption('--url <url>', 'the base URL of the API', webAddress)
    .requiredOption('--key <secret>', "a partner's key; - reads it from SMOKE_KEY in the environment")
    .option('--demo', 'the partner has the demo data: try every operation on it')
    .option('--write', 'send real writes instead of dry runs: only on a test stage')
    .option('--business <number>', 'a location of the partner, with a maps category', integer)
    .option('--account <number>', 'an account of the partner', integer)
    .option('--competitor <number>', "a competitor account of the location's account", integer)
    .option('--email <address>', 'the email of a contact of the account')
    .option('--flood <number>', 'send this many requests at once, to see some throttled; uses up the quota', integer)
    .option('--json', 'print the results as JSON')
    .action((options) =>
      reporting(io, options.json, async () => {
        const key = options.key === '-' ? (process.env.SMOKE_KEY ?? '') : options.key;
        if (!(await (await import('./smoke/run.ts')).smoke(io, { ...options, key }))) fail();
      }),
    );
};

/**
 * Makes all commands. `fail` is called by a command that ran to its end without success; thrown errors are for
 * `explain`.
 */
export const createProgram = (context: Context): Command => {
  const program = new Command('admin')
    .description('The operator’s commands: npm run admin -- <command> --help')
    // Its subcommands inherit it: what commander refuses is reported by its caller, too.
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.io.out(text.trimEnd()),
      writeErr: (text) => context.io.log(text.trimEnd()),
      outputError: (text, write) =>
        write(
          `${text
            .trim()
            .replace(/\s*\n\s*/g, ' ')
            .replace(/\.?$/, '.')} Add --help to see the options.`,
        ),
    });
  program.hook('preAction', (_, command) => noteCommand(nameOf(command)));
  for (const add of [
    addKeys,
    addUsage,
    addData,
    addAccount,
    addConnectors,
    addContact,
    addUser,
    addEmployee,
    addCounts,
    addReviews,
    addTable,
    addAudit,
    addChecks,
    addRestore,
    addStage,
  ])
    add(program, context);
  return program;
};
