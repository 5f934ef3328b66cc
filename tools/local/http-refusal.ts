/**
 * Responses to what is refused before it is routed: in the shape of all errors, with the id that every response has. A status
 * without its own code is its own code.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import * as errors from '../../lib/contract/error-rows.ts';

const bodyOf = (code: number, message: string): string => JSON.stringify({ code, message });

/** A URL that is too long, as the gateway refuses it. */
export const urlTooLong = {
  status: errors.urlTooLong.status,
  message: 'Request URI too long',
  body: bodyOf(errors.urlTooLong.code, errors.urlTooLong.message),
} as const;

/** The longest URL that is taken, in bytes; with its headers a request has as many. */
const LONGEST_URL = 8192;

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export const badRequest: Refusal = { status: 400, message: 'Bad request' };

/** What Node's parser refuses, by its error and what had come by then. */
export const refusalOf = (code: string | undefined, sent: Buffer | undefined): Refusal => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: 'The request took too long' };
  if (code !== 'HPE_HEADER_OVERFLOW') return badRequest;
  const target = sent?.toString('latin1').split('\r\n')[0]?.split(' ')[1] ?? '';
  if (target.length > LONGEST_URL) return errors.urlTooLong;
  return { status: 431, message: 'The headers are too large' };
};

export const refusalHeaders = (body: string): Readonly<Record<string, string>> => {
  const requestId = randomUUID();
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'x-amzn-RequestId': requestId,
    Connection: 'close',
  };
};

export const refusalBody = ({ status, message }: Refusal): string => bodyOf(status, message);

/** A complete response, for a socket that has no request. */
export const refusalText = (refusal: Refusal, hasBody: boolean): string => {
  const body = refusalBody(refusal);
  const lines = Object.entries(refusalHeaders(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${hasBody ? body : ''}`;
};
