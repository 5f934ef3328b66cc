/**
 * The table's calls by the SDK's client, for operator commands: the SDK looks for credentials and region in all its
 * usual places.
 */
import {
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type Call,
  CallError,
  type CallOptions,
  type CancellationReason,
  isRead,
  type OperationName,
  type Signal,
} from '../lib/dynamodb/client/call.ts';
import type { Attributes } from '../lib/dynamodb/table/attributes.ts';

const commands = {
  BatchGetItem: BatchGetItemCommand,
  DeleteItem: DeleteItemCommand,
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactGetItems: TransactGetItemsCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  UpdateItem: UpdateItemCommand,
} as const satisfies Record<OperationName, unknown>;

type Send = (command: object, options: object) => Promise<unknown>;
type Command = new (input: object) => object;

/** Converts a signal to the SDK's type. */
const abortSignalOf = (signal: Signal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal;
  if (signal.aborted) return AbortSignal.abort(signal.reason);
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
};

const signalOf = ({ signal, deadline }: CallOptions): AbortSignal | undefined => {
  const given = signal && abortSignalOf(signal);
  if (deadline === undefined) return given;
  const end = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  return given ? AbortSignal.any([given, end]) : end;
};

/**
 * The SDK does not report the results of earlier tries, so each retried write counts as one that may have been applied.
 */
const callErrorOf = (error: Error, operation: OperationName): CallError => {
  const isAnswer = error instanceof DynamoDBServiceException;
  const { $metadata, Item, CancellationReasons } = error as Partial<DynamoDBServiceException> & {
    readonly Item?: Attributes;
    readonly CancellationReasons?: readonly CancellationReason[];
  };
  const attempts = $metadata?.attempts ?? 1;
  const isNotified = isAnswer && error.$fault === 'client' && attempts === 1;
  return new CallError(error.message, {
    name: error.name === 'AbortError' ? 'DeadlineError' : error.name,
    attempts,
    uncertain: !isNotified && !isRead(operation),
    item: Item,
    reasons: CancellationReasons,
    cause: error,
  });
};

/**
 * Makes the table's calls.
 *
 * @param client - of the SDK; its settings for retries and time-outs apply
 */
export const callsOf = (client: DynamoDBClient): Call => {
  const send = client.send.bind(client) as unknown as Send;
  return async (operation, input, options = {}) => {
    try {
      const command = new (commands[operation] as unknown as Command)(input);
      return (await send(command, { abortSignal: signalOf(options) })) as never;
    } catch (error) {
      throw error instanceof Error ? callErrorOf(error, operation) : error;
    }
  };
};
