/** The table as the operator's commands and the local run open it: by the SDK's clients as they come. */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { MOST_TRIES, waits } from '../../lib/dynamodb/call.ts';
import { type Table, type TableLimits, tableOf } from '../../lib/dynamodb/table.ts';
import { callsOf } from './sdk-calls.ts';

/** A table with the client for what only operators do: scans, and what is about the table itself. */
export interface OpenTable extends Table {
  readonly client: DynamoDBDocumentClient;
  /** Who writes: what opens the same table another way hands it on. */
  readonly writer?: TableLimits['writer'];
}

export interface TableOptions {
  readonly tableName: string;
  /** A DynamoDB engine other than AWS's own, for instance on this machine. */
  readonly endpoint?: string | undefined;
  /** Who writes. Without it what is written names nobody. */
  readonly writer?: TableLimits['writer'];
}

/** Region and credentials are looked for as the SDK does. */
export const openTable = ({ tableName, endpoint, writer }: TableOptions): OpenTable => {
  const client = new DynamoDBClient({
    ...(endpoint && { endpoint }),
    maxAttempts: MOST_TRIES,
    requestHandler: { ...waits, throwOnRequestTimeout: true },
    // A logger that takes nothing: the SDK's own records of a call would hold partners' data. The failures that
    // matter are thrown, and reported by the command.
    logger: { debug() {}, warn() {} } as unknown as NonNullable<DynamoDBClientConfig['logger']>,
  });
  return {
    ...tableOf(tableName, callsOf(client), { writer }),
    writer,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
};
