/** Operations on API keys that only operators use: list, issue, change, rotate. */
import { expressionOf } from '../../../lib/dynamodb/table/expressions.ts';
import { INDEX } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { markUpdate, nextMark, noteMarks } from '../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import {
  type ApiKey,
  apiKeyFrom,
  apiKeyItem,
  apiKeyKey,
  keysPartition,
  type StoredApiKey,
} from '../../../lib/partners/repository/api-key.ts';
import { suspendedError, whilePartnerIs } from './partners.ts';

/** The partner's keys, valid or not, whose hashes start with `prefix`: found in the index, read from the table. */
export const apiKeysOfPartner = async (table: Table, partnerId: string, prefix = ''): Promise<StoredApiKey[]> => {
  const pages = table.query({
    IndexName: INDEX,
    // DynamoDB refuses an empty text for a key, though dynoxide accepts it.
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
 * Stores a new key. Repeating it is harmless: an existing item with this hash can only be the same key.
 *
 * @throws AdminError if its partner is suspended
 */
export const addApiKey = async (table: Table, { sha256, ...apiKey }: StoredApiKey): Promise<void> => {
  const outcome = await table.transact([
    { Put: { Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' } },
    whilePartnerIs(apiKey.partnerId, { suspended: false }),
  ]);
  if (outcome?.failed.has(1)) throw suspendedError(apiKey.partnerId);
};

/** Sets fields of a stored key. Returns whether there is such a key. */
export const changeApiKey = async (
  table: Table,
  { sha256, partnerId }: Pick<StoredApiKey, 'sha256' | 'partnerId'>,
  changes: Partial<Pick<ApiKey, 'plan' | 'meteringKey' | 'expiresAt' | 'revoked'>> & {
    readonly suspended?: true | null;
  },
): Promise<boolean> => 'saved' in (await saveVersion({ table, partnerId }, { key: apiKeyKey(sha256), changes }));

/**
 * Stores a new key and makes an older one expire at `expiresAt`, both or neither. Returns whether it was done; it isn't
 * if the older key is gone, was revoked or ends earlier meanwhile. Repeating it is harmless.
 *
 * @throws AdminError if their partner is suspended
 */
export const succeedApiKey = async (
  table: Table,
  { sha256, ...apiKey }: StoredApiKey,
  older: { readonly sha256: string; readonly expiresAt: string },
): Promise<boolean> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const { add, require, build } = expressionOf();
    add({
      sets: ['expiresAt = :expires'],
      condition: '(attribute_not_exists(expiresAt) OR expiresAt >= :expires)',
      values: { ':expires': older.expiresAt },
    });
    add(markUpdate(nextMark()));
    require({ attribute: 'revoked', isNot: true });
    const outcome = await table.transact([
      { Put: { Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' } },
      { Update: { Key: apiKeyKey(older.sha256), ...build() } },
      whilePartnerIs(apiKey.partnerId, { suspended: false }),
    ]);
    // The new hash only exists if an earlier try had done both.
    if (!outcome || outcome.failed.has(0)) return true;
    if (outcome.failed.has(2)) throw suspendedError(apiKey.partnerId);
    const found = outcome.failed.get(1);
    if (!found || found.revoked === true || String(found.expiresAt ?? older.expiresAt) < older.expiresAt) return false;
    // Only its mark prevented it: another clock is ahead. Having seen it, this clock makes a higher one.
    noteMarks(found);
  }
  return false;
};
