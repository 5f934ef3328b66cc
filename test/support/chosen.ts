/** What the short form of a test tries: as much, however many operations there are. */
import { createHash } from 'node:crypto';
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';

/** Two tests choose differently. What comes later changes little of what is chosen: each has a rank of its own. */
const ranked = <T>(all: readonly T[], salt: string, nameOf: (each: T) => string): readonly T[] => {
  const rankOf = (each: T) =>
    createHash('sha256')
      .update(`${salt} ${nameOf(each)}`)
      .digest('hex');
  return all
    .map((each) => ({ each, rank: rankOf(each) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ each }) => each);
};

interface Choice {
  readonly salt: string;
  readonly seed?: number;
}

/** So many of these, in their order. */
export const someOf = <T>(
  all: readonly T[],
  most: number,
  { seed = 1, salt, nameOf }: Choice & { readonly nameOf: (each: T) => string },
): readonly T[] => {
  const chosen = new Set(ranked(all, `${salt} ${seed}`, nameOf).slice(0, most));
  return all.filter((each) => chosen.has(each));
};

/** How often a property is tried: in `npm test`, and in `npm run test:full`. */
export const runs = (short: number, full: number): number => (process.env.TEST_MODE === 'full' ? full : short);

/** `npm test` tries so many of these, in their order; `npm run test:full` all. */
export const tried = <T>(
  all: readonly T[],
  most: number,
  choice: Choice & { readonly nameOf: (each: T) => string },
): readonly T[] => (process.env.TEST_MODE === 'full' ? all : someOf(all, most, choice));

/** Reading and writing ones in turn. */
const inTurn = (operations: readonly Operation[], isWritingFirst: boolean): readonly Operation[] => {
  const of = (isWriting: boolean) => operations.filter(({ writes }) => Boolean(writes) === isWriting);
  const [first, second] = [of(isWritingFirst), of(!isWritingFirst)];
  return operations.flatMap((_, index) => [...first.slice(index, index + 1), ...second.slice(index, index + 1)]);
};

/**
 * So many operations, in their order: of each module one, then of each a second one, and so on. What they keep and how they
 * find it is the matter of their module.
 *
 * @param from - those that can be tried
 */
export const someOperations = (
  most: number,
  { seed = 1, salt, from = operations }: Choice & { readonly from?: readonly Operation[] },
): readonly Operation[] => {
  const name = `${salt} ${seed}`;
  const modules = [
    ...Map.groupBy(
      ranked(from, name, ({ id }) => id),
      ({ module }) => module,
    ),
  ];
  const queues = ranked(modules, name, ([module]) => module).map(([, of], index) => inTurn(of, index % 2 === 0));
  const turns = from.flatMap((_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1)));
  const chosen = new Set(turns.slice(0, most));
  return from.filter((each) => chosen.has(each));
};

/** `npm test` tries so many operations, chosen so; `npm run test:full` all. */
export const triedOperations = (
  most: number,
  { from = operations, ...choice }: Choice & { readonly from?: readonly Operation[] },
): readonly Operation[] => (process.env.TEST_MODE === 'full' ? from : someOperations(most, { from, ...choice }));
