/** Compares the contents of two tables by hash, and lists the items that differ. */

import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import type { OpenTable } from '../../open-table.ts';
import { checkedItems } from '../check-items.ts';
import { scanItems } from './scan.ts';
import { bucketOf, differingBuckets, digestItems, itemHash } from './table-digest.ts';

export interface Comparison {
  readonly counts: readonly [number, number];
  readonly sha256: readonly [string, string];
  /** The keys of the items that differ, or are in one table only, for display: `pk sk`. */
  readonly differences: readonly string[];
}

export interface CompareOptions {
  /** Whether an item is compared; by default all are. */
  readonly includes?: (item: Item) => boolean;
  /** Attributes that may differ. */
  readonly without?: readonly string[];
  /** Called for each item of the first table that doesn't match its entity's schema. */
  readonly onMisfit?: (item: Item, problem: string) => void;
}

const only = async function* (items: AsyncIterable<Item>, includes: (item: Item) => boolean): AsyncGenerator<Item> {
  for await (const item of items) if (includes(item)) yield item;
};

export const compareTables = async (
  first: OpenTable,
  second: OpenTable,
  { includes = () => true, without = [], onMisfit }: CompareOptions = {},
): Promise<Comparison> => {
  const digestOf = (items: AsyncIterable<Item>) => digestItems(only(items, includes), without);
  const scanned = scanItems(first);
  const ours = await digestOf(onMisfit ? checkedItems(scanned, onMisfit) : scanned);
  const theirs = await digestOf(scanItems(second));
  const differing = differingBuckets(ours, theirs);

  const hashesOf = async (table: OpenTable): Promise<Map<string, string>> => {
    const hashes = new Map<string, string>();
    if (differing.size === 0) return hashes;
    const inQuestion = (item: Item) => includes(item) && differing.has(bucketOf(item));
    for await (const item of only(scanItems(table), inQuestion)) hashes.set(keyText(item), itemHash(item, without));
    return hashes;
  };
  const [a, b] = [await hashesOf(first), await hashesOf(second)];
  return {
    counts: [ours.count, theirs.count],
    sha256: [ours.sha256, theirs.sha256],
    differences: [...new Set([...a.keys(), ...b.keys()])]
      .filter((key) => a.get(key) !== b.get(key))
      .map((key) => key.replace('\n', ' ')),
  };
};
