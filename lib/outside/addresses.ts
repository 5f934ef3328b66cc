/** Allows outgoing requests to public URLs and addresses only (docs/decisions.md: events). Pure. */
import ipaddr from 'ipaddr.js';

export interface Locality {
  /** On a developer's machine: also allow http and loopback. */
  readonly allowLocal: boolean;
}

/** The allocated global range of IPv6; all other ranges are local, historic or unassigned. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const HTTPS_PORT = 443;
/** The lowest allowed port, apart from that of https. */
export const LOWEST_PORT = 1024;

/** The only IPv6 form with an embedded IPv4 address that leads to it; the library accepts others too. */
const MAPPED = /^::ffff:[0-9.]+$/i;

/** Parses an address; an IPv4 address in IPv6 form is treated as IPv4. */
const parsed = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const isMixed = address.includes(':') && address.includes('.');
  return ipaddr.isValid(address) && (!isMixed || MAPPED.test(address)) ? ipaddr.process(address) : undefined;
};

/**
 * Whether a request may be sent to an address, from a DNS resolution or from a URL. IPv6 forms that reach an IPv4
 * address through other hosts (6to4, NAT64, Teredo) are refused.
 */
export const isAllowedAddress = (address: string, { allowLocal }: Locality): boolean => {
  const found = parsed(address);
  if (!found) return false;
  const range = found.range();
  if (range === 'loopback') return allowLocal;
  if (range !== 'unicast') return false;
  return found.kind() === 'ipv4' || (found as ipaddr.IPv6).match(GLOBAL);
};

/** The host of a URL for resolution or connection: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether the host of a URL is an address and not a name. `URL` has already converted decimal, octal and short forms.
 */
export const isAddress = (url: URL): boolean => ipaddr.isValid(hostOf(url));

/** The first part of a URL that forbids requests to it, independent of its host. */
export const forbiddenPart = (url: URL, { allowLocal }: Locality): 'protocol' | 'credentials' | 'port' | undefined => {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(allowLocal && url.protocol === 'http:')) return 'protocol';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const port = url.port === '' ? (isSecure ? HTTPS_PORT : 80) : Number(url.port);
  return port === HTTPS_PORT || port >= LOWEST_PORT ? undefined : 'port';
};

/** Whether a request may be sent to a URL, as far as known without a DNS resolution. */
export const isAllowedUrl = (url: URL, locality: Locality): boolean =>
  forbiddenPart(url, locality) === undefined && (!isAddress(url) || isAllowedAddress(hostOf(url), locality));
