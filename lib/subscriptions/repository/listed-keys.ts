/** Pages of keys that an index lists: counted to a bound, and kept where a window wants them. */
import type { QueryInput, Table } from '../../dynamodb/table.ts';

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
