/** Subscriptions are made again and again, and an account has fifty: those that were made go, before the next are. */
import { demoPartner } from '../../cdk/tools/local/demo.ts';
import type { Item } from '../../lib/dynamodb/attributes.ts';
import type { Table } from '../../lib/dynamodb/table.ts';
import { operations } from '../../lib/operations.ts';
import { subscriptionsPartition } from '../../lib/subscriptions/repository/subscription.ts';

const account = Number(operations.find(({ id }) => id === 'subscribe')?.cases.parameters.businessId);

const made = async (table: Table): Promise<readonly Item[]> => {
  const found: Item[] = [];
  const ofAccount = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': subscriptionsPartition(demoPartner, account) },
  };
  for await (const items of table.query(ofAccount)) found.push(...items);
  return found;
};

/** @returns removes what has come to the subscriptions since */
export const roomOf = async (table: Table): Promise<() => Promise<void>> => {
  const kept = new Set((await made(table)).map(({ id }) => id));
  return async () => {
    for (const { pk, sk, id } of await made(table)) {
      if (!kept.has(id)) await table.remove({ Key: { pk: String(pk), sk: String(sk) } });
    }
  };
};
