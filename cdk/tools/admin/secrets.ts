/** The secrets that partners hold. A secret is shown once, to who issues it; from then on its hash alone is known. */
import { randomBytes } from 'node:crypto';
import type { StoredApiKey } from '../../../lib/partners/repository/api-key.ts';

/** By its beginning a secret is known for one where it should not be: in a log, a repository, a message. */
export const secretPrefix = 'plk_';

/** 256 bits by chance, in characters that a key may have (docs/data-files.md). */
export const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64url');

const ID_LENGTH = 12;

/** How operators name a key: the beginning of its hash, which leads nobody to the secret. */
export const shortId = (sha256: string): string => sha256.slice(0, ID_LENGTH);

export type KeyState = 'usable' | 'expired' | 'revoked';

/** What a list shows of a key at `now` (epoch milliseconds). */
export const keyState = ({ revoked, expiresAt }: StoredApiKey, now: number): KeyState => {
  if (revoked) return 'revoked';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? 'expired' : 'usable';
};
