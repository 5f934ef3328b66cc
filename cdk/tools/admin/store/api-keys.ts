/** What only operators do with API keys: list, issue, change, succeed. */
import { expressionOf } from '../../../../lib/dynamodb/expressions.ts';
import { INDEX } from '../../../../lib/dynamodb/keys.ts';
import { marksOf, markUpdate, nextMark } from '../../../../lib/dynamodb/marks.ts';
import type { Table } from '../../../../lib/dynamodb/table.ts';
import { saveVersion } from '../../../../lib/dynamodb/versioned.ts';
import {
  type ApiKey,
  apiKeyFrom,
  apiKeyItem,
  apiKeyKey,
  keysPartition,
  type StoredApiKey,
} from '../../../../lib/partners/repository/api-key.ts';
import { suspendedError, whilePartnerIs } from './partners.ts';

/** The partner's keys, valid or not, whose hashes start with `prefix`: found in the index, read from the table. */
export const apiKeysOfPartner = async (table: Table, partnerId: string, prefix = ''): Promise<StoredApiKey[]> => {
  const pages = table.query({
    IndexName: INDEX,
    // DynamoDB takes no empty text for a key, though dynoxide does.
    KeyConditionExpression: prefix === '' ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': keysPartition(partnerId), ...(prefix !== '' && { ':sk': prefix }) },
  });
  const hashes: string[] = [];
  for await (const page of pages) hashes.push(...page.map(({ gsi1sk }) => String(gsi1sk)));
  const items = await table.batchGet(hashes.map(apiKeyKey));
  const found = new Map(items.map((item) => [String(item.gsi1sk), item]));
  return hashes.flatMap((sha256) => {
    const item = found.get(sha256);
    return item ? [apiKeyFrom(item)] : [];
  });
};

/**
 * Stores a new key. Doing so again is no fault: a hash that is there can only be this key's own.
 *
 * @throws AdminError where its partner is suspended
 */
export const addApiKey = async (table: Table, { sha256, ...apiKey }: StoredApiKey): Promise<void> => {
  const outcome = await table.transact([
    { Put: { Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' } },
    whilePartnerIs(apiKey.partnerId, { suspended: false }),
  ]);
  if (outcome?.failed.has(1)) throw suspendedError(apiKey.partnerId);
};

/** Sets fields of a stored key. Answers whether there is such a key. */
export const changeApiKey = async (
  table: Table,
  { sha256, partnerId }: Pick<StoredApiKey, 'sha256' | 'partnerId'>,
  changes: Partial<Pick<ApiKey, 'plan' | 'meteringKey' | 'expiresAt' | 'revoked'>> & {
    readonly suspended?: true | null;
  },
): Promise<boolean> => 'saved' in (await saveVersion({ table, partnerId }, { key: apiKeyKey(sha256), changes }));

/**
 * Stores a new key and lets an older one end at `expiresAt`: both or neither. Answers whether it was done; not, where
 * the older key is gone or has been revoked meanwhile. Doing so again is no fault.
 *
 * @throws AdminError where their partner is suspended
 */
export const succeedApiKey = async (
  table: Table,
  { sha256, ...apiKey }: StoredApiKey,
  older: { readonly sha256: string; readonly expiresAt: string },
): Promise<boolean> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const { add, require, build } = expressionOf();
    // It may end then already, which is no fault.
    add({ sets: ['expiresAt = :expires'], values: { ':expires': older.expiresAt } });
    add(markUpdate(nextMark()));
    require({ attribute: 'revoked', isNot: true });
    const outcome = await table.transact([
      { Put: { Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' } },
      { Update: { Key: apiKeyKey(older.sha256), ...build() } },
      whilePartnerIs(apiKey.partnerId, { suspended: false }),
    ]);
    // The new hash is there only where an earlier try had done both.
    if (!outcome || outcome.failed.has(0)) return true;
    if (outcome.failed.has(2)) throw suspendedError(apiKey.partnerId);
    const found = outcome.failed.get(1);
    if (!found || found.revoked === true) return false;
    // Only its mark was in the way: another clock is ahead. One that has seen it makes a higher one.
    marksOf(found);
  }
  return false;
};
