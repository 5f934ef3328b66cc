/**
 * Counts records of which an owner may have only so many. The count is an item that is written in the transaction of
 * each new record, so that the limit holds for requests at once, too.
 */
import type { Item } from '../table/attributes.ts';
import { ITEM_VERSION } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Action } from './transactions.ts';

export interface LimitedCount {
  readonly key: Key;
  /** The type of the item. */
  readonly type: string;
  /** Whose records are counted. */
  readonly owner: Readonly<Record<string, string | number>>;
  readonly most: number;
}

/** The number of records that the item of a count says. */
export const amountIn = (item: Item | undefined): number => Number(item?.amount ?? 0);

/** One more, on condition that there is room. */
export const countOneMore = ({ key, type, owner, most }: LimitedCount): Action => {
  const names = Object.keys(owner);
  return {
    Update: {
      Key: key,
      UpdateExpression: `SET ${['#t = :t', 'v = :v', 'amount = if_not_exists(amount, :zero) + :one', ...names.map((name) => `${name} = :${name}`)].join(', ')}`,
      ConditionExpression: 'attribute_not_exists(amount) OR amount < :most',
      ExpressionAttributeNames: { '#t': 'type' },
      ExpressionAttributeValues: {
        ':t': type,
        ':v': ITEM_VERSION,
        ':zero': 0,
        ':one': 1,
        ':most': most,
        ...Object.fromEntries(names.map((name) => [`:${name}`, owner[name]])),
      },
    },
  };
};

/** One less, on condition that there is one. */
export const countOneLess = (key: Key): Action => ({
  Update: {
    Key: key,
    UpdateExpression: 'SET amount = amount - :one',
    ConditionExpression: 'amount > :zero',
    ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
  },
});
