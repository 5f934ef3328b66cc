/** Opens the table for the operator's commands and the local run, with the SDK's default clients. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Call, MOST_TRIES, waits } from '../lib/dynamodb/client/call.ts';
import { fromAttributes, type Item, toAttributes } from '../lib/dynamodb/table/attributes.ts';
import { type Table, type TableLimits, tableOf } from '../lib/dynamodb/table/table.ts';
import { callsOf } from './sdk-calls.ts';
import { silentLogger } from './silent-logger.ts';

/** What to read in a scan of the complete table, with values as records have them. */
export interface ScanInput {
  readonly ConsistentRead?: boolean;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Item;
  readonly ExclusiveStartKey?: Item;
  readonly Limit?: number;
  readonly Segment?: number;
  readonly TotalSegments?: number;
}

/** One page, of at most 1 MB before the filter. */
export interface ScannedPage {
  readonly items: readonly Item[];
  /** How many items were read, before the filter. */
  readonly scanned: number;
  /** Where the next page starts; absent after the last one. */
  readonly next: Item | undefined;
}

/** A table with the calls that only operators use. */
export interface OpenTable extends Table {
  /** For calls about the table itself. */
  readonly client: DynamoDBClient;
  /** Reads a page of the complete table. Throws the error of the client that reads, a `CallError` or one of the SDK. */
  readonly scan: (input: ScanInput) => Promise<ScannedPage>;
  /** In how many segments it is read at the same time; by default it is read in one. */
  readonly segments?: number | undefined;
  /** The writer, for code that opens the same table in another way. */
  readonly writer?: TableLimits['writer'];
}

export interface TableOptions {
  readonly tableName: string;
  /** A DynamoDB engine other than AWS's own, for instance on this machine. */
  readonly endpoint?: string | undefined;
  /** The name of the writer. Without it writes name no one. */
  readonly writer?: TableLimits['writer'];
}

/**
 * Makes a table, and its scan, from calls of the functions' small client, which takes less than half of the SDK's
 * processor time.
 *
 * @param call - of that client
 */
export const itemCalls = (name: string, call: Call, limits: TableLimits = {}): Table & Pick<OpenTable, 'scan'> => ({
  ...tableOf(name, call, limits),
  scan: async ({ ExpressionAttributeValues: values, ExclusiveStartKey: start, ...input }) => {
    const {
      Items = [],
      ScannedCount: scanned = Items.length,
      LastEvaluatedKey,
    } = await call('Scan', {
      TableName: name,
      ...input,
      ...(values && { ExpressionAttributeValues: toAttributes(values) }),
      ...(start && { ExclusiveStartKey: toAttributes(start) }),
    });
    return {
      items: Items.map((item) => fromAttributes(item)),
      scanned,
      next: LastEvaluatedKey && fromAttributes(LastEvaluatedKey),
    };
  },
});

/** Opens a table by the SDK, which looks for region and credentials in all its usual places. */
export const openTable = ({ tableName, endpoint, writer }: TableOptions): OpenTable => {
  const client = new DynamoDBClient({
    ...(endpoint && { endpoint }),
    maxAttempts: MOST_TRIES,
    requestHandler: { ...waits, throwOnRequestTimeout: true },
    logger: silentLogger,
  });
  const records = DynamoDBDocumentClient.from(client);
  return {
    ...tableOf(tableName, callsOf(client), { writer }),
    scan: async (input) => {
      const {
        Items = [],
        ScannedCount: scanned = Items.length,
        LastEvaluatedKey,
      } = await records.send(new ScanCommand({ TableName: tableName, ...input }));
      return { items: Items, scanned, next: LastEvaluatedKey };
    },
    writer,
    client,
  };
};
