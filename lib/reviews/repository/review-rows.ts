/** Reviews as the indexes list them. Pure. */
import { inOrder } from '../../contract/folded-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';

/** What a row of an index has of a review. */
export interface Row {
  readonly key: Key;
  /** Its date, as the index sorts it. */
  readonly at: string;
  readonly businessNumber: number;
  readonly sourceAlias: string;
  readonly rating: number;
  /** What reading it takes. */
  readonly units: number;
}

export const rowFrom = (item: Item, sortKey: string): Row => {
  const [at = '', businessNumber, sourceAlias = '', rating, blocks] = String(item[sortKey]).split('#');
  return {
    key: keyOf(item),
    at,
    businessNumber: Number(businessNumber),
    sourceAlias,
    rating: Number(rating),
    units: Number(blocks) / 2,
  };
};

/** Sorts rows of one moment by location and id; `pages` has the rows in order of time. */
export const withSortedTies = async function* (pages: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let tied: Row[] = [];
  const inTieOrder = (a: Row, b: Row) => a.businessNumber - b.businessNumber || inOrder(a.key.sk, b.key.sk);
  for await (const page of pages) {
    for (const row of page) {
      if (tied.length > 0 && tied[0]!.at !== row.at) {
        yield tied.sort(inTieOrder);
        tied = [];
      }
      tied.push(row);
    }
  }
  if (tied.length > 0) yield tied.sort(inTieOrder);
};
