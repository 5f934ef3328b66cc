/**
 * One request to a webhook: whatever it answers or does, it takes ten seconds at most, and what it says beyond a status is
 * kept nowhere. Addresses are checked after each resolution, and what was checked is what is connected to.
 */
import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import https from 'node:https';
import { clock } from '../dynamodb/client/clock.ts';
import { hostOf, isAddress, isAllowedUrl } from '../outside/addresses.ts';
import { checkedLookup, ForbiddenAddress, PATIENT, systemResolve, Unresolved } from '../outside/lookup.ts';
import { expectOneAnswer } from '../outside/one-answer.ts';
import { isOurFailure } from '../outside/own-failures.ts';
import { type Resolve, ResolverFailed } from '../outside/resolve.ts';

export type SendError = 'timeout' | 'refused' | 'dns' | 'tls' | 'forbidden address';

/** What came of a request: a status or an error. */
export interface Sent {
  readonly status?: number;
  readonly error?: SendError;
  /** The error is none of the endpoint's: no name server could be asked, nothing could be opened, or this process stood still. */
  readonly isOurs?: true;
  /** Until the status came. */
  readonly milliseconds: number;
  /** The header `Retry-After` as it came. */
  readonly retryAfter?: string;
  /** What a 200 answered, where it was asked for and is no longer than that. */
  readonly body?: string;
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
  /** Epoch milliseconds: nothing is sent on a connection that comes later. */
  readonly sendBy?: number;
  /** So many bytes of a 200 are read; nothing where it is left out. */
  readonly reads?: number;
}

const MOST_MILLISECONDS = 10_000;
/** A timer that fires later than this was held up: an answer may have come in time, and not been seen. */
const STOOD_STILL = 1000;
/** An endpoint that had less time than this to accept a connection has not failed: this process was late. */
const LEAST_TO_CONNECT = 3000;
/** Nor one whose name had less time than its resolution takes, which says whose failure it is. */
const LEAST_TO_RESOLVE = 4500;
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

const decoded = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString() : undefined);

/** The text of an answer; `undefined` where it is longer, breaks off, or is not UTF-8. */
const readText = (response: http.IncomingMessage, most: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = (text?: string) => {
      response.destroy();
      resolve(text);
    };
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > most) end();
      else pieces.push(piece);
    });
    response.on('end', () => end(decoded(Buffer.concat(pieces))));
    response.on('error', () => end());
    response.on('close', () => end());
  });

const errorOf = (error: Error, isHandshaking: boolean): SendError => {
  if (error instanceof ForbiddenAddress) return 'forbidden address';
  if (error instanceof Unresolved || error instanceof ResolverFailed) return 'dns';
  return isHandshaking ? 'tls' : 'refused';
};

/** Sends a request and says what came of it. It throws nothing; redirects are answers like others. */
export const post = async ({ url, headers, body, allowLocal, ...options }: Post): Promise<Sent> => {
  const { resolve = systemResolve, milliseconds: most = MOST_MILLISECONDS, sendBy = Infinity, reads } = options;
  const begun = clock.now();
  const taken = () => Math.max(0, clock.now() - begun);
  const target = URL.parse(url);
  if (!target || !isAllowedUrl(target, { allowLocal })) return { error: 'forbidden address', milliseconds: taken() };
  const isPlain = target.protocol === 'http:';

  return new Promise((complete) => {
    let isHandshaking = false;
    /** Its status is there: what is wrong with the rest of the answer is seen where that is read. */
    let isAnswered = false;
    let isResolved = isAddress(target);
    const checked = checkedLookup(resolve, { allowLocal });
    const lookup: typeof checked = (name, options, callback) =>
      checked(name, options, (error, ...found) => {
        isResolved = error === null;
        callback(error, ...found);
      });
    const request = (isPlain ? http : https).request({
      protocol: target.protocol,
      hostname: hostOf(target),
      ...(target.port !== '' && { port: target.port }),
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: one that was kept would go to what was checked some time ago.
      agent: false,
      ...PATIENT,
      ...(!isAddress(target) && { lookup }),
    });
    const end = (sent: Omit<Sent, 'milliseconds'>) => {
      clearTimeout(timer);
      clearTimeout(connectTimer);
      complete({ ...sent, milliseconds: taken() });
    };
    const endLate = (by: number, least = 0) => {
      const isOurs = clock.now() >= by + STOOD_STILL || by - begun < least;
      end({ error: 'timeout', ...(isOurs && { isOurs }) });
      request.destroy();
    };
    const timer = setTimeout(endLate, most, begun + most);
    const endUnsent = () => endLate(sendBy, isResolved ? LEAST_TO_CONNECT : LEAST_TO_RESOLVE);
    const connectTimer = sendBy < begun + most ? setTimeout(endUnsent, sendBy - begun) : undefined;
    /** The request is handed over only now: what waits in a socket would be sent however late it connects. */
    const sendOn = () => {
      clearTimeout(connectTimer);
      if (clock.now() > sendBy) return endUnsent();
      request.end(body);
    };
    request.on('socket', (socket) => {
      socket.on('connect', () => {
        isHandshaking = !isPlain;
        if (isPlain) sendOn();
      });
      socket.on('secureConnect', () => {
        isHandshaking = false;
        sendOn();
      });
    });
    request.on('error', (error) => {
      if (!isAnswered) end({ error: errorOf(error, isHandshaking), ...(isOurFailure(error) && { isOurs: true }) });
    });
    expectOneAnswer(
      request,
      (status) => end({ status }),
      () => new Error('Too many interim responses'),
    );
    request.on('response', (response) => {
      isAnswered = true;
      const isRead = reads !== undefined && response.statusCode === 200;
      if (!isRead) clearTimeout(timer);
      const milliseconds = taken();
      // It came too late, or this process was too busy to see it sooner.
      if (milliseconds >= most) return endLate(begun + most);
      const retryAfter = response.headers['retry-after'];
      const sent: Sent = {
        status: response.statusCode ?? 0,
        milliseconds,
        ...(retryAfter !== undefined && { retryAfter }),
      };
      if (!isRead) return void drain(response).then(() => complete(sent));
      // All of an answer that is read comes within the time of the request.
      readText(response, reads).then((body) => end({ ...sent, ...(body !== undefined && { body }) }));
    });
  });
};
