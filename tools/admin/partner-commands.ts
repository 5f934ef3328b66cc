/** The commands about a partner: its keys as a file, its usage plan, its state. */
import type { Command } from 'commander';
import { type Context, onReported, onWholeTable, withConfirm, withJson, withResume, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import type { KeysExportOptions } from './keys-export.ts';
import type { KeysImportOptions } from './keys-import.ts';
import type { PartnerListOptions } from './partner-list.ts';
import type { OffboardOptions } from './partner-offboard.ts';
import type { SuspendOptions } from './partner-suspend.ts';
import type { PlanOptions } from './plan-set.ts';
import type { TargetOptions } from './target.ts';
import { integer, partnerId } from './values.ts';

const addKeyFiles = (keys: Command, { io, fail }: Context): void => {
  withJson(withTarget(keys.command('export')))
    .description('export keys to a file, with the hashes of their secrets, for keys import on another stage or table')
    .requiredOption('--out <file>', 'the file')
    .option('--partner <id>', 'only the keys of this partner; without it the command reads the entire table', partnerId)
    .action(
      onReported(io, async (target, inner, options: KeysExportOptions) =>
        (await import('./keys-export.ts')).exportKeys(target, inner, options),
      ),
    );
  withJson(withTarget(keys.command('import')))
    .description(
      'import keys from such a file; secrets stay valid, revocations, expiries and suspensions stay in force',
    )
    .argument('<file>', 'the keys')
    .option('--dry-run', 'print what would change, and write nothing')
    .action((file: string, options: TargetOptions & KeysImportOptions) =>
      onReported(io, async (target, inner) => {
        if (!(await (await import('./keys-import.ts')).importKeys(target, inner, file, { dryRun: options.dryRun })))
          fail();
      })(options),
    );
};

const addPlan = (program: Command, { io }: Context): void => {
  const plan = program.command('plan').description('usage plans of partners');
  withJson(withTarget(plan.command('set')))
    .description('move all usable keys of a partner to a usage plan')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--plan <name>', 'the usage plan (cdk.json)')
    .action(
      onReported(io, async (target, inner, options: PlanOptions) =>
        (await import('./plan-set.ts')).setPlan(target, inner, options),
      ),
    );
};

/**
 * Adds the commands.
 *
 * @param keys - the command `keys`, to which those about files of keys are added
 */
export const addPartner = (program: Command, keys: Command, context: Context): void => {
  const { io } = context;
  addKeyFiles(keys, context);
  addPlan(program, context);
  const partner = program.command('partner').description('partners: list, suspend, resume, offboard');
  withResume(withTarget(partner.command('list')))
    .description('list partners with state, keys, accounts and locations; reads the entire table')
    .option('--json', 'print the list as JSON')
    .action(
      onWholeTable(io, async (target, _, options: PartnerListOptions) =>
        (await import('./partner-list.ts')).listPartners(target, io, options),
      ),
    );
  withConfirm(withTarget(partner.command('suspend')))
    .description('refuse all keys of a partner, and issue it no new ones, until it is resumed')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .action(
      onReported(io, async (target, inner, options: SuspendOptions & ConfirmOptions) =>
        (await import('./partner-suspend.ts')).suspendPartner(target, inner, {
          ...options,
          confirm: confirmAt(target, inner, options),
        }),
      ),
    );
  withJson(withTarget(partner.command('resume')))
    .description('end the suspension of a partner')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .action(
      onReported(io, async (target, inner, options: SuspendOptions) =>
        (await import('./partner-suspend.ts')).resumePartner(target, inner, options),
      ),
    );
  withResume(withConfirm(withTarget(partner.command('offboard'))))
    .description('export everything of a partner, and remove it for good; reads the entire table several times')
    .requiredOption('--partner <id>', 'the partner', partnerId)
    .requiredOption('--out <file>', 'output file for its records; what data import does not accept goes to FILE.rest')
    .option('--wait <seconds>', 'seconds to wait for its last requests', integer, 120)
    .action(
      onWholeTable(io, async (target, inner, options: OffboardOptions & ConfirmOptions) =>
        (await import('./partner-offboard.ts')).offboardPartner(target, inner, {
          ...options,
          confirm: confirmAt(target, inner, options),
        }),
      ),
    );
};
