/** API keys: a partner's secret is known to the table by its SHA-256 alone. */
import { hash } from 'node:crypto';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import type { Reader } from '../../dynamodb/table/reader.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

export interface ApiKey {
  readonly partnerId: string;
  /** The usage plan's name. */
  readonly plan: string;
  /** The value of the API Gateway key that meters this partner on this plan; not a secret of the partner's. */
  readonly meteringKey: string;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly revoked?: boolean;
  /** Whether its partner is suspended: on each key, so that who looks a key up reads one item. */
  readonly suspended?: boolean;
  /** ISO 8601; known of keys that the operator's commands issued. */
  readonly issuedAt?: string;
  /** What the operator calls it. */
  readonly name?: string;
  /** A key for whoever runs a connector: it opens the few operations that a connector needs. */
  readonly connector?: boolean;
  /** Of such a key: the account in which alone it works. */
  readonly accountNumber?: number;
}

/** A key with what the table knows its secret by. */
export interface StoredApiKey extends ApiKey {
  readonly sha256: string;
}

const text = { type: 'string' } as const;

export const apiKeyEntity: Entity = {
  type: 'apiKey',
  keys: { pk: 'KEY#<sha256>', sk: 'KEY', index: ['P#<partner>#KEYS', '<sha256>'] },
  answers: 'Whose key is this? Which keys does the partner have?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'plan', 'meteringKey'],
    properties: {
      partnerId: text,
      plan: text,
      meteringKey: text,
      expiresAt: text,
      revoked: { type: 'boolean' },
      suspended: { type: 'boolean' },
      connector: { type: 'boolean' },
      accountNumber: { type: 'integer' },
    },
  },
  exported: { not: 'its secret is not stored' },
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'values', id: ({ pk }) => keyId(String(pk).slice('KEY#'.length)), unshown: ['meteringKey'] },
  removal: { withLocation: 'belongs to the partner', withAccount: 'belongs to the partner' },
  whenRestored: 'keeps',
};

/** What the table knows a secret by. */
export const keyHash = (secret: string): string => hash('sha256', secret, 'hex');

const ID_LENGTH = 12;

/** How operators and logs name a key: the beginning of its hash, from which the secret does not follow. */
export const keyId = (sha256: string): string => sha256.slice(0, ID_LENGTH);

export const apiKeyKey = (sha256: string): Key => ({ pk: joined('KEY', sha256), sk: 'KEY' });

/** Where the index lists the keys of a partner. */
export const keysPartition = (partnerId: string): string => ofPartner(partnerId, 'KEYS');

export const apiKeyItem = (sha256: string, apiKey: ApiKey): Item =>
  itemOf(
    'apiKey',
    { ...apiKey, ...firstMark() },
    { ...apiKeyKey(sha256), gsi1pk: keysPartition(apiKey.partnerId), gsi1sk: sha256 },
  );

/**
 * The key with this hash, be it valid or not. One call, which may miss what changed in the last second: a key is
 * remembered for a minute anyway.
 */
export const findApiKey = async (table: Reader, sha256: string): Promise<ApiKey | undefined> =>
  (await table.get(apiKeyKey(sha256), { consistent: false })) as ApiKey | undefined;

/** Whether a key may be used at `now` (epoch milliseconds). */
export const isUsable = ({ revoked, suspended, expiresAt }: ApiKey, now: number): boolean =>
  !suspended && !revoked && (expiresAt === undefined || Date.parse(expiresAt) > now);

/** The key that an item holds: the opposite of `apiKeyItem`. */
export const apiKeyFrom = (item: Item): StoredApiKey => {
  const { partnerId, plan, meteringKey, expiresAt, revoked, suspended, issuedAt, name, ...of } =
    item as unknown as ApiKey;
  return {
    sha256: String(item.pk).slice('KEY#'.length),
    partnerId,
    plan,
    meteringKey,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(revoked !== undefined && { revoked }),
    ...(suspended !== undefined && { suspended }),
    ...(issuedAt !== undefined && { issuedAt }),
    ...(name !== undefined && { name }),
    ...(of.connector !== undefined && { connector: of.connector }),
    ...(of.accountNumber !== undefined && { accountNumber: of.accountNumber }),
  };
};
