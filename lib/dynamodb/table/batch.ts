/** Reads of many keys: a hundred in each call, and again for unprocessed keys. */

import type { Outputs } from '../client/call.ts';
import { chunksOf } from '../client/concurrency.ts';
import { StoreUnavailable } from '../client/outcomes.ts';
import { pauseBefore } from '../client/pause.ts';
import { type Attributes, fromAttributes, type Item, toAttributes } from './attributes.ts';
import { type Key, keyText } from './keys.ts';
import type { Consistency } from './reader.ts';

const BATCH_LIMIT = 100;
const ATTEMPTS = 6;

type Send = (input: object) => Promise<Outputs['BatchGetItem']>;

/** How items are read. */
export interface BatchOptions extends Consistency {
  /** The attributes that are read, none of them a reserved word; all if left out. */
  readonly only?: readonly string[] | undefined;
}

const batchGetOnce = async (
  TableName: string,
  keys: readonly Key[],
  { consistent: ConsistentRead, only }: BatchOptions,
  send: Send,
): Promise<Item[]> => {
  const items: Item[] = [];
  let left: readonly Attributes[] = keys.map((key) => toAttributes(key));
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new StoreUnavailable('the store throttles');
    if (attempt > 0) await pauseBefore(attempt);
    const { Responses, UnprocessedKeys } = await send({
      RequestItems: { [TableName]: { Keys: left, ConsistentRead, ProjectionExpression: only?.join(', ') } },
    });
    for (const item of Responses?.[TableName] ?? []) items.push(fromAttributes(item));
    left = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return items;
};

/** The existing items of these keys, in no order. Duplicate keys are read once. */
export const batchGet = async (
  TableName: string,
  keys: readonly Key[],
  options: BatchOptions,
  send: Send,
): Promise<Item[]> => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const items: Item[] = [];
  for (const chunk of chunksOf(distinct, BATCH_LIMIT))
    items.push(...(await batchGetOnce(TableName, chunk, options, send)));
  return items;
};
