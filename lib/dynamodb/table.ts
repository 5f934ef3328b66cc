/** The one table, and the few calls that the entities need. Speaks no HTTP, and knows no client: calls are given to it. */
import type {
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type Attributes, fromAttributes, type Item, toAttributes } from './attributes.ts';
import { type Call, CallError } from './call.ts';
import type { Key } from './keys.ts';

export type { Item };

/** The store throttles or cannot be reached: the request may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The item would be larger than the table takes (400 KB). */
export class ItemTooLarge extends Error {
  override readonly name = 'ItemTooLarge';
}

/** A conditional write found something else; `item` is what it found, where there was anything. */
export interface Refused {
  readonly refused: true;
  /** An earlier try of the same call got no answer: that one may have been done, and may be what this one found. */
  readonly repeated: boolean;
  readonly item: Item | undefined;
}

/** The condition of one action in a transaction failed: at `index`, in the order of the actions. */
export interface TransactionRefused {
  readonly refused: true;
  readonly failed: readonly number[];
}

/** Faults of the caller: trying again won't help. All other faults of a call are the store's. */
const CALLER_FAULTS = new Set([
  'ValidationException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'SerializationException',
]);

const translate = (error: unknown): Error => {
  const fault = error instanceof Error ? error : new Error(String(error));
  if (fault.name === 'ValidationException' && /item size/i.test(fault.message)) {
    return new ItemTooLarge('the item is too large', { cause: fault });
  }
  const isOurs = CALLER_FAULTS.has(fault.name) || fault instanceof TypeError || fault instanceof RangeError;
  return isOurs ? fault : new StoreUnavailable('the store cannot be reached', { cause: fault });
};

const valuesOf = (values: Item | undefined) => values && { ExpressionAttributeValues: toAttributes(values) };

type Actions = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** One action of a transaction, with its items as the table spells them. */
const actionOf = (action: Actions[number]) =>
  Object.fromEntries(
    Object.entries(action as Record<string, Item>).map(([kind, { Item, Key, ExpressionAttributeValues, ...input }]) => [
      kind,
      {
        ...input,
        ...(Item ? { Item: toAttributes(Item) } : {}),
        ...(Key ? { Key: toAttributes(Key) } : {}),
        ...valuesOf(ExpressionAttributeValues as Item | undefined),
      },
    ]),
  );

const BATCH_LIMIT = 100;
/** How often the store is asked for what it left undone: the rest of a batch, a transaction that met another. */
const ATTEMPTS = 6;
const pauseBefore = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10 * (0.5 + Math.random())));

export interface Table {
  readonly name: string;
  get(key: Key): Promise<Item | undefined>;
  /** The items of these keys that exist, in no order; keys in excess of 100 take further calls. */
  batchGet(keys: readonly Key[]): Promise<Item[]>;
  /** The items of a query, page after page, as far as the caller asks. */
  query(input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item[]>;
  put(input: Omit<PutCommandInput, 'TableName'>): Promise<Refused | undefined>;
  update(input: Omit<UpdateCommandInput, 'TableName'>): Promise<Item | Refused>;
  transact(actions: Actions): Promise<TransactionRefused | undefined>;
}

export const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && (outcome as Refused).refused === true;

/** @param call - of the functions (`client.ts`), or of the operator's commands (`open-table.ts`) */
export const tableOf = (TableName: string, call: Call): Table => {
  const send = async <Output>(sent: Promise<Output>): Promise<Output> => {
    try {
      return await sent;
    } catch (error) {
      throw translate(error);
    }
  };

  /** Waits for a conditional write; a failed condition is an answer, not a fault. */
  const conditional = async <Output>(sent: Promise<Output>): Promise<Output | Refused> => {
    try {
      return await sent;
    } catch (error) {
      if (!(error instanceof CallError) || error.name !== 'ConditionalCheckFailedException') throw translate(error);
      const { item: found, uncertain } = error;
      return { refused: true, repeated: uncertain, item: found && fromAttributes(found) };
    }
  };

  const batchGetOnce = async (keys: readonly Key[]): Promise<Item[]> => {
    const items: Item[] = [];
    let left: readonly Attributes[] = keys.map((key) => toAttributes(key));
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw new StoreUnavailable('the store throttles');
      if (attempt > 0) await pauseBefore(attempt);
      const { Responses, UnprocessedKeys } = await send(
        call('BatchGetItem', { RequestItems: { [TableName]: { Keys: left } } }),
      );
      for (const item of Responses?.[TableName] ?? []) items.push(fromAttributes(item));
      left = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return items;
  };

  return {
    name: TableName,
    async get(key) {
      const { Item } = await send(call('GetItem', { TableName, Key: toAttributes(key) }));
      return Item && fromAttributes(Item);
    },
    async batchGet(keys) {
      const items: Item[] = [];
      for (let start = 0; start < keys.length; start += BATCH_LIMIT) {
        items.push(...(await batchGetOnce(keys.slice(start, start + BATCH_LIMIT))));
      }
      return items;
    },
    async *query({ ExpressionAttributeValues, ...input }) {
      const question = { ...input, ...valuesOf(ExpressionAttributeValues), TableName };
      let ExclusiveStartKey: Attributes | undefined;
      do {
        const page = await send(call('Query', { ...question, ExclusiveStartKey }));
        yield (page.Items ?? []).map((item) => fromAttributes(item));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },
    async put({ Item, ExpressionAttributeValues, ...input }) {
      const put = {
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...input,
        ...valuesOf(ExpressionAttributeValues),
        Item: toAttributes(Item ?? {}),
        TableName,
      };
      const outcome = await conditional(call('PutItem', put));
      return isRefused(outcome) ? outcome : undefined;
    },
    async update({ Key, ExpressionAttributeValues, ...input }) {
      const update = {
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...input,
        ...valuesOf(ExpressionAttributeValues),
        Key: toAttributes(Key ?? {}),
        TableName,
      };
      const outcome = await conditional(call('UpdateItem', update));
      return isRefused(outcome) ? outcome : fromAttributes(outcome.Attributes ?? {});
    },
    async transact(actions) {
      const TransactItems = actions.map(actionOf);
      for (let attempt = 1; ; attempt++) {
        try {
          await call('TransactWriteItems', { TransactItems });
          return undefined;
        } catch (error) {
          const { name, reasons = [] } = error as CallError;
          if (name !== 'TransactionCanceledException') throw translate(error);
          const failed = reasons.flatMap(({ Code }, index) => (Code === 'ConditionalCheckFailed' ? [index] : []));
          if (failed.length > 0) return { refused: true, failed };
          const wrong = reasons.find(({ Code }) => Code === 'ValidationError');
          if (wrong) throw translate(Object.assign(new Error(wrong.Message), { name: 'ValidationException' }));
          // Cancelled by a conflict or a throttle, which may pass.
          if (attempt === ATTEMPTS) throw translate(error);
          await pauseBefore(attempt);
        }
      }
    },
  };
};
