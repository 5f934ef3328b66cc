/**
 * Resolves the names of external hosts. `dns.lookup` would run in the few threads that all of Node's file and name
 * work shares: names that never resolve would hold them, and with them the requests of everyone else. Here each
 * resolution has its own sockets, and ends by itself.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name to its addresses; none where no server knows any. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** No name server of ours could be asked: this says nothing about the name. */
export class ResolverFailed extends Error {
  override readonly name = 'ResolverFailed';
}

export interface ResolverOptions {
  /** `address:port` of the name servers; those of the system if left out. */
  readonly servers?: readonly string[];
  /** The file of addresses of this machine's own; none is read if left out. */
  readonly hostsFile?: string | undefined;
  /** Milliseconds of a resolution at most. */
  readonly most?: number;
}

const QUERY = { timeout: 1500, tries: 2 } as const;
/** Less than the five seconds after which nothing is sent any more: what has failed of ours then says so. */
const MOST_MILLISECONDS = 4000;
/** How long addresses of IPv4 wait for those of IPv6. */
const IPV6_MILLISECONDS = 300;

/** RFC 6761: these names mean this machine, and no name server is asked. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;
const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** What says that no name server could be asked. */
const OUR_FAILURES = new Set(['ECONNREFUSED', 'EFILE', 'ENOMEM', 'EDESTRUCTION', 'ENOTINITIALIZED', 'EMFILE']);

/** What a query ends with that got no answer in time. */
const SILENCE = new Set(['ETIMEOUT', 'ECANCELLED']);
/** How long a name is silent before the servers are asked for the root, and how long they have for that. */
const ROOT_MILLISECONDS = 1500;

/** Whether a name server answers for the root: one that is there does so at once, whatever it says. */
const isThere = async (server: string, patience: number): Promise<boolean> => {
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  resolver.setServers([server]);
  const timer = setTimeout(() => resolver.cancel(), patience);
  try {
    await resolver.resolveSoa('.');
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return !SILENCE.has(code) && !OUR_FAILURES.has(code);
  } finally {
    clearTimeout(timer);
  }
};

/** Whether no name server answers at all: then a silence says nothing about a name. */
const areSilent = async (servers: readonly string[], patience: number): Promise<boolean> => {
  const there = await Promise.all(servers.map((server) => isThere(server, patience)));
  return !there.includes(true);
};

const inHostsFile = async (file: string, name: string): Promise<readonly ResolvedAddress[]> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().split(/\s+/);
    const isNamed = names.some((each) => each.toLowerCase() === name.toLowerCase());
    return isNamed && isIP(address) ? [{ address, family: isIP(address) }] : [];
  });
};

/** @returns resolves a name; throws ResolverFailed */
export const resolverWith =
  ({ servers, hostsFile, most = MOST_MILLISECONDS }: ResolverOptions): Resolve =>
  async (name) => {
    if (LOCALHOST.test(name)) return LOOPBACK;
    const own = hostsFile === undefined ? [] : await inHostsFile(hostsFile, name);
    if (own.length > 0) return own;
    const resolver = new Resolver(QUERY);
    if (servers) resolver.setServers(servers);
    // Asked meanwhile: a request to the name has no more time than this resolution takes.
    const patience = Math.min(most / 2, ROOT_MILLISECONDS);
    let silence: Promise<boolean> | undefined;
    const timers = [
      setTimeout(() => resolver.cancel(), most),
      setTimeout(() => {
        silence = areSilent(resolver.getServers(), patience);
      }, patience),
    ];
    const failures: (string | undefined)[] = [];
    const ask = async (family: number, answer: Promise<readonly string[]>): Promise<readonly ResolvedAddress[]> => {
      try {
        const found = await answer;
        // Those of IPv6 alone may lead nowhere (below): they wait for IPv4 to the end.
        if (family === 4) timers.push(setTimeout(() => resolver.cancel(), IPV6_MILLISECONDS));
        return found.map((address) => ({ address, family }));
      } catch (error) {
        failures.push((error as NodeJS.ErrnoException).code);
        return [];
      }
    };
    // IPv4 first: a function on AWS reaches no IPv6 address unless its network is made for it.
    const found = await Promise.all([ask(4, resolver.resolve4(name)), ask(6, resolver.resolve6(name))]);
    for (const timer of timers) clearTimeout(timer);
    const addresses = found.flat();
    const isOurs = failures.some((code = '') => OUR_FAILURES.has(code));
    const isSilent = failures.every((code = '') => SILENCE.has(code));
    if (addresses.length === 0 && (isOurs || (isSilent && failures.length > 0 && (await silence))))
      throw new ResolverFailed(`no name server could be asked: ${failures.join(', ')}`);
    return addresses;
  };
