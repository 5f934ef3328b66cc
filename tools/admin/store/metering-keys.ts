/** Operations on metering keys that only operators use. */
import { INDEX, type Key } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import {
  type MeteringKey,
  meteringKeyItem,
  meteringKeyKey,
  meterPartition,
} from '../../../lib/partners/repository/metering-key.ts';

export const findMeteringKey = async (
  table: Table,
  partnerId: string,
  plan: string,
): Promise<MeteringKey | undefined> => (await table.get(meteringKeyKey(partnerId, plan))) as MeteringKey | undefined;

/** The metering key with this value: found in the index, read from the table. */
export const meteringKeyByValue = async (table: Table, value: string): Promise<MeteringKey | undefined> => {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk = :sk',
    ExpressionAttributeValues: { ':pk': meterPartition(value), ':sk': value },
  });
  for await (const [found] of pages) {
    return found && ((await table.get({ pk: String(found.pk), sk: String(found.sk) })) as MeteringKey | undefined);
  }
  return undefined;
};

/** The first characters of values: API Gateway's values are hexadecimal; on this machine all start alike. */
const BEGINNINGS = [...Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')), 'me'];
const AT_ONCE = 16;

const meteringKeysIn = async (table: Table, beginning: string): Promise<MeteringKey[]> => {
  const found: Key[] = [];
  for await (const page of table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': meterPartition(beginning) },
  }))
    found.push(...page.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  return (await table.batchGet(found)) as unknown as MeteringKey[];
};

/** All metering keys, from the index: 257 small queries, whatever the table's size. */
export const everyMeteringKey = async function* (table: Table): AsyncGenerator<MeteringKey> {
  for (let at = 0; at < BEGINNINGS.length; at += AT_ONCE) {
    const batches = await Promise.all(BEGINNINGS.slice(at, at + AT_ONCE).map((each) => meteringKeysIn(table, each)));
    yield* batches.flat();
  }
};

/** The metering keys of a partner: one for each plan on which it ever had a key. */
export const meteringKeysOf = async (table: Table, partnerId: string): Promise<MeteringKey[]> => {
  const found: MeteringKey[] = [];
  const { pk, sk } = meteringKeyKey(partnerId, '');
  for await (const page of table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  }))
    found.push(...(page as unknown as MeteringKey[]));
  return found;
};

/** Stores a metering key unless the partner and plan have one; returns the stored one. */
export const keepMeteringKey = async (table: Table, meteringKey: MeteringKey): Promise<MeteringKey> => {
  const refused = await table.put({
    Item: meteringKeyItem(meteringKey),
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return refused ? (refused.item as unknown as MeteringKey) : meteringKey;
};

/**
 * Records that a metering key's value belongs to another API Gateway key now, or is in another plan, because a plan was
 * deployed again.
 */
export const moveMeteringKey = async (
  table: Table,
  { partnerId, plan, value, apiKeyId, usagePlanId }: Required<MeteringKey>,
): Promise<void> => {
  await table.update({
    Key: meteringKeyKey(partnerId, plan),
    UpdateExpression: 'SET #id = :id, #planId = :planId',
    ConditionExpression: '#value = :value',
    ExpressionAttributeNames: { '#id': 'apiKeyId', '#planId': 'usagePlanId', '#value': 'value' },
    ExpressionAttributeValues: { ':id': apiKeyId, ':planId': usagePlanId, ':value': value },
  });
};
