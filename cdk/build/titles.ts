/**
 * The title of each error type, for problem details (RFC 9457: the same for every occurrence of a type). It is the
 * message of the catalogue's row, where that does not speak of one operation alone. Read by the build and by the
 * document; a bundle holds the titles in the file that it loads when it refuses a request.
 */
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };

/** Codes that several operations answer with messages of their own, or whose message names a field. */
const GENERAL: Readonly<Record<string, string>> = {
  400: 'The request is invalid',
  409: 'The record was changed by another request',
  413: 'The request body or the record is too large',
  1184: 'Not possible in this state',
  2286: 'Zip or messaging link is invalid',
  2348: 'The page window is too large',
};

/** By error code. */
export const titles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(catalogue).map(([code, { message }]) => [code, GENERAL[code] ?? message]),
);
