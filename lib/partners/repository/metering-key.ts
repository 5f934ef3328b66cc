/**
 * Metering keys: the API Gateway keys that count a partner's requests against a usage plan, one for each partner and
 * plan. Their values are opaque and of our making; partners never see them.
 */
import { indexKeys, keys } from '../../dynamodb/keys.ts';
import type { Table } from '../../dynamodb/table.ts';

export interface MeteringKey {
  readonly partnerId: string;
  /** The usage plan's name. */
  readonly plan: string;
  readonly value: string;
  /** The id of the API Gateway key. */
  readonly apiKeyId: string;
}

export const findMeteringKey = async (
  table: Table,
  partnerId: string,
  plan: string,
): Promise<MeteringKey | undefined> => (await table.get(keys.meteringKey(partnerId, plan))) as MeteringKey | undefined;

/** The metering key with this value, from the index. */
export const meteringKeyByValue = async (table: Table, value: string): Promise<MeteringKey | undefined> => {
  const pages = table.query({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': indexKeys.meteringKey(value).gsi1pk },
  });
  for await (const [item] of pages) return item as MeteringKey | undefined;
  return undefined;
};

/** Stores a metering key unless the partner and plan have one; answers with the one that stands. */
export const keepMeteringKey = async (table: Table, meteringKey: MeteringKey): Promise<MeteringKey> => {
  const refused = await table.put({
    Item: {
      ...meteringKey,
      type: 'meteringKey',
      ...keys.meteringKey(meteringKey.partnerId, meteringKey.plan),
      ...indexKeys.meteringKey(meteringKey.value),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return refused ? (refused.item as unknown as MeteringKey) : meteringKey;
};

/** Notes that another API Gateway key has a metering key's value now, for instance after a plan was deployed anew. */
export const moveMeteringKey = async (
  table: Table,
  { partnerId, plan, value, apiKeyId }: MeteringKey,
): Promise<void> => {
  await table.update({
    Key: keys.meteringKey(partnerId, plan),
    UpdateExpression: 'SET #id = :id',
    ConditionExpression: '#value = :value',
    ExpressionAttributeNames: { '#id': 'apiKeyId', '#value': 'value' },
    ExpressionAttributeValues: { ':id': apiKeyId, ':value': value },
  });
};
