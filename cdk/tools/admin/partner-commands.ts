/** The commands about a partner as a whole: its keys as a file, its usage plan, its state. */
import type { Command } from 'commander';
import { type Context, onTarget, withTarget } from './command.ts';
import type { KeysExportOptions } from './keys-export.ts';
import type { KeysImportOptions } from './keys-import.ts';
import type { PartnerListOptions } from './partner-list.ts';
import type { OffboardOptions } from './partner-offboard.ts';
import type { SuspendOptions } from './partner-suspend.ts';
import type { PlanOptions } from './plan-set.ts';
import type { TargetOptions } from './target.ts';
import { partnerId, wholeNumber } from './values.ts';

const addKeyFiles = (keys: Command, { io, fail }: Context): void => {
  withTarget(keys.command('export'))
    .description(
      'write keys to a file, by the hashes of their secrets, from which keys import makes them work elsewhere',
    )
    .requiredOption('--out <file>', 'the file')
    .option('--partner <id>', 'only the keys of this partner; without it, it reads the whole table', partnerId)
    .action(
      onTarget(async (target, options: KeysExportOptions) =>
        (await import('./keys-export.ts')).exportKeys(target, io, options),
      ),
    );
  withTarget(keys.command('import'))
    .description(
      'bring keys of such a file, under the secrets that partners have; lifts no revocation, end nor suspension',
    )
    .argument('<file>', 'the keys')
    .option('--dry-run', 'say what would be done, and write nothing')
    .action((file: string, options: TargetOptions & KeysImportOptions) =>
      onTarget(async (target) => {
        if (!(await (await import('./keys-import.ts')).importKeys(target, io, file, { dryRun: options.dryRun })))
          fail();
      })(options),
    );
};

const addPlan = (program: Command, { io }: Context): void => {
  const plan = program.command('plan').description('usage plans of partners');
  withTarget(plan.command('set'))
    .description('move all usable keys of a partner to a usage plan')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--plan <name>', 'the usage plan (cdk.json)')
    .action(
      onTarget(async (target, options: PlanOptions) => (await import('./plan-set.ts')).setPlan(target, io, options)),
    );
};

/** @param keys - the command `keys`, which gets those about files of keys */
export const addPartner = (program: Command, keys: Command, context: Context): void => {
  const { io } = context;
  addKeyFiles(keys, context);
  addPlan(program, context);
  const partner = program.command('partner').description('partners: list, suspend, resume, offboard');
  withTarget(partner.command('list'))
    .description('list partners, their state, and how much each has; reads the whole table')
    .option('--json', 'print the list as JSON')
    .action(
      onTarget(async (target, options: PartnerListOptions) =>
        (await import('./partner-list.ts')).listPartners(target, io, options),
      ),
    );
  withTarget(partner.command('suspend'))
    .description('have all keys of a partner refused, and give it no new ones, until it is resumed')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .action(
      onTarget(async (target, options: SuspendOptions) =>
        (await import('./partner-suspend.ts')).suspendPartner(target, io, options),
      ),
    );
  withTarget(partner.command('resume'))
    .description('let the keys of a suspended partner work again')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .action(
      onTarget(async (target, options: SuspendOptions) =>
        (await import('./partner-suspend.ts')).resumePartner(target, io, options),
      ),
    );
  withTarget(partner.command('offboard'))
    .description('export everything of a partner, and remove it for good; reads the whole table several times')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--out <file>', 'where its records go; what data import does not take goes to FILE.rest')
    .requiredOption('--confirm <id>', 'the partner once more', partnerId)
    .option('--settle <seconds>', 'how long its last requests may be under way', wholeNumber, 120)
    .action(
      onTarget(async (target, options: OffboardOptions) =>
        (await import('./partner-offboard.ts')).offboardPartner(target, io, options),
      ),
    );
};
