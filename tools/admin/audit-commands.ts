/** The command that shows who changed what. */
import type { Command } from 'commander';
import type { AuditOptions } from './audit.ts';
import { type Context, onReported, withTarget } from './command.ts';
import { integer, keyId, partnerId, timeBefore } from './values.ts';

const USUAL_LIMIT = 50;

export const addAudit = (program: Command, { io }: Context): void => {
  withTarget(program.command('audit'))
    .description(
      'list who changed what, newest first; --key filters the other options, --partner requires that partner',
    )
    .option('--business <number>', 'a location, also a deleted one', integer)
    .option('--account <number>', 'changes of the account itself, not of its locations', integer)
    .option('--partner <id>', 'all changes of a partner; with other options, the required owner', partnerId)
    .option('--key <id>', 'changes with this key, an id from keys list', keyId)
    .option('--since <time>', 'only since then: 2026-01-31, 2026-01-31T12:00Z, 7d, 24h', timeBefore)
    .option('--limit <number>', 'maximum number of entries', integer, USUAL_LIMIT)
    .option('--json', 'print them as JSON')
    .action(
      onReported(io, async (target, _, options: AuditOptions) =>
        (await import('./audit.ts')).showAudit(target, io, options),
      ),
    );
};
