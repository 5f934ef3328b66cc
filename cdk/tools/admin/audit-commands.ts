/** The command that shows who changed what. */
import type { Command } from 'commander';
import type { AuditOptions } from './audit.ts';
import { type Context, onTarget, withTarget } from './command.ts';
import { keyId, partnerId, timeBefore, wholeNumber } from './values.ts';

const USUAL_LIMIT = 50;

export const addAudit = (program: Command, { io }: Context): void => {
  withTarget(program.command('audit'))
    .description('who changed what, the newest first; --key narrows the others, --partner says whose they must be')
    .option('--business <number>', 'a location, also one that was deleted', wholeNumber)
    .option('--account <number>', 'what is of the account itself: not its locations', wholeNumber)
    .option('--partner <id>', 'all of a partner, or whose the number or the key is', partnerId)
    .option('--key <id>', 'by this key, as keys list shows it', keyId)
    .option('--since <time>', 'from then on: 2026-01-31, 2026-01-31T12:00Z, 7d, 24h', timeBefore)
    .option('--limit <number>', 'so many at the most', wholeNumber, USUAL_LIMIT)
    .option('--json', 'print them as JSON')
    .action(
      onTarget(async (target, options: AuditOptions) => (await import('./audit.ts')).showAudit(target, io, options)),
    );
};
