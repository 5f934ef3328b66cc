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

interface Page {
  readonly items: readonly Item[];
  /** Where the next page begins; nothing of the last one. */
  readonly next: Item | undefined;
}

/** The table page after page, from its beginning or from where an earlier page ended. */
export const scanPages = async function* (table: OpenTable, from?: Item, type?: string): AsyncGenerator<Page> {
  let next = from;
  do {
    const scan = new ScanCommand({
      TableName: table.name,
      ConsistentRead: true,
      ExclusiveStartKey: next,
      ...(type && {
        FilterExpression: '#type = :type',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: { ':type': type },
      }),
    });
    const page = await untilAvailable(() => table.client.send(scan).catch(asUnavailable));
    next = page.LastEvaluatedKey;
    yield { items: page.Items ?? [], next };
  } while (next);
};

/** Every item of the table, those of one type where it is named; reading costs the same. */
export const scanItems = async function* (table: OpenTable, type?: string): AsyncGenerator<Item> {
  for await (const { items } of scanPages(table, undefined, type)) yield* items;
};
