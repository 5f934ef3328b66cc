/** Parameters and headers of the OpenAPI document. Pure. */
import { isWorthAnotherTry } from '../../../lib/contract/another-try.ts';
import { type NamedParameter, parametersOf } from '../../../lib/contract/derived.ts';
import { conflict } from '../../../lib/contract/error-rows.ts';
import type { Contract } from '../../../lib/contract/operation.ts';
import { isTextList } from '../../../lib/contract/parameters.ts';
import type { Node } from './flatten.ts';
import { documentSchema } from './schema.ts';

const header = (description: string, schema: Node, example: unknown, required = false): Node => ({
  description,
  ...(required && { required }),
  schema,
  example,
});

const text = { type: 'string' };

/** Every header of a response, by the name of its component; the parts of a name before a dot are the header's own. */
const HEADERS: Readonly<Record<string, Node>> = {
  'X-Request-Id': header('Identifies the request in our logs', text, '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9', true),
  'Retry-After': header('Seconds to wait before the next attempt', { type: 'integer', minimum: 1 }, 1, true),
  'RateLimit-Policy': header(
    'Your plan: `q` requests in `w` seconds, for the rate and, if there is one, the quota. Absent if the request ended before its key was checked',
    text,
    '"rate";q=50;w=1, "quota";q=1000000;w=2678400',
  ),
  RateLimit: header('The exceeded limit: `r` requests are left, and more in `t` seconds', text, '"rate";r=0;t=1'),
  ETag: header('Version of the record, for `If-Match`', text, '"7"', true),
  'Idempotent-Replayed': header(
    '`true` if this is the first response, repeated for the same `Idempotency-Key`',
    text,
    'true',
  ),
  Deprecation: header('Since when the operation is deprecated (RFC 9745)', text, '@1767225600'),
  Sunset: header('When the operation ends (RFC 8594)', text, 'Fri, 01 Jan 2027 00:00:00 GMT'),
  Link: header('Where to read more of the deprecation', text, '<https://listing.example/changes>; rel="deprecation"'),
};

/** The key belongs to another request: nothing is replayed. */
const KEY_REUSED = 422;
const CONFLICT = 409;
/** Of any write: what its handler refuses is kept under the key, such as a record that would become too large. */
const KEPT = [400, 413];
const VERSION_CHANGED = 412;
const RATE_LIMITED = 429;

/**
 * The headers of an operation's responses, by status.
 *
 * @param used - takes the names of the headers
 */
export const headersOf =
  (contract: Pick<Contract, 'deprecation' | 'etag' | 'writes' | 'errors'>, used: Set<string>) =>
  (status: number): Node => {
    const { deprecation, etag, writes, errors } = contract;
    const hasEtag = status === 200 ? etag : status === VERSION_CHANGED;
    const rows = Object.values(errors).filter((e) => e.status === status);
    const isOwn = status === 200 || status === 202 || status === VERSION_CHANGED || rows.length > 0;
    // What an operation does not list itself is a conflict, or the gateway's.
    const implied = status === CONFLICT ? conflict : { status };
    const isRetried = [implied, ...rows].every(isWorthAnotherTry);
    // No key keeps what another try may change; another 409 is a refusal that a record causes.
    const isReplayed = writes && (isOwn || KEPT.includes(status)) && status !== KEY_REUSED && !isRetried;
    const names = [
      'X-Request-Id',
      'RateLimit-Policy',
      ...(status === RATE_LIMITED ? ['RateLimit'] : []),
      ...(isRetried ? ['Retry-After'] : []),
      ...(hasEtag ? ['ETag'] : []),
      ...(isReplayed ? ['Idempotent-Replayed'] : []),
      ...(deprecation ? ['Deprecation'] : []),
      ...(deprecation?.sunset ? ['Sunset'] : []),
      ...(deprecation?.link ? ['Link'] : []),
    ];
    for (const name of names) used.add(name);
    return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  };

/** The headers that are used, as components. */
export const headerComponents = (used: ReadonlySet<string>): Readonly<Record<string, Node>> =>
  Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));

/** What to send as an optional parameter, where the cases of the operation need none. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'If-Match': '"7"',
  'Idempotency-Key': 'update-700101-2026-11-21',
  validateOnly: true,
};

const exampleOf = ({ name, schema }: NamedParameter, values: Node): unknown => {
  if (Object.hasOwn(values, name)) return values[name];
  if (Object.hasOwn(EXAMPLES, name)) return EXAMPLES[name];
  const { enum: listed } = schema as Node;
  // The least number that a schema allows need not be one that works.
  return Array.isArray(listed) ? listed[0] : undefined;
};

/** The parameters of an operation. @param values - by name, of the parameters with which its examples work */
export const documentParameters = (contract: Contract, values: Node): Node[] =>
  parametersOf(contract).map((parameter) => {
    const { name, in: place, required = false, description, schema } = parameter;
    const example = exampleOf(parameter, values);
    // A text to generated clients, as it always was: what is sent several times is read too.
    const { 'x-read': _, ...text } = schema as Node;
    return {
      name,
      in: place,
      required,
      description: isTextList(schema) ? `${description}. The parameter may be repeated` : description,
      schema: documentSchema(text, false, new Map()),
      ...(example !== undefined && { example }),
    };
  });
