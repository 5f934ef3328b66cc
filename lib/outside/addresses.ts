/** Which URLs and addresses requests may go to: public ones (docs/decisions.md: events). Pure. */
import ipaddr from 'ipaddr.js';

export interface Locality {
  /** On a developer's machine: http and loopback too. */
  readonly allowLocal: boolean;
}

/** What is given out of IPv6 for use on the internet; all else is local, historic or none. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const HTTPS_PORT = 443;
/** Beside that of https. */
export const LOWEST_PORT = 1024;

/** Of the forms that end in an IPv4 address only this one leads there; the library takes others for it. */
const MAPPED = /^::ffff:[0-9.]+$/i;

/** An IPv4 address that is written as an IPv6 one is judged as what it is. */
const parsed = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const isMixed = address.includes(':') && address.includes('.');
  return ipaddr.isValid(address) && (!isMixed || MAPPED.test(address)) ? ipaddr.process(address) : undefined;
};

/**
 * Whether a request may be sent to an address, as it came from a resolution or stands in a URL. Forms of IPv6 that lead to
 * an IPv4 address by way of others (6to4, NAT64, Teredo) are refused.
 */
export const isAllowedAddress = (address: string, { allowLocal }: Locality): boolean => {
  const found = parsed(address);
  if (!found) return false;
  const range = found.range();
  if (range === 'loopback') return allowLocal;
  if (range !== 'unicast') return false;
  return found.kind() === 'ipv4' || (found as ipaddr.IPv6).match(GLOBAL);
};

/** The host of a URL as it is resolved or connected to: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether the host of a URL is an address and no name. `URL` has read what is decimal, octal or short by then. */
export const isAddress = (url: URL): boolean => ipaddr.isValid(hostOf(url));

/** Which part of a URL forbids requests to it, whatever its host is: the first one in this order. */
export const forbiddenPart = (url: URL, { allowLocal }: Locality): 'protocol' | 'credentials' | 'port' | undefined => {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(allowLocal && url.protocol === 'http:')) return 'protocol';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const port = url.port === '' ? (isSecure ? HTTPS_PORT : 80) : Number(url.port);
  return port === HTTPS_PORT || port >= LOWEST_PORT ? undefined : 'port';
};

/** Whether a request may be sent to a URL, as far as that can be told without a resolution. */
export const isAllowedUrl = (url: URL, locality: Locality): boolean =>
  forbiddenPart(url, locality) === undefined && (!isAddress(url) || isAllowedAddress(hostOf(url), locality));
