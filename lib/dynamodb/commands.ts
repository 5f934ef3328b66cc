/** The calls of a client of the SDK, by the names of their operations. */
import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Call, OperationName } from './table.ts';

const commands = {
  BatchGetItem: BatchGetItemCommand,
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  UpdateItem: UpdateItemCommand,
} as const satisfies Record<OperationName, unknown>;

type Send = (command: object) => ReturnType<Call>;
type Command = new (input: object) => object;

export const callsOf =
  (client: DynamoDBClient): Call =>
  (operation, input) =>
    (client.send.bind(client) as unknown as Send)(new (commands[operation] as unknown as Command)(input)) as never;
