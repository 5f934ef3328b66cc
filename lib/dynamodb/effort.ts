/**
 * What one request may spend on writing: a refused write is paid like any other, by the size of the record, so that a
 * large record that others write all the time is tried less often than a small one (docs/writing-once.md).
 */
import type { Item } from './attributes.ts';
import { itemBytes } from './read-units.ts';

/**
 * Write units that tries may take before there is no further one. A record of 128 KB takes some 130, of which a transaction
 * takes the double; a usual one takes less than ten, and is tried as often as its loops say.
 */
const MOST_UNITS = 700;

/** With a further try that is known to take more than those before: all of them together. */
const MOST_ALTOGETHER = 960;

/** In a transaction each write is paid twice. */
export const PAID_IN_TRANSACTION = 2;

/** The units of a write of an item of so many bytes: one for each KB. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export interface Effort {
  /** Notes refused writes of the items that were found in their way, all of them in one try. */
  spend(items: readonly Item[], writes: number): void;
  /**
   * Whether there is enough left for one more like the last.
   *
   * @param next - what one more takes, where that is known; the first one may take what it needs
   */
  allows(next?: number): boolean;
}

export const newEffort = (): Effort => {
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
