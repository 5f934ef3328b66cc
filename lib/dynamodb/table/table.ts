/**
 * The table, and the few calls that the repositories need. It knows neither HTTP nor a client: it receives the calls.
 */

import type { Call, CallOptions } from '../client/call.ts';
import { Conflict, conditional, isRefused, type Refused, translated } from '../client/outcomes.ts';
import { newWriteBudget, PAID_IN_TRANSACTION, type WriteBudget } from '../client/write-budget.ts';
import { type Action, type Patience, type TransactionRefused, transact } from '../writes/transactions.ts';
import { writtenActions, writtenItem, writtenUpdate } from '../writes/writer.ts';
import { fromAttributes, type Item, toAttributes } from './attributes.ts';
import { type BatchOptions, batchGet } from './batch.ts';
import type { Key } from './keys.ts';
import { CONSISTENT, type Reader, readerOf } from './reader.ts';

interface Expressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

export interface QueryInput extends Expressions {
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly IndexName?: string;
  readonly ProjectionExpression?: string;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  /** For the table only: an index is always eventually consistent. */
  readonly ConsistentRead?: boolean;
  readonly ExclusiveStartKey?: Item;
}

export interface PutInput extends Expressions {
  readonly Item: Item;
  readonly ConditionExpression?: string;
}

export interface UpdateInput extends Expressions {
  readonly Key: Key;
  readonly UpdateExpression: string;
  readonly ConditionExpression?: string;
}

export interface DeleteInput extends Expressions {
  readonly Key: Key;
  readonly ConditionExpression?: string;
}

export interface TableLimits extends CallOptions {
  /**
   * The writer (`writerText`), evaluated at each write and stored on each written item. Without it, items are stored as
   * given.
   */
  readonly writer?: string | (() => Promise<string>) | undefined;
}

export interface Table extends Reader {
  readonly name: string;
  /**
   * The same table for one request: its calls end with an abort signal, and none begins after a deadline or beyond the
   * write budget.
   */
  within(limits: TableLimits): Table;
  /** The same table for another piece of work: what was refused for one is not counted against the next. */
  withOwnBudget(): Table;
  /** The existing items of these keys, in no order; more than 100 keys take several calls. */
  batchGet(keys: readonly Key[], options?: BatchOptions): Promise<Item[]>;
  /** The items of a query, page by page, as far as the caller reads. Eventually consistent by default. */
  query(input: QueryInput): AsyncGenerator<Item[]>;
  /**
   * The number of items of a query. It costs the units of reading them all, but hardly any time. Eventually consistent.
   */
  count(input: QueryInput): Promise<number>;
  put(input: PutInput): Promise<Refused | undefined>;
  /** The item as it is after the update. */
  update(input: UpdateInput): Promise<Item | Refused>;
  remove(input: DeleteInput): Promise<Refused | undefined>;
  /** All actions or none. */
  transact(actions: readonly Action[], token?: string, patience?: Patience): Promise<TransactionRefused | undefined>;
}

/**
 * Opens a table.
 *
 * @param call - of the functions (`client.ts`), or of the operators' commands
 * @param budget - the write units that refused writes may take; without it they are not counted
 * @throws StoreUnavailable, from each method, if the store throttles or cannot be reached; ItemTooLarge; Conflict, from
 *   update and transact, if refused writes have used up the write budget
 */
export const tableOf = (TableName: string, call: Call, given: TableLimits = {}, budget?: WriteBudget): Table => {
  const { writer, ...limits } = given;
  const findWriter = async () => (typeof writer === 'function' ? await writer() : writer);
  const values = (given: Item | undefined) => given && { ExpressionAttributeValues: toAttributes(given) };
  /** The pages of a query as DynamoDB returns them. */
  async function* pagesOf({
    ExpressionAttributeValues,
    ExclusiveStartKey,
    ...input
  }: QueryInput & { Select?: 'COUNT' }) {
    let start = ExclusiveStartKey && toAttributes(ExclusiveStartKey);
    do {
      const from = start && { ExclusiveStartKey: start };
      const query = { TableName, ...input, ...values(ExpressionAttributeValues), ...from };
      const page = await translated(call('Query', query, limits));
      yield page;
      start = page.LastEvaluatedKey;
    } while (start);
  }
  const write = <Name extends 'PutItem' | 'UpdateItem' | 'DeleteItem'>(
    operation: Name,
    { ExpressionAttributeValues, ...input }: Expressions & Readonly<Record<string, unknown>>,
  ) =>
    conditional(
      call(
        operation,
        { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input, ...values(ExpressionAttributeValues) },
        limits,
      ),
    );

  const requireBudget = (next?: number): void => {
    if (budget?.allows(next) === false) throw new Conflict('the record is written by others all the time');
  };

  return {
    name: TableName,
    // A table that is narrowed again within its request keeps the same write budget.
    within: (narrower) => tableOf(TableName, call, { ...given, ...narrower }, budget ?? newWriteBudget()),
    withOwnBudget: () => tableOf(TableName, call, given, newWriteBudget()),
    ...readerOf(TableName, call, limits),
    batchGet: (keys, options = CONSISTENT) =>
      batchGet(TableName, keys, options, (input) => translated(call('BatchGetItem', input, limits))),
    async *query(input) {
      for await (const { Items = [] } of pagesOf(input)) yield Items.map((item) => fromAttributes(item));
    },
    async count(input) {
      let count = 0;
      for await (const { Count = 0 } of pagesOf({ ...input, Select: 'COUNT' })) count += Count;
      return count;
    },
    async put({ Item, ...input }) {
      const outcome = await write('PutItem', { ...input, Item: toAttributes(writtenItem(Item, await findWriter())) });
      return isRefused(outcome) ? outcome : undefined;
    },
    async update({ Key, ...changes }) {
      requireBudget();
      const input = writtenUpdate(changes, await findWriter());
      const outcome = await write('UpdateItem', { ...input, ReturnValues: 'ALL_NEW', Key: toAttributes(Key) });
      if (!isRefused(outcome)) return fromAttributes(outcome.Attributes ?? {});
      if (outcome.item) budget?.spend([outcome.item], outcome.attempts);
      return outcome;
    },
    async remove({ Key, ...input }) {
      const outcome = await write('DeleteItem', { ...input, Key: toAttributes(Key) });
      return isRefused(outcome) ? outcome : undefined;
    },
    async transact(actions, token, patience) {
      requireBudget((patience?.units ?? 0) * PAID_IN_TRANSACTION);
      const send = (input: object) => call('TransactWriteItems', input, limits);
      const written = writtenActions(actions, await findWriter());
      const refused = await transact(TableName, written, token, send, patience);
      const found = [...(refused?.failed.values() ?? [])].filter((item) => item !== undefined);
      budget?.spend(found, (refused?.attempts ?? 0) * PAID_IN_TRANSACTION);
      return refused;
    },
  };
};
