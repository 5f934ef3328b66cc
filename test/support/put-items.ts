/** Items into a table as they are: what is read from one is in another in a tenth of the time that single puts take. */
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { type Item, toAttributes } from '../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../tools/open-table.ts';

/** A call takes as many. */
const TOGETHER = 25;

export const putItems = async (
  { client, name }: Pick<OpenTable, 'client' | 'name'>,
  items: readonly Item[],
): Promise<void> => {
  for (let from = 0; from < items.length; from += TOGETHER) {
    const requests = items.slice(from, from + TOGETHER).map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [name]: requests } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not take all of the items');
  }
};
