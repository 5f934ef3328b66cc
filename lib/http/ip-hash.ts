/** Client addresses for logs: a keyed digest, which a table of all addresses does not reverse. */
import { createHmac } from 'node:crypto';

/**
 * The environment variable with the key, which is random, created with the stack and kept in Secrets Manager. There are
 * so few addresses that a digest without a key would be as revealing as the address.
 */
export const IP_HASH_KEY = 'IP_HASH_KEY';

/** Enough to distinguish addresses. */
const CHARACTERS = 16;

/** The digest of an address, stable within one stage; `undefined` without an address or a key. */
export const ipHash = (address: string | null | undefined): string | undefined => {
  const key = process.env[IP_HASH_KEY];
  if (!key || !address) return undefined;
  return createHmac('sha256', key).update(address).digest('hex').slice(0, CHARACTERS);
};
