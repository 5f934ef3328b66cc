/** The table as the operator's commands and the local run open it: by the SDK's clients as they come. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Call, MOST_TRIES, type Outputs, waits } from '../../lib/dynamodb/call.ts';
import { type Table, type TableLimits, tableOf } from '../../lib/dynamodb/table.ts';
import { callsOf } from './sdk-calls.ts';
import { silentLogger } from './silent-logger.ts';

/** A table with what only operators do. */
export interface OpenTable extends Table {
  /** For what is about the table itself. */
  readonly client: DynamoDBClient;
  /** A page of the whole table, attributes as DynamoDB has them. */
  readonly scan: (input: object) => Promise<Outputs['Scan']>;
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

/**
 * What an operator does with items, by calls of a client's.
 *
 * @param call - of the SDK, or of the functions, which takes less than half of its time
 */
export const itemCalls = (name: string, call: Call, limits: TableLimits = {}): Table & Pick<OpenTable, 'scan'> => ({
  ...tableOf(name, call, limits),
  scan: (input) => call('Scan', { TableName: name, ...input }),
});

/** Region and credentials are looked for as the SDK does. */
export const openTable = ({ tableName, endpoint, writer }: TableOptions): OpenTable => {
  const client = new DynamoDBClient({
    ...(endpoint && { endpoint }),
    maxAttempts: MOST_TRIES,
    requestHandler: { ...waits, throwOnRequestTimeout: true },
    logger: silentLogger,
  });
  return {
    ...itemCalls(tableName, callsOf(client), { writer }),
    writer,
    client,
  };
};
