/** One request as received, before it is routed. */
import querystring from 'node:querystring';
export type Exchange = {
  requestId: string;
  extendedRequestId: string;
  epoch: number;
  verb: string;
  /** The path that routes see: no stage, one leading slash, percent-encoding as sent. */
  path: string;
  /** The path with the stage, as `requestContext.path` shows it. */
  stagePath: string;
  query: string;
  /** Names and values in the order and the case in which they came. */
  headers: [string, string][];
  body: Buffer;
  /** The body exceeded 10 MB and was discarded. */
  tooLarge: boolean;
  protocol: string;
  sourceIp: string;
  port: number;
};

/** The response to the client. A header with a list of values is sent once for each value. */
export type Reply = { status: number; headers: Record<string, string | string[]>; body: Buffer | string };

/** The last value of a header, its name compared without case as HTTP asks. */
export const headerOf = (headers: [string, string][], name: string): string | undefined =>
  headers.findLast(([sent]) => sent.toLowerCase() === name.toLowerCase())?.[1];

/** Decodes one part of a query string; invalid UTF-8 becomes a replacement character. An invalid escape stays as it is. */
const decode = (text: string): string => querystring.unescape(text.replaceAll('+', ' '));

/** Splits a query string at `&` and, as API Gateway does, at `;`; decodes each name and value once. */
export const parseQuery = (query: string): Map<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const pair of query.split(/[&;]/)) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const key = decode(name);
    values.set(key, [...(values.get(key) ?? []), decode(rest.join('='))]);
  }
  return values;
};
