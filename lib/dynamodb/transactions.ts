/** Transactions: all actions or none, again where the store cancelled one for a conflict that may pass. */
import { fromAttributes, type Item, toAttributes } from './attributes.ts';
import type { CallError, Outputs } from './call.ts';
import type { Key } from './keys.ts';
import { ItemTooLarge, StoreUnavailable, translate } from './outcomes.ts';
import { pauseBefore } from './pause.ts';

/** A condition on what stands at an action's key. */
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
         * Tells the item from others that were at its key, by its mark or by an id of its own: where nothing else is left that
         * says who deleted it. `writtenActions` takes it up.
         */
        readonly traced?: unknown;
      };
    }
  | { readonly ConditionCheck: Conditional & { readonly Key: Key; readonly ConditionExpression: string } };

/** The conditions of some actions failed: by their indexes, with what each found, where there was anything. */
export interface TransactionRefused {
  readonly refused: true;
  readonly failed: ReadonlyMap<number, Item | undefined>;
  /** How often the transaction was tried, the last one counted. */
  readonly attempts: number;
  /** An earlier try of the same transaction ended without a response: it may have been applied. */
  readonly uncertain: boolean;
}

/** A transaction is repeated so often where it conflicted with another one; conflicts and throttles had no effect. */
const USUAL_ATTEMPTS = 3;
/** Pauses are doubled so often: of more than some 600 ms on average none is worth the wait. */
const MOST_DOUBLINGS = 6;

export interface Patience {
  /** How often the transaction is tried: more where many clients write to one item at once, as conflicts are certain there. */
  readonly attempts: number;
  /** Write units of the records that it replaces or deletes, where several are known: they are paid whoever is refused. */
  readonly units?: number;
}

const spelled = (TableName: string, action: Action) =>
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

/** What a transaction fails with; an earlier one of its calls may have been applied although the last one was not. */
const ended = (error: CallError, uncertain: boolean): Error => {
  const failure = translate(error);
  return failure instanceof StoreUnavailable
    ? new StoreUnavailable(failure.message, { cause: error, uncertain })
    : failure;
};

/**
 * Does all actions or none.
 *
 * @param token - the same for repetitions of one transaction, which the store then does once within ten minutes
 * @param patience - the request's deadline ends it all the same
 * @returns the conditions that failed; `undefined` where all was done
 */
export const transact = async (
  TableName: string,
  actions: readonly Action[],
  token: string | undefined,
  send: (input: object) => Promise<Outputs['TransactWriteItems']>,
  { attempts }: Patience = { attempts: USUAL_ATTEMPTS },
): Promise<TransactionRefused | undefined> => {
  const input = {
    TransactItems: actions.map((action) => spelled(TableName, action)),
    ...(token !== undefined && { ClientRequestToken: token }),
  };
  let uncertain = false;
  for (let attempt = 1; ; attempt++) {
    try {
      await send(input);
      return undefined;
    } catch (thrown) {
      const error = thrown as CallError;
      uncertain ||= error.uncertain;
      if (error.name !== 'TransactionCanceledException') throw ended(error, uncertain);
      const reasons = error.reasons ?? [];
      const failed = new Map(
        reasons.flatMap(({ Code, Item }, index) =>
          Code === 'ConditionalCheckFailed' ? [[index, Item && fromAttributes(Item)] as const] : [],
        ),
      );
      if (failed.size > 0) return { refused: true, failed, attempts: attempt, uncertain };
      const wrong = reasons.find(({ Code }) => Code === 'ValidationError');
      if (wrong) throw /item size/i.test(wrong.Message ?? '') ? new ItemTooLarge('the item is too large') : error;
      if (attempt >= attempts) throw ended(error, uncertain);
      await pauseBefore(Math.min(attempt, MOST_DOUBLINGS));
    }
  }
};
