/** Subscriptions are made again and again, and an account has fifty: those that were made go, before the next are. */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { demoPartner } from '../../cdk/tools/local/demo.ts';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import { operations } from '../../lib/operations.ts';
import { subscriptionsPartition } from '../../lib/subscriptions/repository/subscription.ts';

const account = Number(operations.find(({ id }) => id === 'subscribe')?.cases.parameters.businessId);

const made = async ({ client, name }: OpenTable) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': subscriptionsPartition(demoPartner, account) },
    }),
  );
  return Items;
};

/** @returns removes what has come to the subscriptions since */
export const roomOf = async (table: OpenTable): Promise<() => Promise<void>> => {
  const kept = new Set((await made(table)).map(({ id }) => id));
  return async () => {
    for (const { pk, sk, id } of await made(table)) {
      if (!kept.has(id)) await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
    }
  };
};
