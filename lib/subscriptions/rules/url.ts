/** Which URLs a webhook may have, as far as that is known without a resolution (docs/decisions.md: events). Pure. */
import {
  forbiddenPart,
  hostOf,
  isAddress,
  isAllowedAddress,
  LOWEST_PORT,
  type Locality,
} from '../../outside/addresses.ts';

/** Names that only lead into the resolver's own network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/;

const MOST_URL = 2048;

/** Nothing that `URL` would repair in silence: blanks, controls, quotes, angle brackets, a backslash for a slash. */
const WRITTEN = /^https?:\/\/[^\s"'<>\\\p{Cc}]+$/iu;

const hostProblem = (url: URL, locality: Locality): string | undefined => {
  const host = hostOf(url).toLowerCase().replace(/\.+$/, '');
  const problem = 'must have a public host';
  if (isAddress(url)) return isAllowedAddress(host, locality) ? undefined : problem;
  if (locality.allowLocal && /(?:^|\.)localhost$/.test(host)) return undefined;
  return !host.includes('.') || LOCAL_NAME.test(host) ? problem : undefined;
};

/** What is wrong with a URL, whatever host it has; `undefined` if nothing is. */
export const writtenProblem = (text: string, locality: Locality): string | undefined => {
  const url = WRITTEN.test(text) ? URL.parse(text) : null;
  const forbidden = url ? forbiddenPart(url, locality) : 'protocol';
  if (!url || forbidden === 'protocol') return `must be an ${locality.allowLocal ? 'http or ' : ''}https URL`;
  // As it is requested, what is not ASCII is longer.
  if (url.href.length > MOST_URL) return `must have at most ${MOST_URL} characters, as it is encoded`;
  if (forbidden === 'credentials') return 'must not hold credentials: send them as auth';
  if (forbidden === 'port') return `must have port 443 or one from ${LOWEST_PORT}`;
  return undefined;
};

/**
 * What is wrong with the URL of a webhook; `undefined` where it may be one. What its host resolves to is checked at each
 * connection.
 */
export const urlProblem = (text: string, locality: Locality): string | undefined =>
  writtenProblem(text, locality) ?? hostProblem(URL.parse(text)!, locality);
