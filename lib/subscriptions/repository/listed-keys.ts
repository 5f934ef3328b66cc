/** Pages of keys that an index lists: counted to a bound, and kept where a window wants them. */
import { chunksOf, withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { QueryInput, Table } from '../../dynamodb/table/table.ts';

/** A total is exact up to here, and no more is read. */
export const MOST_COUNTED = 100_000;

/** As many keys are read at once where their items are asked for. */
export const CHUNK = 100;

export interface CountedKeys {
  readonly total: number;
  /** The sort keys within the window, in the order of the index. */
  readonly kept: readonly string[];
}

export const countedKeys = async (
  { query }: Table,
  { start, end }: { readonly start: number; readonly end: number },
  input: QueryInput,
): Promise<CountedKeys> => {
  const kept: string[] = [];
  let total = 0;
  for await (const page of query({ ...input, ProjectionExpression: 'sk' })) {
    for (const { sk } of page) {
      if (total === MOST_COUNTED) return { total, kept };
      if (total >= start && total < end) kept.push(String(sk));
      total++;
    }
  }
  return { total, kept };
};

/**
 * So many rows are within the 4 KB of half a read unit, which a single row takes as well: a row of a delivery is two pairs of
 * keys and a number.
 */
const WALKED = 10;
/** So many chunks of keys are looked for at once. */
const AT_ONCE = 10;

/**
 * Which of some sort keys an index lists. A Query for a key shows the rows behind it too, so that ten neighbours cost one of
 * half a read unit; keys that are far apart cost one each.
 *
 * @param input - what is listed `BETWEEN :first AND :last`
 */
export const listedOf = async (
  { query }: Table,
  keys: readonly string[],
  { ExpressionAttributeValues, ...input }: QueryInput,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  await withConcurrency(chunksOf(keys.toSorted(), CHUNK), AT_ONCE, async (chunk) => {
    const last = chunk.at(-1);
    for (let left = chunk; left.length > 0; ) {
      const values = { ...ExpressionAttributeValues, ':first': left[0], ':last': last };
      const page = await query({
        ...input,
        ExpressionAttributeValues: values,
        ProjectionExpression: 'sk',
        Limit: WALKED,
      }).next();
      const listed: readonly string[] = page.done ? [] : page.value.map(({ sk }) => String(sk));
      for (const key of left) if (listed.includes(key)) found.add(key);
      const seen = listed.at(-1);
      left = listed.length < WALKED || seen === undefined ? [] : left.filter((key) => key > seen);
    }
  });
  return found;
};
