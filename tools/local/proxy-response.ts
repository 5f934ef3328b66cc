import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isBinaryType } from './event.ts';
import type { Reply } from './exchange.ts';
import { GatewayFault } from './gateway-fault.ts';
import { isObject } from './intrinsics.ts';

/** Lambda's limit for the payload of a synchronous response: 6 MB and a small overhead. */
export const lambdaPayloadLimit = 6_291_556;

const knownKeys = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);
/** Headers that API Gateway reserves: a function's value reaches the client under another name. */
const remapped = new Set(
  (
    'authorization connection content-length content-md5 date max-forwards server trailer upgrade user-agent ' +
    'www-authenticate'
  ).split(' '),
);
const dropped = new Set(['expect', 'host', 'transfer-encoding']);
/** The pattern has no repeated group, which would exhaust the stack on megabytes of text. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** A proxy response that API Gateway cannot use: 502, "Internal server error". */
const malformed = (cause: string) => new GatewayFault('DEFAULT_5XX', { status: 502, cause });

const parse = (payload: string): Record<string, unknown> => {
  if (Buffer.byteLength(payload) > lambdaPayloadLimit) throw malformed('the response is over 6 MB');
  const value: unknown = JSON.parse(payload);
  if (!isObject(value)) throw malformed('the response is not an object');
  const unknown = Object.keys(value).find((key) => !knownKeys.has(key));
  if (unknown !== undefined) throw malformed(`the response has an unknown key: ${unknown}`);
  return value;
};

const statusOf = (value: unknown): number => {
  if (value === undefined || value === null) return 200;
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const status = isNumeric ? Number(value) : Number.NaN;
  if (!Number.isInteger(status) || status < 200 || status > 599) throw malformed(`statusCode is ${value}`);
  return status;
};

const scalar = (name: string, value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'boolean') throw malformed(`header ${name} is not a string`);
  return String(value);
};

const entriesOf = (name: string, value: unknown): [string, unknown][] => {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw malformed(`${name} is not an object`);
  return Object.entries(value);
};

/** Merges both header maps: the values of a name are those of `multiValueHeaders`, then that of `headers`. */
const headersOf = (response: Record<string, unknown>): Record<string, string[]> => {
  const merged = new Map<string, { name: string; values: string[] }>();
  const add = (name: string, values: string[]) => {
    const lower = name.toLowerCase();
    if (dropped.has(lower)) return;
    const sent = remapped.has(lower) ? `x-amzn-Remapped-${name}` : name;
    try {
      validateHeaderName(sent);
      for (const value of values) validateHeaderValue(sent, value);
    } catch {
      throw malformed(`header ${name} cannot be sent`);
    }
    const known = merged.get(lower);
    merged.set(lower, { name: known?.name ?? sent, values: [...(known?.values ?? []), ...values] });
  };
  for (const [name, values] of entriesOf('multiValueHeaders', response.multiValueHeaders)) {
    if (!Array.isArray(values)) throw malformed(`multiValueHeaders ${name} is not a list`);
    add(
      name,
      values.map((value) => scalar(name, value)),
    );
  }
  for (const [name, value] of entriesOf('headers', response.headers)) add(name, [scalar(name, value)]);
  if (!merged.has('content-type')) merged.set('content-type', { name: 'Content-Type', values: ['application/json'] });
  return Object.fromEntries([...merged.values()].map(({ name, values }) => [name, values]));
};

const bodyOf = (response: Record<string, unknown>, binary: boolean): Buffer | string => {
  const body = response.body ?? '';
  if (typeof body !== 'string') throw malformed('body is not a string');
  if (response.isBase64Encoded !== true || !binary) return body;
  if (!isBase64(body)) throw new GatewayFault('DEFAULT_5XX', { status: 500, cause: 'body is not base64' });
  return Buffer.from(body, 'base64');
};

/**
 * Turns what a function returned (as JSON text, the form in which Lambda hands it over) into the HTTP reply of
 * a Lambda proxy integration. A base64 body is decoded only if the first type of the client's Accept header is
 * among the API's binary media types.
 */
export const proxyReply = (payload: string, binaryMediaTypes: string[], accept: string | undefined): Reply => {
  const response = parse(payload);
  const status = statusOf(response.statusCode);
  const headers = headersOf(response);
  return { status, headers, body: bodyOf(response, isBinaryType(binaryMediaTypes, accept?.split(',')[0])) };
};
