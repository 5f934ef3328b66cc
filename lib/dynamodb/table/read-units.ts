/**
 * The cost of reads in read units: a consistent read takes one for each 4 KB, an eventually consistent read half of
 * that (docs/costs.md: the most expensive requests). Pure.
 */
import type { Item } from './attributes.ts';

const BLOCK_BYTES = 4096;
/** A page of a query ends at 1 MB. */
const PAGE_BYTES = 1_048_576;

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // DynamoDB stores two digits in a byte, plus one byte. The text has one byte a digit, so this is never too small.
  if (typeof value === 'number') return Math.max(2, String(value).length);
  if (typeof value !== 'object' || value === null) return 1;
  const values = Object.entries(value);
  const names = Array.isArray(value) ? 0 : values.reduce((sum, [name]) => sum + Buffer.byteLength(name), 0);
  return 3 + names + values.reduce((sum, [, each]) => sum + 1 + valueBytes(each), 0);
};

/** The size of an item as DynamoDB counts it: its names and values. */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

/** The number of 4 KB blocks for this many bytes; an empty read takes one too. */
export const blocksOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BLOCK_BYTES));

/** The cost of a page of a query, read eventually consistently. */
export const pageUnits = (items: readonly Item[]): number =>
  blocksOf(items.reduce((sum, item) => sum + itemBytes(item), 0)) / 2;

/** The maximum cost of a page of a query. */
export const MOST_PAGE_UNITS = blocksOf(PAGE_BYTES) / 2;

/** The remaining read units of a request. */
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
