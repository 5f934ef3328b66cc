/**
 * What reads cost, in read units: 4 KB read consistently are one, read eventually consistently half of one
 * (docs/costs.md: the most costly requests). Pure.
 */
import type { Item } from './attributes.ts';

const BLOCK_BYTES = 4096;
/** A page of a query ends at 1 MB. */
const PAGE_BYTES = 1_048_576;

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // Two digits to a byte, and one more; as text a number has a digit to a byte, so this is never too little.
  if (typeof value === 'number') return Math.max(2, String(value).length);
  if (typeof value !== 'object' || value === null) return 1;
  const values = Object.entries(value);
  const names = Array.isArray(value) ? 0 : values.reduce((sum, [name]) => sum + Buffer.byteLength(name), 0);
  return 3 + names + values.reduce((sum, [, each]) => sum + 1 + valueBytes(each), 0);
};

/** How large the store takes an item to be: its names and values. */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

/** The blocks of 4 KB in so many bytes; nothing takes one too. */
export const blocksOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BLOCK_BYTES));

/** What a page of a query took, read eventually consistently. */
export const pageUnits = (items: readonly Item[]): number =>
  blocksOf(items.reduce((sum, item) => sum + itemBytes(item), 0)) / 2;

/** What a page of a query takes at most. */
export const MOST_PAGE_UNITS = blocksOf(PAGE_BYTES) / 2;

/** Read units that a request has left. */
export interface ReadBudget {
  left(): number;
  spend(units: number): void;
}

export const readBudget = (units: number): ReadBudget => {
  let left = units;
  return {
    left: () => left,
    spend: (spent) => {
      left -= spent;
    },
  };
};
