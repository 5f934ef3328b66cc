/** Transactions: all actions or none, repeated if the store cancelled them for a conflict. */

import type { CallError, Outputs } from '../client/call.ts';
import { ItemTooLarge, StoreUnavailable, translate } from '../client/outcomes.ts';
import { fromAttributes, type Item, toAttributes } from '../table/attributes.ts';
import type { Key } from '../table/keys.ts';
import { until } from './until.ts';

/** A condition on the item at an action's key. */
export interface Conditional {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

/** One action; the table's name is added. */
export type Action =
  | { readonly Put: Conditional & { readonly Item: Item } }
  | { readonly Update: Conditional & { readonly Key: Key; readonly UpdateExpression: string } }
  | {
      readonly Delete: Conditional & {
        readonly Key: Key;
        /**
         * Its mark or an id, which distinguishes it from others that were at its key. Given if no tombstone is left to say who
         * deleted it: `writtenActions` then adds an item that does.
         */
        readonly traced?: unknown;
      };
    }
  | { readonly ConditionCheck: Conditional & { readonly Key: Key; readonly ConditionExpression: string } };

/** A transaction of which some conditions failed. */
export interface TransactionRefused {
  readonly refused: true;
  /** The items that failed conditions found, if any, by the indexes of their actions. */
  readonly failed: ReadonlyMap<number, Item | undefined>;
  /** The number of tries. */
  readonly attempts: number;
  /** Whether an earlier try of the same transaction ended without a response: it may have been applied. */
  readonly uncertain: boolean;
}

/** The maximum number of tries of a transaction that conflicts with others; conflicts and throttles have no effect. */
const USUAL_ATTEMPTS = 3;
/** Longer pauses, of more than some 600 ms on average, are not worth the wait. */
const MOST_DOUBLINGS = 6;

export interface Patience {
  /** The maximum number of tries: more where many clients write one item at once, as conflicts are certain there. */
  readonly attempts: number;
  /**
   * The write units of the records that it replaces or deletes, if it has several: a refused transaction takes them
   * too.
   */
  readonly units?: number;
}

/** An action in DynamoDB's JSON. */
const transactItem = (TableName: string, action: Action) =>
  Object.fromEntries(
    Object.entries(action as Record<string, Conditional & { Item?: Item; Key?: Key }>).map(
      ([kind, { Item, Key, ExpressionAttributeValues, ...input }]) => [
        kind,
        {
          TableName,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          ...input,
          ...(Item && { Item: toAttributes(Item) }),
          ...(Key && { Key: toAttributes(Key) }),
          ...(ExpressionAttributeValues && { ExpressionAttributeValues: toAttributes(ExpressionAttributeValues) }),
        },
      ],
    ),
  );

/** The error of a transaction: an earlier try of it may have been applied although the last one was not. */
const failureOf = (error: CallError, uncertain: boolean): Error => {
  const failure = translate(error);
  return failure instanceof StoreUnavailable
    ? new StoreUnavailable(failure.message, { cause: error, uncertain })
    : failure;
};

/**
 * Applies all actions or none.
 *
 * @param token - the same for repetitions of one transaction, which the store then applies once within ten minutes
 * @param patience - how often it is tried, within the request's deadline
 * @returns the conditions that failed; `undefined` if the transaction was applied
 */
export const transact = async (
  TableName: string,
  actions: readonly Action[],
  token: string | undefined,
  send: (input: object) => Promise<Outputs['TransactWriteItems']>,
  { attempts }: Patience = { attempts: USUAL_ATTEMPTS },
): Promise<TransactionRefused | undefined> => {
  const input = {
    TransactItems: actions.map((action) => transactItem(TableName, action)),
    ...(token !== undefined && { ClientRequestToken: token }),
  };
  let uncertain = false;
  let last: CallError | undefined;
  const exhausted = () => failureOf(last!, uncertain);
  return until({ attempts, mostDoublings: MOST_DOUBLINGS, exhausted }, async (before) => {
    try {
      await send(input);
      return undefined;
    } catch (thrown) {
      const error = thrown as CallError;
      uncertain ||= error.uncertain;
      if (error.name !== 'TransactionCanceledException') throw failureOf(error, uncertain);
      const reasons = error.reasons ?? [];
      const failed = new Map(
        reasons.flatMap(({ Code, Item }, index) =>
          Code === 'ConditionalCheckFailed' ? [[index, Item && fromAttributes(Item)] as const] : [],
        ),
      );
      if (failed.size > 0) return { refused: true, failed, attempts: before + 1, uncertain };
      const wrong = reasons.find(({ Code }) => Code === 'ValidationError');
      if (wrong) throw /item size/i.test(wrong.Message ?? '') ? new ItemTooLarge('the item is too large') : error;
      last = error;
      return 'changed';
    }
  });
};
