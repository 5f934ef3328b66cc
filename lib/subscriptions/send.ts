/**
 * One request to a webhook: whatever it answers or does, it takes ten seconds at most, and what it says beyond a status is
 * kept nowhere. Addresses are judged after each resolution, and what was judged is what is connected to.
 */
import http from 'node:http';
import https from 'node:https';
import { sources } from '../dynamodb/sources.ts';
import { hostOf, isAddress, isAllowedUrl } from '../outside/addresses.ts';
import { ForbiddenAddress, judgedLookup, type Resolve, systemResolve, Unresolved } from '../outside/lookup.ts';

export type SendError = 'timeout' | 'refused' | 'dns' | 'tls' | 'forbidden address';

/** What came of a request: a status or an error. */
export interface Sent {
  readonly status?: number;
  readonly error?: SendError;
  /** Until the status came. */
  readonly milliseconds: number;
  /** The header `Retry-After` as it came. */
  readonly retryAfter?: string;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Allows http and loopback. */
  readonly allowLocal: boolean;
  /** How names are resolved: as the system does where it is left out. */
  readonly resolve?: Resolve;
  /** How long all of it may take: 10 seconds where it is left out. */
  readonly milliseconds?: number;
}

const MOST_MILLISECONDS = 10_000;
/** So much of an answer is waited for once its status is there, so that a receiver that writes one is not cut off. */
const MOST_BYTES = 4096;
const DRAIN_MILLISECONDS = 250;

/** Waits for the end of a short answer, and ends a long one. */
const drain = (response: http.IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      response.destroy();
      resolve();
    };
    const timer = setTimeout(end, DRAIN_MILLISECONDS);
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MOST_BYTES) end();
    });
    response.on('end', end);
    response.on('error', end);
  });

const errorOf = (error: Error, isHandshaking: boolean): SendError => {
  if (error instanceof ForbiddenAddress) return 'forbidden address';
  if (error instanceof Unresolved) return 'dns';
  return isHandshaking ? 'tls' : 'refused';
};

/** Sends a request and says what came of it. It throws nothing; redirects are answers like others. */
export const post = async ({ url, headers, body, allowLocal, ...options }: Post): Promise<Sent> => {
  const { resolve = systemResolve, milliseconds: most = MOST_MILLISECONDS } = options;
  const begun = sources.now();
  const taken = () => Math.max(0, sources.now() - begun);
  const target = URL.parse(url);
  if (!target || !isAllowedUrl(target, { allowLocal })) return { error: 'forbidden address', milliseconds: taken() };
  const isPlain = target.protocol === 'http:';

  return new Promise((settle) => {
    let isHandshaking = false;
    const request = (isPlain ? http : https).request({
      protocol: target.protocol,
      hostname: hostOf(target),
      ...(target.port !== '' && { port: target.port }),
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: one that was kept would go to what was judged some time ago.
      agent: false,
      ...(!isAddress(target) && { lookup: judgedLookup(resolve, { allowLocal }) }),
    });
    const end = (sent: Omit<Sent, 'milliseconds'>) => {
      clearTimeout(timer);
      settle({ ...sent, milliseconds: taken() });
    };
    const timer = setTimeout(() => {
      end({ error: 'timeout' });
      request.destroy();
    }, most);
    request.on('socket', (socket) => {
      socket.on('connect', () => {
        isHandshaking = !isPlain;
      });
      socket.on('secureConnect', () => {
        isHandshaking = false;
      });
    });
    request.on('error', (error) => end({ error: errorOf(error, isHandshaking) }));
    request.on('response', (response) => {
      clearTimeout(timer);
      const milliseconds = taken();
      const retryAfter = response.headers['retry-after'];
      const sent: Sent = {
        status: response.statusCode ?? 0,
        milliseconds,
        ...(retryAfter !== undefined && { retryAfter }),
      };
      drain(response).then(() => settle(sent));
    });
    request.end(body);
  });
};
