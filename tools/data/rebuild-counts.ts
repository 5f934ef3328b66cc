/** Recounts responses, reviews and posts from the records, and corrects the counts (docs/insight.md: counts rebuild). */
import { isDeepStrictEqual } from 'node:util';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { chunksOf } from '../../lib/dynamodb/client/concurrency.ts';
import type { Sums } from '../../lib/dynamodb/stream/change.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { WRITER } from '../../lib/dynamodb/writes/writer.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, countChanges, scoreActions } from '../../lib/insight/count.ts';
import { difference, sumsIn } from '../../lib/insight/rules/sums.ts';
import type { Io } from '../io.ts';
import type { OpenTable } from '../open-table.ts';
import { itemHash } from './commands/table-digest.ts';
import { type Correction, correct } from './count-corrections.ts';
import { countBucket, countDigest } from './count-digest.ts';
import { type Run, startRun } from './run/run.ts';
import { countable, socialSumsIn } from './social-counts.ts';

const contributionOf = contributionsOf(entities);

export interface Rebuilt {
  /** Responses and reviews that were counted. */
  readonly records: number;
  /** Items with a wrong count. */
  readonly wrong: number;
  /**
   * The corrected items. They are fewer than the wrong ones if these items, or the records that they count, change all
   * the time.
   */
  readonly corrected: number;
}

/** Calls back for what an item says about counts: what it adds, or what is stored. */
interface Counting {
  /** Something that a record adds to a count. */
  add(key: Key, sums: Sums): void;
  /** The score that a record gives a contact. */
  due(score: Item): void;
  stored(key: Key, sums: Sums): void;
  score(score: Item): void;
  /** The item is one of the records that are counted. */
  record(): void;
}

const countItem = (item: Item, counting: Counting): void => {
  const contribution = contributionOf(item);
  if (contribution) {
    counting.record();
    for (const { key, sums } of countChanges(undefined, contribution)) counting.add(key, sums);
    for (const action of scoreActions(undefined, contribution)) if ('Put' in action) counting.due(action.Put.Item);
  } else if (item.type === 'count') counting.stored(keyOf(item), sumsIn(item));
  else if (item.type === 'socialCount') counting.stored(keyOf(item), socialSumsIn(item));
  else if (item.type === 'contactScore') {
    // The writer is not part of the counts.
    const { [WRITER]: _, ...score } = item;
    counting.score(score);
  }
};

const TYPES = [
  ...entities.flatMap(({ type, counts }) => (counts ? [type] : [])),
  'count',
  'socialCount',
  'contactScore',
];

const read = (table: OpenTable, what: string, run: Run, counting: Counting): Promise<void> => {
  const isCounted = countable(clock.now());
  const known: Counting = {
    ...counting,
    add: (key, sums) => void (isCounted(key) && counting.add(key, sums)),
    stored: (key, sums) => void (isCounted(key) && counting.stored(key, sums)),
  };
  return run.sweep({
    phase: what,
    table,
    what,
    types: TYPES,
    see: (items) => () => {
      for (const item of items) countItem(item, known);
    },
  });
};

/** Finds the buckets with wrong counts. Memory does not grow with the table. */
const compare = async (table: OpenTable, io: Io | undefined) => {
  const digest = countDigest();
  const found = { records: 0, stored: 0 };
  const scoreOf = (factor: 1 | -1) => (score: Item) => digest.add(keyText(score), { [itemHash(score)]: 1 }, factor);
  await read(table, 'Comparing counts', startRun({ io }), {
    add: (key, sums) => digest.add(keyText(key), sums, 1),
    due: scoreOf(1),
    score: scoreOf(-1),
    stored(key, sums) {
      found.stored++;
      digest.add(keyText(key), sums, -1);
      // It counts nothing, and adds nothing to the digest either.
      if (Object.keys(sums).length === 0) digest.mark(keyText(key));
    },
    record: () => void found.records++,
  });
  return { ...found, differing: digest.differing() };
};

/** The corrections of the counts in some buckets, by key. */
const correctionsIn = async (table: OpenTable, buckets: ReadonlySet<number>, what: string, io: Io | undefined) => {
  const counted = new Map<string, { readonly key: Key; readonly sums: Sums }>();
  const stored = new Map<string, { readonly key: Key; readonly sums: Sums }>();
  const scores = { due: new Map<string, Item>(), stored: new Map<string, Item>() };
  const isIn = (key: Item | Key) => buckets.has(countBucket(keyText(key)));
  await read(table, what, startRun({ io }), {
    add(key, sums) {
      if (!isIn(key)) return;
      const before = counted.get(keyText(key))?.sums;
      counted.set(keyText(key), { key, sums: difference(difference(sums, undefined), before) });
    },
    due: (score) => void (isIn(score) && scores.due.set(keyText(score), score)),
    score: (score) => void (isIn(score) && scores.stored.set(keyText(score), score)),
    stored: (key, sums) => void (isIn(key) && stored.set(keyText(key), { key, sums })),
    record() {},
  });
  const corrections = new Map<string, Correction>();
  for (const [name, { key }] of [...counted, ...stored]) {
    const is = stored.get(name)?.sums;
    const sums = difference(is, counted.get(name)?.sums);
    // An item that counts nothing is removed.
    const isEmpty = !counted.has(name);
    if (isEmpty || Object.keys(sums).length > 0)
      corrections.set(name, { key, sums, ...(is && { stored: is }), isEmpty });
  }
  for (const [name, item] of [...scores.due, ...scores.stored]) {
    const score = scores.due.get(name);
    if (!isDeepStrictEqual(score, scores.stored.get(name))) corrections.set(name, { key: keyOf(item), score });
  }
  return corrections;
};

/** So many counts are corrected at a time, so that memory does not grow with their number. */
const MOST_AT_ONCE = 40_000;
const KEY_BUCKETS = 2 ** 18;

export interface RebuildOptions {
  readonly dryRun?: boolean | undefined;
  /** Waits between two comparisons for longer than the stream is behind. */
  readonly wait: () => Promise<void>;
  readonly io?: Io | undefined;
  /** Keeps the position: which parts are corrected. */
  readonly run?: Run;
}

/**
 * Compares counts twice, and corrects an item only if it is wrong in the same way both times. So records that the
 * stream has not counted yet are not counted twice.
 */
export const rebuildCounts = async (
  table: OpenTable,
  { dryRun = false, wait, io, run = startRun() }: RebuildOptions,
): Promise<Rebuilt> => {
  const found = run.keep('found', { records: 0, stored: 0, differing: [] as number[] });
  await run.step('compare', async () => void Object.assign(found, await compare(table, io)));
  const done = run.keep('rebuilt', { wrong: 0, corrected: 0 });
  const atOnce = Math.ceil(MOST_AT_ONCE / Math.max(1, (2 * found.stored) / KEY_BUCKETS));
  for (const [round, buckets] of chunksOf(found.differing, atOnce).entries())
    await run.step(`correct ${round}`, async () => {
      const some = new Set(buckets);
      const first = await correctionsIn(table, some, 'Recounting', io);
      await wait();
      const second = await correctionsIn(table, some, 'Recounting again', io);
      done.wrong += second.size;
      const same = [...second].filter(([name, correction]) => isDeepStrictEqual(first.get(name), correction));
      await run.each(dryRun ? [] : same, async ([, correction]) => {
        if (await correct(table, correction)) done.corrected++;
      });
    });
  return { records: found.records, ...done };
};
