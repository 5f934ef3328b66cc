/** Finds the partner of a secret, and caches it for a while. */

import { clock } from '../dynamodb/client/clock.ts';
import type { Reader } from '../dynamodb/table/reader.ts';
import { isOfThisStage } from './key-kind.ts';
import { type ApiKey, findApiKey, isUsable, keyHash, keyId } from './repository/api-key.ts';

/** A function that used a key before refuses it within this time after it is revoked. */
const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

/** The format of every secret (docs/data-files.md); anything else is unknown without reading the table. */
const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * Why a key is refused. Only logs show it: clients get 1161 or 1167. `kind`: a test key outside a sandbox, or another
 * key in one. `connector`: a connector's key, for an operation that no connector needs.
 */
export type KeyRefusal = 'missing' | 'several' | 'unknown' | 'revoked' | 'suspended' | 'expired' | 'kind' | 'connector';

/** A key that may not be used: its owner and the reason, for logs. */
export interface RefusedKey {
  readonly refused: KeyRefusal;
  /** Absent if there is no key with this secret. */
  readonly apiKey?: ApiKey;
  readonly keyId?: string;
}

/** A key that may be used now. */
export interface UsableKey {
  readonly refused?: never;
  readonly apiKey: ApiKey;
  /** The id by which operators know it. */
  readonly keyId: string;
}

/**
 * Creates the key lookup. It caches only usable keys: guesses can't fill the cache, and a revoked or expired key takes
 * as long as an unknown one.
 */
export const apiKeyLookup = () => {
  const remembered = new Map<string, { readonly apiKey: ApiKey; readonly until: number }>();

  const find = async (table: Reader, sha256: string): Promise<ApiKey | undefined> => {
    const now = clock.now();
    const known = remembered.get(sha256);
    if (known && known.until > now) return known.apiKey;
    remembered.delete(sha256);
    const apiKey = await findApiKey(table, sha256);
    if (apiKey && isUsable(apiKey, now)) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(sha256, { apiKey, until: now + REMEMBERED_MILLISECONDS });
    }
    return apiKey;
  };

  /** Finds the key with this secret, and whether it may be used now. */
  return async (table: Reader, secret: string): Promise<UsableKey | RefusedKey> => {
    // Before the lookup: a test key never leads to a partner outside a sandbox, whatever the table holds.
    if (SECRET.test(secret) && !isOfThisStage(secret)) return { refused: 'kind' };
    const sha256 = keyHash(secret);
    const apiKey = SECRET.test(secret) ? await find(table, sha256) : undefined;
    if (!apiKey) return { refused: 'unknown' };
    const checked = { apiKey, keyId: keyId(sha256) };
    if (isUsable(apiKey, clock.now())) return checked;
    if (apiKey.revoked) return { ...checked, refused: 'revoked' };
    return { ...checked, refused: apiKey.suspended ? 'suspended' : 'expired' };
  };
};
