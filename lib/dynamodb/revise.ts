/** The loop of an update: judge, write on what was judged, and judge again where another request came between. */
import { StoreUnavailable } from './outcomes.ts';
import { pauseBefore } from './pause.ts';

/** Others changed the record each time. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** For operations that have no response for a conflict: the request may be sent again. */
export const unavailableInstead = (error: unknown): never => {
  throw error instanceof Conflict ? new StoreUnavailable(error.message) : error;
};

/** What became of a conditional write, in the terms of a repository. */
export type Outcome<Found> =
  | { readonly saved: Found }
  | { readonly refused: 'absent' | 'changed'; readonly found?: Found };

export interface Revision<Found, Writes> {
  /** Set where the update was executed before, under its idempotency key: reads the record instead of judging again. */
  readonly replay?: (() => Promise<Outcome<Found>>) | undefined;
  /** Whether the record is to be read before anything is judged. */
  readonly readsFirst: boolean;
  find(): Promise<Found | undefined>;
  /**
   * What is to be written; `undefined` where that hangs on a record that has not been read. Throws what refuses the update.
   *
   * @param record - once it has been read, or found in the way of a write
   */
  judge(record: Found | undefined): Writes | undefined;
  /** @param record - on which the writes were judged; absent where it was not read */
  save(writes: Writes, record: Found | undefined): Promise<Outcome<Found>>;
}

/** A `replay` that only reads the record: for what is answered with it as it stands. */
export const readAgain =
  <Found>(find: () => Promise<Found | undefined>) =>
  async (): Promise<Outcome<Found>> => {
    const found = await find();
    return found ? { saved: found } : { refused: 'absent' };
  };

/** How often an update that conflicted with others is judged again. */
const ATTEMPTS = 8;

/**
 * Revises a record.
 *
 * @returns the record as saved; `undefined` where it is not there
 * @throws Conflict; whatever `judge` and `save` throw
 */
export const revise = async <Found, Writes>(revision: Revision<Found, Writes>): Promise<Found | undefined> => {
  if (revision.replay) {
    const outcome = await revision.replay();
    return 'saved' in outcome ? outcome.saved : undefined;
  }
  let record: Found | undefined;
  let mustRead = revision.readsFirst;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The first try, and the one on the record that it found, come at once.
    if (attempt > 1) await pauseBefore(attempt - 1);
    if (mustRead) {
      record = await revision.find();
      if (!record) return undefined;
      mustRead = false;
    }
    const writes = revision.judge(record);
    if (writes === undefined) {
      mustRead = true;
      continue;
    }
    const outcome = await revision.save(writes, record);
    if ('saved' in outcome) return outcome.saved;
    if (!outcome.found) return undefined;
    record = outcome.found;
  }
  throw new Conflict('others changed the record each time');
};
