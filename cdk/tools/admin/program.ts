/** The commands and their options; each command's work stands in a file of its own. */
import { Command } from 'commander';
import type { ExportOptions } from '../data/commands/data-export.ts';
import type { ImportOptions } from '../data/commands/data-import.ts';
import { AdminError } from '../io.ts';
import { noteCommand } from '../operator.ts';
import { addAudit } from './audit-commands.ts';
import { type Context, nameOf, onTarget, withTarget } from './command.ts';
import { addContact, addUser } from './erase-commands.ts';
import type { KeyName } from './find-key.ts';
import { addMetering } from './keys-commands.ts';
import type { IssueOptions } from './keys-issue.ts';
import type { ListOptions } from './keys-list.ts';
import type { RotateOptions } from './keys-rotate.ts';
import { addPartner } from './partner-commands.ts';
import { addRestore } from './restore-commands.ts';
import { addStage } from './stage-commands.ts';
import { addCounts, addTable } from './table-commands.ts';
import type { TargetOptions } from './target.ts';
import type { UsageOptions } from './usage.ts';
import { duration, durationOrNever, keyId, partnerId, webAddress, wholeNumber } from './values.ts';

const addKeys = (program: Command, context: Context): void => {
  const { io } = context;
  const keys = program
    .command('keys')
    .description("partners' keys: issue, list, explain, repair, rotate, revoke, export, import");
  withTarget(keys.command('issue'))
    .description('make a key for a partner, and show its secret once')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--plan <name>', 'the usage plan (cdk.json)')
    .option('--partner-name <name>', 'make the partner, under this name, if it is not there')
    .option('--expires <duration>', 'how long the key lasts: 90d, 24h, never (default never)', durationOrNever)
    .option('--name <text>', 'what you call the key')
    .option('--json', 'print the key as JSON')
    .action(
      onTarget(async (target, options: IssueOptions) =>
        (await import('./keys-issue.ts')).issueKey(target, io, options),
      ),
    );
  withTarget(keys.command('list'))
    .description('list keys by their ids; without --partner it reads the whole table')
    .option('--partner <id>', 'only the keys of this partner', partnerId)
    .option('--json', 'print the list as JSON')
    .action(
      onTarget(async (target, options: ListOptions) =>
        (await import('./keys-list.ts')).listIssuedKeys(target, io, options),
      ),
    );
  withTarget(keys.command('rotate'))
    .description('make a new key of the same partner and plan, and let the old one end')
    .requiredOption('--key <id>', 'the key, as keys list shows it', keyId)
    .requiredOption('--overlap <duration>', 'how long the old key still works: 24h', duration)
    .option('--partner <id>', 'whose key it is: spares reading the whole table', partnerId)
    .option('--expires <duration>', 'how long the new key lasts; needed where the old one expires', durationOrNever)
    .option('--json', 'print the key as JSON')
    .action(
      onTarget(async (target, options: RotateOptions) =>
        (await import('./keys-rotate.ts')).rotateKey(target, io, options),
      ),
    );
  withTarget(keys.command('revoke'))
    .description('take a key back for good')
    .requiredOption('--key <id>', 'the key, as keys list shows it', keyId)
    .option('--partner <id>', 'whose key it is: spares reading the whole table', partnerId)
    .action(
      onTarget(async (target, options: KeyName) => (await import('./keys-revoke.ts')).revokeKey(target, io, options)),
    );
  addMetering(keys, context);
  addPartner(program, keys, context);
};

const addUsage = (program: Command, { io }: Context): void => {
  withTarget(program.command('usage'))
    .description('what a partner has used of its plans: today, this month, what is left of the quota')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .option('--days <number>', 'the last so many days too, one by one', wholeNumber)
    .option('--gateway <url>', 'on this machine: what counts requests there; npm start prints it', webAddress)
    .option('--json', 'print the numbers as JSON')
    .action(
      onTarget(async (target, options: UsageOptions) => (await import('./usage.ts')).showUsage(target, io, options)),
    );
};

const addData = (program: Command, { io, fail }: Context): void => {
  const data = program.command('data').description('records: load them, get them back');
  withTarget(data.command('import'))
    .description(
      'load records, one JSON object a line; refused lines go to FILE.rejected, why to FILE.rejected.txt, what partners have changed is left',
    )
    .argument('<file>', 'the records')
    .option('--dry-run', 'print what would change, and write nothing')
    .option('--force', 'overwrite records that partners have changed since they were loaded')
    .option('--events', 'tell those who have subscribed of what is changed; without it an import is silent')
    .action((file: string, options: TargetOptions & Pick<ImportOptions, 'force' | 'dryRun' | 'events'>) =>
      onTarget(async (target) => {
        const { force, dryRun, events } = options;
        const { importData } = await import('../data/commands/data-import.ts');
        const { requireTable } = await import('../data/commands/second-table.ts');
        await requireTable(target.table);
        const { bulkTable } = await import('../data/bulk-table.ts');
        const bulk = { ...target, table: await bulkTable(target.table) };
        if ((await importData(bulk, io, file, { force, dryRun, events })).refused > 0) fail();
      })(options),
    );
  withTarget(data.command('export'))
    .description('print the records of an account in the form that data import takes; keys are not among them')
    .option('--account <number>', 'the account', wholeNumber)
    .option('--all', 'all accounts, in place of one')
    .option('--out <file>', 'write to a file in place of standard output')
    .action(
      onTarget(async (target, { account, all, out }: ExportOptions & { all?: true }) => {
        if ((account === undefined) === (all === undefined)) throw new AdminError('Give either --account or --all.');
        await (await import('../data/commands/data-export.ts')).exportData(target, io, { account, out });
      }),
    );
  data
    .command('bench')
    .description('load generated records into a table of their own on an engine, and measure')
    .option('--records <number>', 'how many', wholeNumber, 100_000)
    .option('--endpoint <url>', 'an engine that runs; one is started without it', webAddress)
    .option('--json', 'print the figures as JSON')
    .action(async (options) => void (await (await import('../data/commands/data-bench.ts')).reportBench(io, options)));
};

const addChecks = (program: Command, { io, fail }: Context): void => {
  withTarget(program.command('doctor'))
    .description('check credentials, stack, table, usage plans and a request; say what is wrong and how to correct it')
    .option('--url <url>', "the API to send a request to (default the stack's)", webAddress)
    .option('--json', 'print the findings as JSON')
    .action(async (options) => {
      if (!(await (await import('./doctor.ts')).doctor(io, options))) fail();
    });
  program
    .command('smoke')
    .description('call every operation of a running API, right and wrong; writes nothing unless --write is given')
    .requiredOption('--url <url>', 'the base URL of the API', webAddress)
    .requiredOption('--key <secret>', "a partner's key; - reads it from SMOKE_KEY in the environment")
    .option('--demo', 'the partner has the demo data: try every operation on it')
    .option('--write', 'send writes as they are, and not to be judged alone: on a stage for trials')
    .option('--business <number>', 'a location of the partner, with a maps category', wholeNumber)
    .option('--account <number>', 'an account of the partner', wholeNumber)
    .option('--competitor <number>', "a competitor account of the location's account", wholeNumber)
    .option('--email <address>', 'the email of a contact of the account')
    .option('--flood <number>', 'so many requests at once, to see some refused; spends the quota', wholeNumber)
    .option('--json', 'print the results as JSON')
    .action(async (options) => {
      const key = options.key === '-' ? (process.env.SMOKE_KEY ?? '') : options.key;
      if (!(await (await import('./smoke/run.ts')).smoke(io, { ...options, key }))) fail();
    });
};

/** All commands. `fail` is called where one ran to its end without success; what is thrown is for `explain`. */
export const createProgram = (context: Context): Command => {
  const program = new Command('admin')
    .description('The operator’s commands: npm run admin -- <command> --help')
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
    addContact,
    addUser,
    addCounts,
    addTable,
    addAudit,
    addChecks,
    addRestore,
    addStage,
  ])
    add(program, context);
  return program;
};
