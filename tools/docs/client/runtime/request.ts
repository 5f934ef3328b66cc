/** Builds the HTTP request from a method's arguments. Pure except for the idempotency key. */
import type { Resolved, VersionedWriteOptions } from './settings.ts';

/** How a list is read page by page. */
export interface Paging {
  /** Where the request names the page: in its parameters, or in its body. */
  readonly in: 'query' | 'body';
  /** The names of the two fields: the start of the page, and its size. */
  readonly start: string;
  readonly size: string;
  /** What `start` counts. */
  readonly counts: 'records' | 'pages';
  /** The start of the first page; 0 if absent. */
  readonly first?: number;
  /** The default size. */
  readonly usual: number;
  /** The field of the response that has the records; absent if the response is the list. */
  readonly records?: string;
  /** The field of the response that says how many records there are on all pages; some responses may be without it. */
  readonly total?: string;
}

/** The client's description of an operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each parameter of the path. */
  readonly path: string;
  readonly query?: readonly string[];
  /** Names of headers, by those of the method's parameters. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: true;
  readonly writes?: true;
  /** Whether its responses have an `ETag`. */
  readonly etag?: true;
  readonly paging?: Paging;
}

/** A method's arguments: its parameters by name, and `body`. */
export type Given = Readonly<Record<string, unknown>>;

export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Problem details list every broken rule; all other responses are JSON. */
const ACCEPT = 'application/problem+json, application/json;q=0.9';

const pathOf = ({ id, path }: Operation, given: Given): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (value === undefined || value === null) throw new TypeError(`${id}: ${name} is missing`);
    const text = String(value);
    // Such a segment would name another resource: a URL drops it, however it is encoded.
    if (text === '' || text === '.' || text === '..') throw new TypeError(`${id}: ${name} can't be "${text}"`);
    return encodeURIComponent(text);
  });

const refuseUnknown = ({ id, path, query = [], headers = {}, body }: Operation, given: Given): void => {
  const known = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const name of [...query, ...Object.keys(headers), ...(body ? ['body'] : [])]) known.add(name);
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) throw new TypeError(`${id} has no parameter ${unknown}`);
};

const present = (value: unknown): boolean => value !== undefined && value !== null;

/** JSON writes NaN and infinity as `null`, which would clear a field. */
const bodyOf = ({ id }: Operation, body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`${id}: ${name} is not a finite number`);
    }
    return value;
  });

/**
 * @throws TypeError for a parameter that the operation does not have, one of its path that is missing, a number of the body
 *   that is not finite, and a value that no header can hold
 */
export const wireRequest = (
  { baseUrl, apiKey, agent }: Resolved,
  operation: Operation,
  given: Given,
  options: VersionedWriteOptions,
): WireRequest => {
  refuseUnknown(operation, given);
  const { method, query = [], headers = {}, writes } = operation;
  const { ifMatch, validateOnly, idempotencyKey = validateOnly ? undefined : crypto.randomUUID() } = options;
  const search = new URLSearchParams(
    query.filter((name) => present(given[name])).map((name): [string, string] => [name, String(given[name])]),
  );
  if (writes && validateOnly) search.set('validateOnly', 'true');
  const key = writes ? idempotencyKey : undefined;
  const queryText = search.toString();
  const body = present(given.body) ? bodyOf(operation, given.body) : undefined;
  const sent = {
    Accept: ACCEPT,
    'User-Agent': agent,
    'x-api-key': apiKey,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => present(given[name]))
        .map(([name, header]) => [header, String(given[name])]),
    ),
  };
  // An invalid header value throws here; in `fetch` it would look like a failed connection.
  new Headers(sent);
  return {
    url: `${baseUrl}${pathOf(operation, given)}${queryText && `?${queryText}`}`,
    method,
    body,
    idempotencyKey: key,
    headers: sent,
  };
};
