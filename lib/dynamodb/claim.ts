/** An idempotency key as writes see it: taken in the same transaction as what it stands for. */
import type { Item } from './attributes.ts';
import type { Action } from './transactions.ts';

/** What was done under a key: the mark of the write, and what names the record where the request alone does not. */
export interface Executed {
  readonly mark: string;
  readonly result?: Readonly<Record<string, unknown>> | undefined;
}

export interface Claim {
  /** Set where an earlier request under the key has been executed: its response is to be read from the record again. */
  readonly executed: Executed | undefined;
  /** The action that takes the key, unless it is taken. */
  take(executed: Executed): Action;
  /**
   * What a taken key means: what was executed under it, where the request is the same.
   *
   * @throws KeyReused where it is another request
   */
  taken(found: Item | undefined): Executed;
}

/** The idempotency key belongs to another request. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}
