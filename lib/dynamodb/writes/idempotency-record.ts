/** The idempotency record of a request, as its write sees it: stored in the same transaction as the write itself. */
import type { Item } from '../table/attributes.ts';
import type { Action } from './transactions.ts';

/**
 * What was executed under a key: the mark of the write, and what identifies the record if the request alone does not.
 */
export interface Executed {
  readonly mark: string;
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** Which attempt took the key, where the mark is that of a write before it: another attempt may name the same one. */
  readonly taker?: string | undefined;
}

export interface IdempotencyRecord {
  /** Set if an earlier request under the key was executed: the response follows from the record as it is now. */
  readonly executed: Executed | undefined;
  /** The action that takes the key, on condition that it is free. */
  take(executed: Executed): Action;
  /**
   * What was executed under a key that a write found taken.
   *
   * @param found - the item of the key
   * @throws KeyReused if another request took it
   */
  taken(found: Item | undefined): Executed;
  /** Whether the key is taken by now: of work that must not begin again. One call. */
  isTaken(): Promise<boolean>;
}

/** The idempotency key was used for another request. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}
