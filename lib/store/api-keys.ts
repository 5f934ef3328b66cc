/** API keys: a partner's secret is known to the table by its SHA-256 alone. */
import { hash } from 'node:crypto';
import { indexKeys, keys } from './keys.ts';
import type { Item, Table } from './table.ts';

export interface ApiKey {
  readonly partnerId: string;
  /** The usage plan's name. */
  readonly plan: string;
  /** The value of the API Gateway key that meters this partner on this plan; not a secret of the partner's. */
  readonly meteringKey: string;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly revoked?: boolean;
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
