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

/** In a transaction each write is paid twice. */
export const PAID_IN_TRANSACTION = 2;

/** The units of a write of an item of so many bytes: one for each KB. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export interface Effort {
  /** Notes refused writes of this item. */
  spend(item: Item, writes: number): void;
  /** Whether there is enough left for another write of this item; one of a size that is not known is always let through. */
  allows(item: Item | undefined): boolean;
  /** How often a transaction with this item may be tried where it conflicts, up to `most`. */
  triesOf(item: Item | undefined, most: number): number;
}

export const newEffort = (): Effort => {
  let spent = 0;
  const unitsOf = (item: Item) => writeUnits(itemBytes(item));
  return {
    spend: (item, writes) => {
      spent += writes * unitsOf(item);
    },
    triesOf: (item, most) => {
      const each = item === undefined ? 0 : unitsOf(item) * PAID_IN_TRANSACTION;
      return each === 0 ? most : Math.max(1, Math.min(most, Math.floor((MOST_UNITS - spent) / each)));
    },
    allows: (item) => spent === 0 || item === undefined || spent + unitsOf(item) <= MOST_UNITS,
  };
};
