/** Text of parameters that is not valid Unicode. Pure. */
import type { NamedParameter } from '../contract/derived.ts';

/** U+0000, and the replacement character for bytes that are not valid UTF-8. */
const BROKEN = /[\0\uFFFD]/;

/** Whether a query parameter has invalid Unicode. Identifiers are exempt: such text matches no record. */
export const isBrokenText = ({ in: place, addresses }: NamedParameter, value: unknown): boolean =>
  place === 'query' && !addresses && BROKEN.test(String(value));
