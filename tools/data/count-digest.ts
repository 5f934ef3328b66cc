/**
 * Compares what is counted with what is stored in little memory: each bucket of keys has the sum of the differences,
 * weighted by hashes. A bucket whose counts are right has 0; one that has something else has a wrong count. Pure.
 */
import { hash } from 'node:crypto';
import type { Sums } from '../../lib/dynamodb/stream/change.ts';

/** So many that a bucket of a large table has few keys. */
const BUCKETS = 2 ** 18;

const hashOf = (text: string): bigint => BigInt(`0x${hash('md5', text, 'hex').slice(0, 16)}`) | 1n;

/** The bucket of a key. */
export const countBucket = (name: string): number => Number((hashOf(name) >> 8n) % BigInt(BUCKETS));

export interface CountDigest {
  /** Adds sums: those of a record, or, with a factor of -1, those that are stored. */
  add(name: string, sums: Sums, factor: 1 | -1): void;
  /** Marks a key as wrong. */
  mark(name: string): void;
  /** The buckets with wrong counts. */
  differing(): number[];
}

export const countDigest = (): CountDigest => {
  const buckets = new BigUint64Array(BUCKETS);
  const marked = new Set<number>();
  /** There are few names of sums. */
  const names = new Map<string, bigint>();
  const weightOf = (name: string): bigint => {
    const weight = names.get(name) ?? hashOf(name);
    names.set(name, weight);
    return weight;
  };
  return {
    add(name, sums, factor) {
      const key = hashOf(name);
      const bucket = Number((key >> 8n) % BigInt(BUCKETS));
      let sum = 0n;
      for (const each in sums) sum += BigInt(sums[each]!) * weightOf(each);
      buckets[bucket] = BigInt.asUintN(64, buckets[bucket]! + BigInt(factor) * sum * key);
    },
    mark: (name) => void marked.add(countBucket(name)),
    differing: () => [...buckets.keys()].filter((bucket) => buckets[bucket] !== 0n || marked.has(bucket)),
  };
};
