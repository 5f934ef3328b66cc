/**
 * The write budget of a request. A refused write costs as much as a successful one, by the size of the record, so a
 * large record under contention is retried less often than a small one (docs/writing-once.md).
 */
import type { Item } from '../table/attributes.ts';
import { itemBytes } from '../table/read-units.ts';

/**
 * The write units after which there is no further try. A record of 128 KB takes some 130, and twice as many in a
 * transaction. A usual one takes less than ten, and is retried as often as its loops say.
 */
const MOST_UNITS = 700;

/** The total limit, including a further try that is known to cost more than those before. */
const MOST_ALTOGETHER = 960;

/** In a transaction each write costs twice as much. */
export const PAID_IN_TRANSACTION = 2;

/** The write units for an item of this size: one for each KB. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export interface WriteBudget {
  /** Records the refused writes of one try, and the items that they found. */
  spend(items: readonly Item[], writes: number): void;
  /**
   * Whether the budget allows another try like the last.
   *
   * @param next - the cost of the next try, if known; the first try may cost what it needs
   */
  allows(next?: number): boolean;
}

export const newWriteBudget = (): WriteBudget => {
  let spent = 0;
  let last = 0;
  return {
    spend: (items, writes) => {
      if (items.length === 0) return;
      last = items.reduce((sum, item) => sum + writeUnits(itemBytes(item)), 0);
      spent += writes * last;
    },
    allows: (next = 0) => spent + last <= MOST_UNITS && (spent === 0 || spent + next <= MOST_ALTOGETHER),
  };
};
