/**
 * Limits the number of records in a partition: an item next to them has their number, and each creation and deletion
 * changes it in its own transaction. It also has the mark of the last deletion. A creation requires the mark that it
 * has read, so that no late try of an earlier creation restores a record that was deleted since.
 */
import type { Item } from '../table/attributes.ts';
import { ITEM_VERSION } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Action } from './transactions.ts';

export interface Counter {
  readonly pk: string;
  /** The type of the counter's item. */
  readonly type: string;
  readonly owner: { readonly partnerId: string; readonly accountNumber: number };
}

export const counterKey = ({ pk }: Pick<Counter, 'pk'>): Key => ({ pk, sk: 'COUNTS' });

/** How many records there are, by the counter's item. */
export const countIn = (counts: Item | undefined): number => Number(counts?.n ?? 0);

/** Counts one more record, on condition that there are fewer than `most`, and none was deleted since `counts` was read. */
export const oneMore = (counter: Counter, counts: Item | undefined, most: number): Action => {
  const { partnerId, accountNumber } = counter.owner;
  const deleted = counts?.p0;
  return {
    Update: {
      Key: counterKey(counter),
      UpdateExpression:
        'SET #type = :type, v = :v, partnerId = :partnerId, accountNumber = :accountNumber, n = if_not_exists(n, :zero) + :one',
      ConditionExpression: `(attribute_not_exists(n) OR n < :most) AND ${deleted === undefined ? 'attribute_not_exists(p0)' : 'p0 = :deleted'}`,
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: {
        ':type': counter.type,
        ':v': ITEM_VERSION,
        ':partnerId': partnerId,
        ':accountNumber': accountNumber,
        ':zero': 0,
        ':one': 1,
        ':most': most,
        ...(deleted !== undefined && { ':deleted': deleted }),
      },
    },
  };
};

/** Counts some records less. @param mark - of the deletion */
export const someLess = (counter: Counter, some: number, mark: string): Action => ({
  Update: {
    Key: counterKey(counter),
    UpdateExpression: 'SET n = n - :some, p0 = :mark',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':some': some, ':mark': mark },
  },
});
