/** The secrets that partners hold. A secret is shown once, to who issues it; from then on its hash alone is known. */
import { randomBytes } from 'node:crypto';
import { LIVE_PREFIX, TEST_PREFIX } from '../../../lib/partners/key-kind.ts';
import type { StoredApiKey } from '../../../lib/partners/repository/api-key.ts';

/**
 * 256 bits by chance, in characters that a key may have (docs/data-files.md). By its beginning a secret is known for one
 * where it should not be, in a log, a repository, a message; and one for a sandbox is told from others.
 */
export const newSecret = (isSandbox = false): string =>
  (isSandbox ? TEST_PREFIX : LIVE_PREFIX) + randomBytes(32).toString('base64url');

const ID_LENGTH = 12;

/** How operators name a key: the beginning of its hash, which leads nobody to the secret. */
export const shortId = (sha256: string): string => sha256.slice(0, ID_LENGTH);

export type KeyState = 'usable' | 'expired' | 'suspended' | 'revoked';

/** What a list shows of a key at `now` (epoch milliseconds). */
export const keyState = ({ revoked, suspended, expiresAt }: StoredApiKey, now: number): KeyState => {
  if (revoked) return 'revoked';
  if (suspended) return 'suspended';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? 'expired' : 'usable';
};
