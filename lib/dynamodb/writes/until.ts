/** Repeats writes that another request interfered with: no other loop does (docs/writing-once.md). */
import { Conflict, StoreUnavailable } from '../client/outcomes.ts';
import { pauseBefore } from '../client/pause.ts';

export interface Attempts {
  /** The maximum number of attempts, including the first. */
  readonly attempts: number;
  /** The number of repetitions without a pause. */
  readonly atOnce?: number;
  /** How often pauses are doubled at most. */
  readonly mostDoublings?: number;
  /** Waits before a repetition, instead of the usual pauses. The first repetition is 1. */
  readonly pause?: (repetition: number) => Promise<void>;
  /** Makes the error after the last attempt; `StoreUnavailable` by default. */
  readonly exhausted?: () => Error;
}

/** For writes below one account, which sometimes conflict. */
export const USUAL_ATTEMPTS: Attempts = { attempts: 12, mostDoublings: 5 };

const alwaysChanged = (): Error => new StoreUnavailable('other requests interfered with each attempt');

/**
 * Repeats an attempt to write as long as it returns `changed`.
 *
 * @param attempt - receives the number of attempts before it
 * @throws what `exhausted` makes, if the last attempt returned `changed` too
 */
export const until = async <Done>(
  { attempts, atOnce = 0, mostDoublings = attempts, pause, exhausted = alwaysChanged }: Attempts,
  attempt: (before: number) => Promise<Done | 'changed'>,
): Promise<Done> => {
  const usual = (repetition: number) => pauseBefore(Math.min(repetition - atOnce, mostDoublings));
  for (let before = 0; before < attempts; before++) {
    if (before > atOnce) await (pause ?? usual)(before);
    const outcome = await attempt(before);
    if (outcome !== 'changed') return outcome as Done;
  }
  throw exhausted();
};

/** The outcome of a conditional write, as repositories return it. */
export type Outcome<Found> =
  | { readonly saved: Found }
  | { readonly refused: 'absent' | 'changed'; readonly found?: Found };

export interface Revision<Found, Writes> {
  /** Set if the update was executed before, under its idempotency key: returns the record without validating again. */
  readonly replay?: (() => Promise<Outcome<Found>>) | undefined;
  /** Whether to read the record before the first validation. */
  readonly readsFirst: boolean;
  find(): Promise<Found | undefined>;
  /**
   * Validates the update and returns what to write; `undefined` if that depends on a record that was not read. Throws
   * the error of an invalid update.
   *
   * @param record - as it was read, or as a refused write found it
   */
  check(record: Found | undefined): Writes | undefined;
  /** @param record - the record that the writes are based on; absent if it was not read */
  save(writes: Writes, record: Found | undefined): Promise<Outcome<Found>>;
}

/** A `replay` that only reads the record. */
export const readAgain =
  <Found>(find: () => Promise<Found | undefined>) =>
  async (): Promise<Outcome<Found>> => {
    const found = await find();
    return found ? { saved: found } : { refused: 'absent' };
  };

/** The first repetition, on the record that was found, follows without a pause. */
const REVISIONS: Attempts = {
  attempts: 8,
  atOnce: 1,
  exhausted: () => new Conflict('other requests changed the record each time'),
};

/**
 * Revises a record: validates the update, writes it, and validates it against the record that was found if another
 * request changed that one meanwhile.
 *
 * @returns the record as saved; `undefined` if there is none
 * @throws Conflict after eight attempts; whatever `check` and `save` throw
 */
export const revise = async <Found, Writes>(revision: Revision<Found, Writes>): Promise<Found | undefined> => {
  if (revision.replay) {
    const outcome = await revision.replay();
    return 'saved' in outcome ? outcome.saved : undefined;
  }
  let record: Found | undefined;
  let mustRead = revision.readsFirst;
  return until(REVISIONS, async () => {
    if (mustRead) {
      record = await revision.find();
      if (!record) return undefined;
      mustRead = false;
    }
    const writes = revision.check(record);
    if (writes === undefined) {
      mustRead = true;
      return 'changed';
    }
    const outcome = await revision.save(writes, record);
    if ('saved' in outcome) return outcome.saved;
    if (!outcome.found) return undefined;
    record = outcome.found;
    return 'changed';
  });
};
