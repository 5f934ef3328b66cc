/** The one table: the document client, and the few calls that the entities need. Speaks no HTTP. */
import {
  type ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
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

const BATCH_LIMIT = 100;
/** How often the store is asked for what it left undone: the rest of a batch, a transaction that met another. */
const ATTEMPTS = 6;
const pauseBefore = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10 * (0.5 + Math.random())));

export interface Table {
  readonly name: string;
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
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...(endpoint && { endpoint }),
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { ...timeouts, throwOnRequestTimeout: true },
      // A logger that takes nothing: the SDK's own records of a call would hold partners' data. The failures that
      // matter are thrown, and logged by whoever answers the request.
      logger: { debug() {}, warn() {} } as unknown as NonNullable<DynamoDBClientConfig['logger']>,
      ...settings,
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
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
      // The document client leaves the item of this error in DynamoDB's JSON.
      const found = (error as ConditionalCheckFailedException).Item;
      return { refused: true, item: found && unmarshall(found) };
    }
  };

  const batchGetOnce = async (keys: readonly Key[]): Promise<Item[]> => {
    const items: Item[] = [];
    let left: readonly Key[] = keys;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw new StoreUnavailable('the store throttles');
      if (attempt > 0) await pauseBefore(attempt);
      const { Responses, UnprocessedKeys } = await send(
        client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [...left] } } })),
      );
      items.push(...(Responses?.[TableName] ?? []));
      left = (UnprocessedKeys?.[TableName]?.Keys ?? []) as unknown as readonly Key[];
    }
    return items;
  };

  return {
    name: tableName,
    client,
    async get(Key) {
      return (await send(client.send(new GetCommand({ TableName, Key })))).Item;
    },
    async batchGet(keys) {
      const items: Item[] = [];
      for (let start = 0; start < keys.length; start += BATCH_LIMIT) {
        items.push(...(await batchGetOnce(keys.slice(start, start + BATCH_LIMIT))));
      }
      return items;
    },
    async *query(input) {
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await send(client.send(new QueryCommand({ ...input, TableName, ExclusiveStartKey })));
        yield page.Items ?? [];
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },
    async put(input) {
      const outcome = await conditional(
        client.send(new PutCommand({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input, TableName })),
      );
      return isRefused(outcome) ? outcome : undefined;
    },
    async update(input) {
      const outcome = await conditional(
        client.send(
          new UpdateCommand({
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            ...input,
            TableName,
          }),
        ),
      );
      return isRefused(outcome) ? outcome : (outcome.Attributes ?? {});
    },
    async delete(Key) {
      await send(client.send(new DeleteCommand({ TableName, Key })));
    },
    async transact(actions) {
      for (let attempt = 1; ; attempt++) {
        try {
          await client.send(new TransactWriteCommand({ TransactItems: actions }));
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
