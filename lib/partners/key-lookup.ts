/** Finds the partner behind a secret, and remembers it for a while. */

import type { Reader } from '../dynamodb/reader.ts';
import { sources } from '../dynamodb/sources.ts';
import { isOfThisStage } from './key-kind.ts';
import { type ApiKey, findApiKey, isUsable, keyHash, keyId } from './repository/api-key.ts';

/** A revoked key is refused within this time by a function that used it before. */
const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

/** What every secret looks like (docs/data-files.md); anything else is unknown without a look at the table. */
const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * Why a key is refused. Only logs say it: to a client all are 1161 or 1167. `kind`: a test key outside of a sandbox, or
 * another one in it.
 */
export type KeyRefusal = 'missing' | 'several' | 'unknown' | 'revoked' | 'suspended' | 'expired' | 'kind';

/** A key that may not be used: whose it is, and why, is what a log must say. */
export interface RefusedKey {
  readonly refused: KeyRefusal;
  /** Absent where there is no key with this secret. */
  readonly apiKey?: ApiKey;
  readonly keyId?: string;
}

/** A key that may be used now. */
export interface UsableKey {
  readonly refused?: never;
  readonly apiKey: ApiKey;
  /** As operators name it. */
  readonly keyId: string;
}

/**
 * The look-up of keys. Only usable ones are remembered: guesses can't fill the memory, and a key that was revoked or has
 * expired takes as long as one that never was.
 */
export const apiKeyLookup = () => {
  const remembered = new Map<string, { readonly apiKey: ApiKey; readonly until: number }>();

  const find = async (table: Reader, sha256: string): Promise<ApiKey | undefined> => {
    const now = sources.now();
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

  /** The key with this secret, and whether it may be used now. */
  return async (table: Reader, secret: string): Promise<UsableKey | RefusedKey> => {
    // Before the look-up: a test key never leads to a partner elsewhere than in a sandbox, whatever its table holds.
    if (SECRET.test(secret) && !isOfThisStage(secret)) return { refused: 'kind' };
    const sha256 = keyHash(secret);
    const apiKey = SECRET.test(secret) ? await find(table, sha256) : undefined;
    if (!apiKey) return { refused: 'unknown' };
    const judged = { apiKey, keyId: keyId(sha256) };
    if (isUsable(apiKey, sources.now())) return judged;
    if (apiKey.revoked) return { ...judged, refused: 'revoked' };
    return { ...judged, refused: apiKey.suspended ? 'suspended' : 'expired' };
  };
};
