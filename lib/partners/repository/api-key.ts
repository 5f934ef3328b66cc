/** API keys: a partner's secret is known to the table by its SHA-256 alone. */
import { hash } from 'node:crypto';
import { indexKeys, keys } from '../../dynamodb/keys.ts';
import { type Item, isRefused, type Table } from '../../dynamodb/table.ts';

export interface ApiKey {
  readonly partnerId: string;
  /** The usage plan's name. */
  readonly plan: string;
  /** The value of the API Gateway key that meters this partner on this plan; not a secret of the partner's. */
  readonly meteringKey: string;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly revoked?: boolean;
  /** ISO 8601; known of keys that the operator's commands issued. */
  readonly issuedAt?: string;
  /** What the operator calls it. */
  readonly name?: string;
}

/** A key with what the table knows its secret by. */
export interface StoredApiKey extends ApiKey {
  readonly sha256: string;
}

/** What the table knows a secret by. */
export const keyHash = (secret: string): string => hash('sha256', secret, 'hex');

export const apiKeyItem = (sha256: string, apiKey: ApiKey): Item => ({
  ...apiKey,
  type: 'apiKey',
  ...keys.apiKey(sha256),
  ...indexKeys.apiKey(apiKey.partnerId, sha256),
});

/** The key with this hash, be it valid or not. One call. */
export const findApiKey = async (table: Table, sha256: string): Promise<ApiKey | undefined> =>
  (await table.get(keys.apiKey(sha256))) as ApiKey | undefined;

/** Whether a key may be used at `now` (epoch milliseconds). */
export const isUsable = ({ revoked, expiresAt }: ApiKey, now: number): boolean =>
  !revoked && (expiresAt === undefined || Date.parse(expiresAt) > now);

/** The key that an item holds: the opposite of `apiKeyItem`. */
export const apiKeyFromItem = (item: Item): StoredApiKey => {
  const { partnerId, plan, meteringKey, expiresAt, revoked, issuedAt, name } = item as unknown as ApiKey;
  return {
    sha256: String(item.pk).slice('KEY#'.length),
    partnerId,
    plan,
    meteringKey,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(revoked !== undefined && { revoked }),
    ...(issuedAt !== undefined && { issuedAt }),
    ...(name !== undefined && { name }),
  };
};

/** The partner's keys, valid or not, whose hashes start with `prefix`; from the index. */
export const apiKeysOfPartner = async (table: Table, partnerId: string, prefix = ''): Promise<StoredApiKey[]> => {
  const { gsi1pk, gsi1sk } = indexKeys.apiKey(partnerId, prefix);
  const pages = table.query({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': gsi1pk, ':sk': gsi1sk },
  });
  const found: StoredApiKey[] = [];
  for await (const page of pages) found.push(...page.map(apiKeyFromItem));
  return found;
};

/** Stores a new key. Doing so again is no fault: a hash that is there can only be this key's own. */
export const addApiKey = async (table: Table, { sha256, ...apiKey }: StoredApiKey): Promise<void> => {
  await table.put({ Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' });
};

/** Sets fields of a stored key. Answers whether there is such a key. */
export const changeApiKey = async (
  table: Table,
  sha256: string,
  changes: Partial<Pick<ApiKey, 'plan' | 'meteringKey' | 'expiresAt' | 'revoked'>>,
): Promise<boolean> => {
  const fields = Object.entries(changes);
  const outcome = await table.update({
    Key: keys.apiKey(sha256),
    UpdateExpression: `SET ${fields.map((_, index) => `#f${index} = :f${index}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(fields.map(([field], index) => [`#f${index}`, field])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([, value], index) => [`:f${index}`, value])),
  });
  return !isRefused(outcome);
};

/**
 * Stores a new key and lets an older one end at `expiresAt`: both or neither. Answers whether it was done; not, where
 * the older key is gone or has been revoked meanwhile. Doing so again is no fault.
 */
export const succeedApiKey = async (
  table: Table,
  { sha256, ...apiKey }: StoredApiKey,
  older: { readonly sha256: string; readonly expiresAt: string },
): Promise<boolean> => {
  const TableName = table.name;
  const outcome = await table.transact([
    { Put: { TableName, Item: apiKeyItem(sha256, apiKey), ConditionExpression: 'attribute_not_exists(pk)' } },
    {
      Update: {
        TableName,
        Key: keys.apiKey(older.sha256),
        UpdateExpression: 'SET #expires = :expires',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#revoked) OR #revoked <> :true)',
        ExpressionAttributeNames: { '#expires': 'expiresAt', '#revoked': 'revoked' },
        ExpressionAttributeValues: { ':expires': older.expiresAt, ':true': true },
      },
    },
  ]);
  // The new hash is there only where an earlier try had done both.
  return !outcome || outcome.failed.includes(0);
};
