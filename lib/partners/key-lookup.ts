/** Finds the partner behind a secret, and remembers it for a while. */

import type { Reader } from '../dynamodb/reader.ts';
import { sources } from '../dynamodb/sources.ts';
import { type ApiKey, findApiKey, isUsable, keyHash } from './repository/api-key.ts';

/** A revoked key is refused within this time by a function that used it before. */
const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

/** What every secret looks like (docs/data-files.md); anything else is unknown without a look at the table. */
const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * The look-up of usable keys. Only these are remembered: guesses can't fill the memory, and a key that was revoked or has
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

  /** The key with this secret, if it may be used now. */
  return async (table: Reader, secret: string): Promise<ApiKey | undefined> => {
    const apiKey = SECRET.test(secret) ? await find(table, keyHash(secret)) : undefined;
    return apiKey && isUsable(apiKey, sources.now()) ? apiKey : undefined;
  };
};
