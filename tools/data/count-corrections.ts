/** Corrects single items of counts, each on condition that it is as it was read. */
import { isRefused, StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Sums } from '../../lib/dynamodb/stream/change.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../lib/dynamodb/table/keys.ts';
import type { Action } from '../../lib/dynamodb/writes/transactions.ts';
import { removeEmpty } from '../../lib/insight/count.ts';
import { addition } from '../../lib/insight/repository/counts.ts';
import { RECORDS } from '../../lib/insight/rules/sums.ts';
import type { OpenTable } from '../open-table.ts';
import { seriesOf } from './social-counts.ts';

export interface Correction {
  readonly key: Key;
  /** The sums to add; absent for scores of contacts. */
  readonly sums?: Sums;
  /** The stored counts. */
  readonly stored?: Sums;
  /** The item counts nothing any more. */
  readonly isEmpty?: boolean;
  /** The correct score; absent if it is to be removed. */
  readonly score?: Item | undefined;
}

const scoreAction = ({ key, score }: Correction): Action =>
  score ? { Put: { Item: score } } : { Delete: { Key: key } };

const correctOnce = async (table: OpenTable, correction: Correction): Promise<boolean> => {
  const { key, sums, stored, isEmpty } = correction;
  if (!sums) return !(await table.transact([scoreAction(correction)]));
  if (Object.keys(sums).length > 0) {
    const { Update } = addition(key, sums, seriesOf(key)) as Extract<Action, { Update: unknown }>;
    const outcome = await table.update({
      ...Update,
      ConditionExpression: stored ? '#n = :n' : 'attribute_not_exists(#n)',
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#n': RECORDS },
      ExpressionAttributeValues: {
        ...Update.ExpressionAttributeValues,
        ...(stored && { ':n': stored[RECORDS] ?? 0 }),
      },
    });
    if (isRefused(outcome)) return false;
  }
  if (isEmpty) await removeEmpty(table, [key]);
  return true;
};

/**
 * Corrects one item.
 *
 * @returns `false` if it was changed meanwhile, or if no one knows whether it was corrected: an addition must not be
 *   sent twice, and the next run finds what is left
 */
export const correct = async (table: OpenTable, correction: Correction): Promise<boolean> => {
  try {
    return await correctOnce(table, correction);
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
};
