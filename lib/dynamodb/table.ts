/** The one table, and the few calls that the repositories need. Speaks no HTTP, and knows no client: calls are given to it. */
import { fromAttributes, type Item, toAttributes } from './attributes.ts';
import { batchGet } from './batch.ts';
import type { Call, CallOptions } from './call.ts';
import { type Effort, newEffort, PAID_IN_TRANSACTION } from './effort.ts';
import type { Key } from './keys.ts';
import { conditional, isRefused, type Refused, translated } from './outcomes.ts';
import { CONSISTENT, type Consistency, type Reader, readerOf } from './reader.ts';
import { Conflict } from './revise.ts';
import { type Action, type Patience, type TransactionRefused, transact } from './transactions.ts';
import { writtenActions, writtenItem, writtenUpdate } from './writer.ts';

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
  /** Of the table alone: an index is always eventually consistent. */
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
  /** Who writes (`writerText`), asked for at a write: each item that is written has it. Without one items stay as they are given. */
  readonly writer?: string | (() => Promise<string>) | undefined;
}

export interface Table extends Reader {
  readonly name: string;
  /** The same table for one request: its calls end with a signal, and do not begin after a deadline nor past its effort. */
  within(limits: TableLimits): Table;
  /** The items of these keys that exist, in no order; keys in excess of 100 take further calls. */
  batchGet(keys: readonly Key[], consistency?: Consistency): Promise<Item[]>;
  /** The items of a query, page after page, as far as the caller asks. Eventually consistent unless it says otherwise. */
  query(input: QueryInput): AsyncGenerator<Item[]>;
  /** How many items a query has. It takes the units of reading them all, and hardly any time. Eventually consistent. */
  count(input: QueryInput): Promise<number>;
  put(input: PutInput): Promise<Refused | undefined>;
  /** The item as it is after the update. */
  update(input: UpdateInput): Promise<Item | Refused>;
  remove(input: DeleteInput): Promise<Refused | undefined>;
  /** All actions or none. */
  transact(actions: readonly Action[], token?: string, patience?: Patience): Promise<TransactionRefused | undefined>;
}

/**
 * @param call - of the functions (`client.ts`), or of the operators' commands
 * @param effort - what refused writes may take; without it they are not counted
 * @throws StoreUnavailable, from each method, where the store throttles or cannot be reached; ItemTooLarge; Conflict, from
 *   update and transact, where refused writes have taken what a request may
 */
export const tableOf = (TableName: string, call: Call, given: TableLimits = {}, effort?: Effort): Table => {
  const { writer, ...limits } = given;
  const findWriter = async () => (typeof writer === 'function' ? await writer() : writer);
  const values = (given: Item | undefined) => given && { ExpressionAttributeValues: toAttributes(given) };
  /** The pages of a query as the store gives them. */
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

  const requireEffort = (next?: number): void => {
    if (effort?.allows(next) === false) throw new Conflict('the record is written by others all the time');
  };

  return {
    name: TableName,
    // Opened for a request once, and narrowed within it: what it may spend stays one sum.
    within: (narrower) => tableOf(TableName, call, { ...given, ...narrower }, effort ?? newEffort()),
    ...readerOf(TableName, call, limits),
    batchGet: (keys, { consistent } = CONSISTENT) =>
      batchGet(TableName, keys, consistent, (input) => translated(call('BatchGetItem', input, limits))),
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
      requireEffort();
      const input = writtenUpdate(changes, await findWriter());
      const outcome = await write('UpdateItem', { ...input, ReturnValues: 'ALL_NEW', Key: toAttributes(Key) });
      if (!isRefused(outcome)) return fromAttributes(outcome.Attributes ?? {});
      if (outcome.item) effort?.spend([outcome.item], outcome.attempts);
      return outcome;
    },
    async remove({ Key, ...input }) {
      const outcome = await write('DeleteItem', { ...input, Key: toAttributes(Key) });
      return isRefused(outcome) ? outcome : undefined;
    },
    async transact(actions, token, patience) {
      requireEffort((patience?.units ?? 0) * PAID_IN_TRANSACTION);
      const send = (input: object) => call('TransactWriteItems', input, limits);
      const written = writtenActions(actions, await findWriter());
      const refused = await transact(TableName, written, token, send, patience);
      const found = [...(refused?.failed.values() ?? [])].filter((item) => item !== undefined);
      effort?.spend(found, (refused?.attempts ?? 0) * PAID_IN_TRANSACTION);
      return refused;
    },
  };
};
