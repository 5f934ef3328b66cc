/**
 * The digest of a table's contents, which does not depend on the order of reading. Each bucket of keys has a count and
 * the sum of its items' hashes. Memory is the same for a thousand items and for a billion. If two tables differ, the
 * buckets show where to look.
 */
import { hash } from 'node:crypto';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';

/** Enough that a bucket of a large table is small to search, few enough for memory. */
const BUCKETS = 4096;
const MODULUS = 1n << 256n;

interface Bucket {
  count: number;
  sum: bigint;
}

export interface TableDigest {
  readonly count: number;
  /** Of all items; equal for equal contents. */
  readonly sha256: string;
  readonly buckets: ReadonlyMap<number, Readonly<Bucket>>;
}

/** JSON with the names of each object sorted, so that equal values have equal texts. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  if (value instanceof Set) return `s[${[...value].map(canonical).sort().join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
      .join(',')}}`;
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
};

/** The digest of one item, without the attributes of `without`. */
export const itemHash = (item: Item, without: readonly string[] = []): string =>
  hash(
    'sha256',
    canonical(Object.fromEntries(Object.entries(item).filter(([name]) => !without.includes(name)))),
    'hex',
  );

/** The bucket of an item's key. */
export const bucketOf = ({ pk, sk }: Item): number =>
  Number.parseInt(hash('sha256', JSON.stringify([pk, sk]), 'hex').slice(0, 8), 16) % BUCKETS;

export const digestItems = async (
  items: AsyncIterable<Item>,
  without: readonly string[] = [],
): Promise<TableDigest> => {
  const buckets = new Map<number, Bucket>();
  let count = 0;
  for await (const item of items) {
    const number = bucketOf(item);
    const bucket = buckets.get(number) ?? { count: 0, sum: 0n };
    buckets.set(number, bucket);
    bucket.count++;
    // A sum, not an exclusive or: an item that is read twice must not cancel itself.
    bucket.sum = (bucket.sum + BigInt(`0x${itemHash(item, without)}`)) % MODULUS;
    count++;
  }
  const total = [...buckets.values()].reduce((sum, bucket) => (sum + bucket.sum) % MODULUS, 0n);
  return { count, sha256: total.toString(16).padStart(64, '0'), buckets };
};

/** The buckets in which two tables differ. */
export const differingBuckets = (a: TableDigest, b: TableDigest): ReadonlySet<number> =>
  new Set(
    [...new Set([...a.buckets.keys(), ...b.buckets.keys()])].filter((number) => {
      const [ours, theirs] = [a.buckets.get(number), b.buckets.get(number)];
      return ours?.count !== theirs?.count || ours?.sum !== theirs?.sum;
    }),
  );
