/**
 * DNS lookups for requests to external hosts: addresses are checked after each resolution, and only checked addresses
 * are connected to.
 */
import type { LookupFunction } from 'node:net';
import { isAllowedAddress, type Locality } from './addresses.ts';
import { type Resolve, ResolverFailed, resolverWith } from './resolve.ts';

/** Whether this process allows http and loopback: `npm start` does, deployed stages do not. */
export const allowsLocal = (): boolean => process.env.WEBHOOKS_LOCAL === 'allowed';

/**
 * How a request connects to a name of several addresses: so long it tries one before the next. Node's 250 ms are less
 * than a far host takes, and the next may be of IPv6, which a function does not reach.
 */
export const PATIENT = { autoSelectFamilyAttemptTimeout: 2000 } as const;

export class ForbiddenAddress extends Error {}
export class Unresolved extends Error {}

/** Where http and loopback are allowed, a name of this machine's own file may lead to a receiver on it. */
export const systemResolve: Resolve = (name) =>
  resolverWith({ hostsFile: allowsLocal() ? '/etc/hosts' : undefined })(name);

/**
 * A lookup function that resolves a name, checks every address and returns the checked ones: nothing is resolved again
 * before the connection. It fails with ForbiddenAddress, Unresolved or ResolverFailed.
 */
export const checkedLookup =
  (resolve: Resolve, { allowLocal }: Locality): LookupFunction =>
  (name, { all }, callback) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new Unresolved(), '');
        if (!found.every(({ address }) => isAllowedAddress(address, { allowLocal })))
          return callback(new ForbiddenAddress(), '');
        return all ? callback(null, [...found]) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error instanceof ResolverFailed ? error : new Unresolved(), ''),
    );
  };
