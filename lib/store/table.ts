/**
 * The one table, and the few calls that the entities need. Speaks no HTTP. What functions call is the plain client, which
 * spares each request the layers of the document client (docs/speed.md).
 */
import {
  BatchGetItemCommand,
  type ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  type PutCommandInput,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key } from './keys.ts';

export type Item = Record<string, unknown>;

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

const attributes = (item: object) => marshall(item, { removeUndefinedValues: true });

const valuesOf = (values: Item | undefined) => values && { ExpressionAttributeValues: attributes(values) };

const BATCH_LIMIT = 100;
/** How often the store is asked for what it left undone: the rest of a batch, a transaction that met another. */
const ATTEMPTS = 6;
const pauseBefore = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10 * (0.5 + Math.random())));

export interface Table {
  readonly name: string;
  /** What no function calls: transactions, and the operator's commands. */
  readonly client: DynamoDBDocumentClient;
  get(key: Key): Promise<Item | undefined>;
  /** The items of these keys that exist, in no order; keys in excess of 100 take further calls. */
  batchGet(keys: readonly Key[]): Promise<Item[]>;
  /** The items of a query, page after page, as far as the caller asks. */
  query(input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item[]>;
  put(input: Omit<PutCommandInput, 'TableName'>): Promise<Refused | undefined>;
  update(input: Omit<UpdateCommandInput, 'TableName'>): Promise<Item | Refused>;
  delete(key: Key): Promise<void>;
  transact(actions: NonNullable<TransactWriteCommandInput['TransactItems']>): Promise<TransactionRefused | undefined>;
}

export const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && (outcome as Refused).refused === true;

/** Three tries of two seconds stay well under the functions' time-out, which stays under the gateway's. */
const MAX_ATTEMPTS = 3;
export const timeouts = { connectionTimeout: 1000, requestTimeout: 2000 } as const;

export interface TableOptions {
  readonly tableName: string;
  /** A DynamoDB engine other than AWS's own, for instance on this machine. */
  readonly endpoint?: string | undefined;
  /** Settings of the client beside these; without them it looks for region and credentials as the SDK does. */
  readonly settings?: DynamoDBClientConfig;
}

export const openTable = ({ tableName, endpoint, settings }: TableOptions): Table => {
  const config: DynamoDBClientConfig = {
    ...(endpoint && { endpoint }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
    // A logger that takes nothing: the SDK's own records of a call would hold partners' data. The failures that
    // matter are thrown, and logged by whoever answers the request.
    logger: { debug() {}, warn() {} } as unknown as NonNullable<DynamoDBClientConfig['logger']>,
    ...settings,
  };
  const client = new DynamoDBClient(config);
  let documents: DynamoDBDocumentClient | undefined;
  const documentClient = () => {
    documents ??= DynamoDBDocumentClient.from(new DynamoDBClient({ ...config, cacheMiddleware: false }), {
      marshallOptions: { removeUndefinedValues: true },
    });
    return documents;
  };
  const TableName = tableName;

  const send = async <Output>(call: Promise<Output>): Promise<Output> => {
    try {
      return await call;
    } catch (error) {
      throw translate(error);
    }
  };

  /** Waits for a conditional write; a failed condition is an answer, not a fault. */
  const conditional = async <Output>(call: Promise<Output>): Promise<Output | Refused> => {
    try {
      return await call;
    } catch (error) {
      if ((error as Error).name !== 'ConditionalCheckFailedException') throw translate(error);
      const { Item: found, $metadata } = error as ConditionalCheckFailedException;
      return { refused: true, repeated: ($metadata.attempts ?? 1) > 1, item: found && unmarshall(found) };
    }
  };

  const batchGetOnce = async (keys: readonly Key[]): Promise<Item[]> => {
    const items: Item[] = [];
    let left = keys.map((key) => attributes(key));
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw new StoreUnavailable('the store throttles');
      if (attempt > 0) await pauseBefore(attempt);
      const { Responses, UnprocessedKeys } = await send(
        client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: left } } })),
      );
      for (const item of Responses?.[TableName] ?? []) items.push(unmarshall(item));
      left = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return items;
  };

  return {
    name: tableName,
    get client() {
      return documentClient();
    },
    async get(key) {
      const { Item } = await send(client.send(new GetItemCommand({ TableName, Key: attributes(key) })));
      return Item && unmarshall(Item);
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
      let ExclusiveStartKey: QueryCommandOutput['LastEvaluatedKey'];
      do {
        const page = await send(client.send(new QueryCommand({ ...question, ExclusiveStartKey })));
        yield (page.Items ?? []).map((item) => unmarshall(item));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },
    async put({ Item, ExpressionAttributeValues, ...input }) {
      const command = new PutItemCommand({
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...input,
        ...valuesOf(ExpressionAttributeValues),
        Item: attributes(Item ?? {}),
        TableName,
      });
      const outcome = await conditional(client.send(command));
      return isRefused(outcome) ? outcome : undefined;
    },
    async update({ Key, ExpressionAttributeValues, ...input }) {
      const command = new UpdateItemCommand({
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...input,
        ...valuesOf(ExpressionAttributeValues),
        Key: attributes(Key ?? {}),
        TableName,
      });
      const outcome = await conditional(client.send(command));
      return isRefused(outcome) ? outcome : unmarshall(outcome.Attributes ?? {});
    },
    async delete(Key) {
      await send(client.send(new DeleteItemCommand({ TableName, Key: attributes(Key) })));
    },
    async transact(actions) {
      for (let attempt = 1; ; attempt++) {
        try {
          await documentClient().send(new TransactWriteCommand({ TransactItems: actions }));
          return undefined;
        } catch (error) {
          const { name, CancellationReasons: reasons = [] } = error as {
            name: string;
            CancellationReasons?: readonly { Code?: string; Message?: string }[];
          };
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
