/** What the short form of a test tries: as much, however many operations there are. */
import { createHash } from 'node:crypto';
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';

/**
 * So many of these, in their order. Which ones follows from the seed and from each one's own name, so that what comes later
 * changes little of it.
 *
 * @param salt - two tests choose differently
 */
export const someOf = <T>(
  all: readonly T[],
  most: number,
  { seed, salt, nameOf }: { readonly seed: number; readonly salt: string; readonly nameOf: (each: T) => string },
): readonly T[] => {
  if (all.length <= most) return all;
  const rankOf = (each: T) =>
    createHash('sha256')
      .update(`${salt} ${seed} ${nameOf(each)}`)
      .digest('hex');
  const ranked = all.map((each) => ({ each, rank: rankOf(each) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, most).map(({ each }) => each));
  return all.filter((each) => chosen.has(each));
};

/**
 * So many operations, half of them such as write.
 *
 * @param from - those that can be tried
 */
export const someOperations = (
  most: number,
  {
    seed = 1,
    salt,
    from = operations,
  }: { readonly seed?: number; readonly salt: string; readonly from?: readonly Operation[] },
): readonly Operation[] => {
  const options = { seed, salt, nameOf: ({ id }: Operation) => id };
  const writing = someOf(
    from.filter(({ writes }) => writes),
    Math.ceil(most / 2),
    options,
  );
  const reading = someOf(
    from.filter(({ writes }) => !writes),
    most - writing.length,
    options,
  );
  const chosen = new Set([...writing, ...reading]);
  return from.filter((each) => chosen.has(each));
};
