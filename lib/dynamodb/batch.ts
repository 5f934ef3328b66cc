/** Reads of many keys: a hundred to a call, and again for what the store left undone. */
import { type Attributes, fromAttributes, type Item, toAttributes } from './attributes.ts';
import type { Outputs } from './call.ts';
import { type Key, keyText } from './keys.ts';
import { chunksOf } from './lanes.ts';
import { StoreUnavailable } from './outcomes.ts';
import { pauseBefore } from './pause.ts';

const BATCH_LIMIT = 100;
const ATTEMPTS = 6;

type Send = (input: object) => Promise<Outputs['BatchGetItem']>;

const batchGetOnce = async (
  TableName: string,
  keys: readonly Key[],
  ConsistentRead: boolean,
  send: Send,
): Promise<Item[]> => {
  const items: Item[] = [];
  let left: readonly Attributes[] = keys.map((key) => toAttributes(key));
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new StoreUnavailable('the store throttles');
    if (attempt > 0) await pauseBefore(attempt);
    const { Responses, UnprocessedKeys } = await send({
      RequestItems: { [TableName]: { Keys: left, ConsistentRead } },
    });
    for (const item of Responses?.[TableName] ?? []) items.push(fromAttributes(item));
    left = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return items;
};

/** The items of these keys that exist, in no order. A key that is given twice is asked for once. */
export const batchGet = async (
  TableName: string,
  keys: readonly Key[],
  consistent: boolean,
  send: Send,
): Promise<Item[]> => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const items: Item[] = [];
  for (const chunk of chunksOf(distinct, BATCH_LIMIT))
    items.push(...(await batchGetOnce(TableName, chunk, consistent, send)));
  return items;
};
