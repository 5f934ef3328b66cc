/** The secrets of partners' keys. A secret is shown once, when it is issued; after that only its hash is stored. */
import { randomBytes } from 'node:crypto';
import { CONNECTOR_PREFIX, LIVE_PREFIX, TEST_PREFIX } from '../../lib/partners/key-kind.ts';
import type { StoredApiKey } from '../../lib/partners/repository/api-key.ts';

/**
 * 256 random bits, in characters that a key may have (docs/data-files.md). Its prefix shows that it is a secret if it
 * appears in a log, a repository or a message; a sandbox's secrets have a different one.
 */
export const newSecret = (isSandbox = false): string =>
  (isSandbox ? TEST_PREFIX : LIVE_PREFIX) + randomBytes(32).toString('base64url');

/** The same for whoever runs a connector. */
export const newConnectorSecret = (isSandbox: boolean): string =>
  isSandbox ? newSecret(isSandbox) : newSecret().replace(LIVE_PREFIX, CONNECTOR_PREFIX);

const ID_LENGTH = 12;

/** The id of a key for operators: the first digits of its hash, which do not reveal the secret. */
export const shortId = (sha256: string): string => sha256.slice(0, ID_LENGTH);

export type KeyState = 'usable' | 'expired' | 'suspended' | 'revoked';

/** The state of a key at `now` (epoch milliseconds), for lists. */
export const keyState = ({ revoked, suspended, expiresAt }: StoredApiKey, now: number): KeyState => {
  if (revoked) return 'revoked';
  if (suspended) return 'suspended';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? 'expired' : 'usable';
};
