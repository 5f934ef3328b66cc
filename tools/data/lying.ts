/** Reads the items of a partition of the table. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';

/** The items of a partition whose sort keys have a prefix. */
export const lying = async function* (table: Table, pk: string, prefix = ''): AsyncGenerator<Item> {
  const pages = table.query({
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ConsistentRead: true,
  });
  for await (const page of pages) yield* page;
};

/** All of them at once. */
export const allLying = async (table: Table, pk: string, prefix: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const item of lying(table, pk, prefix)) items.push(item);
  return items;
};
