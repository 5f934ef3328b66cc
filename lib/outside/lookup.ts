/**
 * How requests to hosts of others find their way: addresses are judged after each resolution, and what was judged is what is
 * connected to.
 */
import dns from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isAllowedAddress, type Locality } from './addresses.ts';

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Whether this process allows http and loopback: `npm start` says so, and no deployed stage. */
export const allowsLocal = (): boolean => process.env.WEBHOOKS_LOCAL === 'allowed';

export class ForbiddenAddress extends Error {}
export class Unresolved extends Error {}

export const systemResolve: Resolve = (name) => dns.lookup(name, { all: true, order: 'verbatim' });

/** Resolves, judges every address, and gives what was judged: nothing is resolved again before the connection. */
export const judgedLookup =
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
      () => callback(new Unresolved(), ''),
    );
  };
