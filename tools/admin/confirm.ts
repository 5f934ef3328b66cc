/** Destructive commands show what they will do, and go on only if the operator confirms it. */
import { AdminError, type Io } from '../io.ts';
import type { Target } from './target.ts';

/**
 * Shows what a command will do, and asks whether to do it.
 *
 * @param what - in the imperative: `revoke the key 0123456789ab of partner acme`
 * @returns whether to go on: `false` in a dry run
 * @throws AdminError if the operator does not confirm it, or no one can be asked
 */
export type Confirm = (what: string) => Promise<boolean>;

/** What the work of a destructive command gets. */
export interface Confirmable {
  /** Shows what the command would do, and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** By default it is confirmed: another program calls. */
  readonly confirm?: Confirm | undefined;
}

export const confirmedBefore: Confirm = async () => true;

export interface ConfirmOptions {
  /** Goes on without a question: for scripts. */
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Asks for the name of the target's stage. */
export const confirmAt =
  ({ stage, place }: Pick<Target, 'stage' | 'place'>, io: Io, { yes, dryRun }: ConfirmOptions): Confirm =>
  async (what) => {
    if (dryRun) {
      io.out(`Nothing was changed. At ${place} this would ${what}.`);
      io.result?.({ dryRun: true, would: what });
      return false;
    }
    if (yes) return true;
    if (!io.ask) throw new AdminError(`At ${place} this would ${what}. Pass --yes to do it, or --dry-run.`, 'refused');
    io.log(`At ${place} this will ${what}.`);
    const answer = (await io.ask(`Type the name of the stage (${stage}) to continue: `)).trim();
    if (answer === stage) return true;
    throw new AdminError(`Nothing was changed: ${answer || 'an empty answer'} is not the stage ${stage}.`, 'refused');
  };
