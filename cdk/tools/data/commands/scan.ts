/** Reads a whole table, a page at a time. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/outcomes.ts';
import type { OpenTable } from '../../open-table.ts';
import { untilAvailable } from '../retry.ts';

const THROTTLED = new Set(['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded']);

const asUnavailable = (error: unknown): never => {
  const { name, message } = error as Error;
  if (THROTTLED.has(name)) throw new StoreUnavailable(message, { cause: error });
  throw error;
};

/** Every item of the table, those of one type where it is named; reading costs the same. */
export const scanItems = async function* (table: OpenTable, type?: string): AsyncGenerator<Item> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const scan = new ScanCommand({
      TableName: table.name,
      ConsistentRead: true,
      ExclusiveStartKey,
      ...(type && {
        FilterExpression: '#type = :type',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: { ':type': type },
      }),
    });
    const page = await untilAvailable(() => table.client.send(scan).catch(asUnavailable));
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
};
