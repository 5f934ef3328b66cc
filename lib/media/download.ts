/**
 * Fetches a file of somebody else's server into one of ours: whatever that server does or says, it ends in time, takes no
 * more than its limit, and no more than a piece of it is in memory.
 */
import { open } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { sources } from '../dynamodb/sources.ts';
import { hostOf, isAddress, isAllowedUrl } from '../outside/addresses.ts';
import { ForbiddenAddress, judgedLookup, type Resolve, systemResolve } from '../outside/lookup.ts';
import { CONTENT_TYPES, type Format, formatOf, HEAD_BYTES, isFilm } from './rules/kinds.ts';
import * as limits from './rules/limits.ts';

export interface Download {
  readonly url: string;
  readonly wanted: limits.Wanted;
  /** Where to put it; there is no file yet. */
  readonly path: string;
  /** Allows http and loopback. */
  readonly allowLocal: boolean;
  /** How names are resolved: as the system does where it is left out. */
  readonly resolve?: Resolve;
  readonly patience?: Patience;
}

/** In milliseconds: without a byte, in all, and in all once it is a film. */
export interface Patience {
  readonly idle: number;
  readonly picture: number;
  readonly film: number;
}
const USUAL: Patience = { idle: 10_000, picture: 30_000, film: 120_000 };

/** What came of a try; `again` where another one may do better. */
export type Downloaded = { readonly format: Format } | { readonly failure: limits.Failure; readonly again: boolean };

/** Ends a try from inside of it. */
class Ended extends Error {
  readonly failure: limits.Failure;
  readonly again: boolean;

  constructor(failure: limits.Failure, again = false) {
    super(failure.text);
    this.failure = failure;
    this.again = again;
  }
}

/** A server may do better in a moment after these. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** What the head of an answer says against it. */
const requireHead = ({ statusCode = 0, headers }: http.IncomingMessage, wanted: limits.Wanted): number | undefined => {
  if (statusCode !== 200) throw new Ended(limits.NO_FILE, isPassing(statusCode));
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') throw new Ended(limits.COMPRESSED);
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const most = limits.mostBytes(wanted);
  if (length !== undefined && length > most) throw new Ended(limits.tooLarge(most));
  return length;
};

/** What the first bytes say against a file; its format where they say nothing. */
const requireFormat = (head: Buffer, wanted: limits.Wanted, length: number | undefined): Format => {
  const format = formatOf(head);
  if (!format) throw new Ended(limits.UNKNOWN_FORMAT);
  const failure = limits.formatFailure(wanted, format);
  if (failure) throw new Ended(failure);
  const most = limits.mostBytesOf(format);
  if (length !== undefined && length > most) throw new Ended(limits.tooLarge(most));
  return format;
};

/** Writes what comes to the file, as it comes. */
const writeDown = async (
  response: http.IncomingMessage,
  { path, wanted }: Download,
  onPiece: (format: Format | undefined) => void,
): Promise<Format> => {
  const length = requireHead(response, wanted);
  const file = await open(path, 'wx', 0o600);
  try {
    let head = Buffer.alloc(0);
    let format: Format | undefined;
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (!format) {
        head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
        if (head.length === HEAD_BYTES) format = requireFormat(head, wanted, length);
      }
      onPiece(format);
      const most = format ? limits.mostBytesOf(format) : limits.mostBytes(wanted);
      if (bytes > most) throw new Ended(limits.tooLarge(most));
      await file.write(piece);
    }
    if (!response.complete || (length !== undefined && bytes < length)) throw new Ended(limits.CUT_OFF, true);
    return format ?? requireFormat(head, wanted, length);
  } finally {
    await file.close();
  }
};

/** One try. It throws nothing but what this machine is to blame for. */
export const download = async (order: Download): Promise<Downloaded> => {
  const { url, allowLocal, resolve = systemResolve, patience = USUAL } = order;
  const target = URL.parse(url);
  if (!target || !isAllowedUrl(target, { allowLocal })) return { failure: limits.UNREACHABLE, again: false };
  const begun = sources.now();
  let most = patience.picture;
  let last = begun;
  let over: Ended | undefined;
  let isAnswered = false;
  const request = (target.protocol === 'http:' ? http : https).request({
    protocol: target.protocol,
    hostname: hostOf(target),
    ...(target.port !== '' && { port: target.port }),
    path: `${target.pathname}${target.search}`,
    method: 'GET',
    headers: {
      accept: Object.values(CONTENT_TYPES).join(', '),
      'accept-encoding': 'identity',
      'user-agent': 'partner-listing-api-media',
    },
    agent: false,
    ...(!isAddress(target) && { lookup: judgedLookup(resolve, { allowLocal }) }),
  });
  const answered = new Promise<http.IncomingMessage>((settle, reject) => {
    request.on('response', settle);
    request.on('error', reject);
    // Another protocol is no answer.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Ended(limits.NO_FILE));
    });
  });
  const watch = setInterval(
    () => {
      const now = sources.now();
      if (now - begun < most && now - last < patience.idle) return;
      over = new Ended(limits.TOO_SLOW, true);
      request.destroy(over);
    },
    Math.min(250, patience.idle / 4),
  );
  try {
    request.end();
    const response = await answered;
    isAnswered = true;
    last = sources.now();
    const format = await writeDown(response, order, (found) => {
      last = sources.now();
      if (found && isFilm(found)) most = patience.film;
    });
    return { format };
  } catch (thrown) {
    const error = over ?? thrown;
    if (error instanceof Ended) return { failure: error.failure, again: error.again };
    if (error instanceof ForbiddenAddress) return { failure: limits.UNREACHABLE, again: false };
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    // The disk of this machine is no server's fault.
    if (syscall === 'write' && code !== 'EPIPE' && code !== 'ECONNRESET') throw error;
    if (syscall === 'open') throw error;
    return { failure: isAnswered ? limits.CUT_OFF : limits.UNREACHABLE, again: true };
  } finally {
    clearInterval(watch);
    request.destroy();
  }
};
