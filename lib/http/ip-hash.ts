/** Addresses of clients as logs hold them: by a digest that a table of all addresses does not reverse. */
import { createHmac } from 'node:crypto';

/**
 * The name of the variable that holds the key: random, made with the stack and kept in Secrets Manager. There are so few
 * addresses that a digest without a key is as good as the address.
 */
export const IP_HASH_KEY = 'IP_HASH_KEY';

/** Enough to tell addresses apart. */
const CHARACTERS = 16;

/** The same for the same address on one stage; `undefined` where there is no address, or no key. */
export const ipHash = (address: string | null | undefined): string | undefined => {
  const key = process.env[IP_HASH_KEY];
  if (!key || !address) return undefined;
  return createHmac('sha256', key).update(address).digest('hex').slice(0, CHARACTERS);
};
