/**
 * Downloads a file from an external server. Whatever that server does, the download ends in time, stays within its size
 * limit, and keeps only one chunk in memory.
 */
import { open } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { clock } from '../dynamodb/client/clock.ts';
import { hostOf, isAddress, isAllowedUrl } from '../outside/addresses.ts';
import { checkedLookup, ForbiddenAddress, PATIENT, systemResolve } from '../outside/lookup.ts';
import { expectOneAnswer } from '../outside/one-answer.ts';
import { isOurFailure } from '../outside/own-failures.ts';
import type { Resolve } from '../outside/resolve.ts';
import { DiskFailed, diskFailed, writeBody } from './pieces.ts';
import { CONTENT_TYPES, type Format, formatOf, HEAD_BYTES, isFilm } from './rules/kinds.ts';
import * as limits from './rules/limits.ts';

export interface Download {
  readonly url: string;
  readonly wanted: limits.Wanted;
  /** The path to write to; it must not exist yet. */
  readonly path: string;
  /** Allows http and loopback. */
  readonly allowLocal: boolean;
  /** How names are resolved; by the system if left out. */
  readonly resolve?: Resolve;
  readonly patience?: Patience;
}

/** Time limits in milliseconds: without a byte, in total, and in total for a film. */
export interface Patience {
  readonly idle: number;
  readonly picture: number;
  readonly film: number;
}
const USUAL: Patience = { idle: 10_000, picture: 30_000, film: 120_000 };

/** The result of a try; `again` says whether a retry may succeed. */
export type Downloaded = { readonly format: Format } | { readonly failure: limits.Failure; readonly again: boolean };

/** Thrown to end a try. */
class Ended extends Error {
  readonly failure: limits.Failure;
  readonly again: boolean;

  constructor(failure: limits.Failure, again = false) {
    super(failure.text);
    this.failure = failure;
    this.again = again;
  }
}

/** Whether a status is transient, so that a retry may succeed. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Of the transfer codings only this one says where a body ends (RFC 9112, section 6.3). */
const CHUNKED = /(?:^|,)[ \t]*chunked[ \t]*$/i;

/** Checks the status and headers of a response; returns its length. */
const requireHead = ({ statusCode = 0, headers }: http.IncomingMessage, wanted: limits.Wanted): number | undefined => {
  if (statusCode !== 200) throw new Ended(limits.NO_FILE, isPassing(statusCode));
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') throw new Ended(limits.COMPRESSED);
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const most = limits.mostBytes(wanted);
  if (length !== undefined && length > most) throw new Ended(limits.tooLarge(most));
  return length;
};

/** Checks the first bytes of a file; returns its format. */
const requireFormat = (head: Buffer, wanted: limits.Wanted, length: number | undefined): Format => {
  const format = formatOf(head);
  if (!format) throw new Ended(limits.UNKNOWN_FORMAT);
  const failure = limits.formatFailure(wanted, format);
  if (failure) throw new Ended(failure);
  const most = limits.mostBytesOf(format);
  if (length !== undefined && length > most) throw new Ended(limits.tooLarge(most));
  return format;
};

/**
 * Streams the response to the file.
 *
 * @param isReset - whether the connection ended with an error; a body without a length ends with its connection, and
 *   looks complete then
 */
const writeDown = async (
  response: http.IncomingMessage,
  { path, wanted }: Download,
  onPiece: (format: Format | undefined) => void,
  isReset: () => boolean,
): Promise<Format> => {
  const length = requireHead(response, wanted);
  const file = await open(path, 'wx', 0o600).catch(diskFailed);
  let head = Buffer.alloc(0);
  let format: Format | undefined;
  let bytes = 0;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (!format) {
      head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length === HEAD_BYTES) format = requireFormat(head, wanted, length);
    }
    onPiece(format);
    const most = format ? limits.mostBytesOf(format) : limits.mostBytes(wanted);
    if (bytes > most) throw new Ended(limits.tooLarge(most));
  };
  try {
    await writeBody(response, file, take, () => new Ended(limits.CUT_SMALL));
    const hasLength = length !== undefined || CHUNKED.test(response.headers['transfer-encoding'] ?? '');
    if (!response.complete || (length !== undefined && bytes < length) || (!hasLength && isReset()))
      throw new Ended(limits.CUT_OFF, true);
    return format ?? requireFormat(head, wanted, length);
  } finally {
    await file.close();
  }
};

/** Makes one try. Only failures of this machine are thrown. */
export const download = async (command: Download): Promise<Downloaded> => {
  const { url, allowLocal, resolve = systemResolve, patience = USUAL } = command;
  const target = URL.parse(url);
  if (!target || !isAllowedUrl(target, { allowLocal })) return { failure: limits.UNREACHABLE, again: false };
  const begun = clock.now();
  let most = patience.picture;
  let last = begun;
  let over: Ended | undefined;
  let isAnswered = false;
  let isReset = false;
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
    ...PATIENT,
    ...(!isAddress(target) && { lookup: checkedLookup(resolve, { allowLocal }) }),
  });
  const answered = new Promise<http.IncomingMessage>((answer, reject) => {
    request.on('response', answer);
    request.on('error', (error) => {
      isReset = true;
      reject(error);
    });
    expectOneAnswer(
      request,
      () => reject(new Ended(limits.NO_FILE)),
      () => new Ended(limits.NO_FILE),
    );
  });
  const watch = setInterval(
    () => {
      const now = clock.now();
      if (now - begun < most && now - last < patience.idle) return;
      over = new Ended(limits.TOO_SLOW, true);
      // With an error: a response without a length ends with its connection, and would look complete.
      request.destroy(over);
    },
    Math.min(250, patience.idle / 4),
  );
  try {
    request.end();
    const response = await answered;
    isAnswered = true;
    last = clock.now();
    const onPiece = (found: Format | undefined) => {
      last = clock.now();
      if (found && isFilm(found)) most = patience.film;
    };
    return { format: await writeDown(response, command, onPiece, () => isReset) };
  } catch (thrown) {
    const error = over ?? thrown;
    if (error instanceof Ended) return { failure: error.failure, again: error.again };
    if (error instanceof ForbiddenAddress) return { failure: limits.UNREACHABLE, again: false };
    if (isOurFailure(error as Error)) throw error;
    if (error instanceof DiskFailed) throw error.cause;
    return { failure: isAnswered ? limits.CUT_OFF : limits.UNREACHABLE, again: true };
  } finally {
    clearInterval(watch);
    request.destroy();
  }
};
