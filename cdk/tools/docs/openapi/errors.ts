/** The error answers of the OpenAPI document: one response for each status, one named example for each code. Pure. */

import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { type ErrorEntry, errors, stillRunning } from '../../../../lib/contract/errors.ts';
import type { Operation } from '../../../../lib/contract/operation.ts';
import examples from './examples.json' with { type: 'json' };
import type { Node } from './schema.ts';

/** What every operation can answer with, whatever it does. */
export const sharedErrors: readonly ErrorEntry[] = [
  errors.keyMissing,
  errors.keyInvalid,
  errors.routeNotFound,
  errors.bodyTooLarge,
  errors.rateLimitExceeded,
  errors.internal,
  errors.unavailable,
  errors.timedOut,
];

/** Answers of the gateway, which knows one form only: no function ever sends them, or next to never. */
const GATEWAY_CODES = new Set(
  [errors.keyMissing, errors.keyInvalid, errors.routeNotFound, errors.rateLimitExceeded, errors.timedOut].map(
    ({ code }) => code,
  ),
);
const isPlainOnly = (entries: readonly ErrorEntry[]) =>
  entries.every(({ status }) => status === errors.rateLimitExceeded.status || status === errors.timedOut.status);

const TITLES: Readonly<Record<number, string>> = {
  400: 'A part of the request is missing or wrong',
  401: 'The API key is missing or invalid',
  404: 'Not found',
  409: 'Another request is in the way; try again',
  412: 'The record is not at the version that `If-Match` names',
  413: 'The body is too large',
  422: 'The `Idempotency-Key` belongs to another request',
  429: 'The rate or the quota of the usage plan is exceeded',
  500: 'A fault of the service',
  503: 'The service is busy; try again',
  504: 'The answer took too long',
};

const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  401: 'KeyRefused',
  404: 'NotFound',
  413: 'BodyTooLarge',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'TimedOut',
};

const row = (code: number) => catalogue[String(code) as keyof typeof catalogue];

/** A 400 without a code of its own names a field: each operation shows one that it can really answer with. */
const withMessage = (entry: ErrorEntry, { id }: Operation): ErrorEntry => {
  const { invalid } = (examples.operations as Record<string, { invalid?: { message: string } }>)[id] ?? {};
  return invalid && entry === errors.invalidRequest ? { ...entry, message: invalid.message } : entry;
};

/** Every error that an operation can answer with. */
export const errorsOf = (operation: Operation): ErrorEntry[] => [
  ...operation.errors.map((entry) => withMessage(entry, operation)),
  ...(operation.idempotent && !operation.errors.includes(stillRunning) ? [stillRunning] : []),
  ...sharedErrors,
];

/** The `errors` member of an RFC 9457 body, as `lib/http/problem.ts` writes it. */
const violationsOf = ({ code, message }: ErrorEntry): unknown[] => {
  const known = examples.violations as Record<string, readonly Node[]>;
  const [first = {}, ...others] = known[message] ?? known[code] ?? [];
  const { pointer, ...measure } = first;
  return [{ ...(pointer !== undefined && { pointer }), code, message, ...measure }, ...others];
};

const problem = (entry: ErrorEntry) => ({
  type: `urn:partner-listing-api:error:${entry.code}`,
  title: entry.message,
  status: entry.status,
  detail: entry.message,
  code: entry.code,
  message: entry.message,
  errors: violationsOf(entry),
});

/** Adds an example to the components, unless it is there, and refers to it; a code with several messages has as many. */
const reference = (components: Map<string, Node>, base: string, example: Node): Node => {
  const text = JSON.stringify(example);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    const known = components.get(name);
    if (!known) components.set(name, example);
    if (!known || JSON.stringify(known) === text) return { $ref: `#/components/examples/${name}` };
  }
};

/** `1045 name blank`, for lists of codes. */
const words = ({ code, message }: ErrorEntry): string =>
  `\`${code}\` ${code === row(code).status ? message : row(code).condition}`;

/** The examples of a response by code; a second one of a code is `409-2`. */
const byCode = (shown: readonly (readonly [ErrorEntry, Node])[]): Node => {
  const result: Record<string, Node> = {};
  for (const [{ code }, node] of shown) result[code in result ? `${code}-2` : code] = node;
  return result;
};

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const responseOf = (entries: readonly ErrorEntry[], headers: Node, components: Map<string, Node>): Node => {
  const status = entries[0]!.status;
  const isMixed = status === 401 && entries.some(({ code }) => code !== 1161 && code !== 1167);
  const title = isMixed ? 'The API key is missing or invalid, or a field is' : TITLES[status];
  const plain = entries.map((entry) => {
    const { code, message } = entry;
    const value = { code, message };
    return [entry, reference(components, String(code), { summary: `${code} ${message}`, value })] as const;
  });
  const problems = entries
    .filter(({ code }) => !GATEWAY_CODES.has(code))
    .map((entry) => {
      const { code, message } = entry;
      const example = { summary: `${code} ${message}`, value: problem(entry) };
      return [entry, reference(components, `${code}-problem`, example)] as const;
    });
  return {
    description: [`${title}.`, '', ...entries.map((entry) => `- ${words(entry)}`)].join('\n'),
    headers,
    content: {
      'application/json': { schema: schemaRef('ApiError'), examples: byCode(plain) },
      ...(!isPlainOnly(entries) && {
        'application/problem+json': {
          schema: schemaRef('Problem'),
          ...(problems.length > 0 && { examples: byCode(problems) }),
        },
      }),
    },
  };
};

/**
 * The error responses of an operation, by status.
 *
 * @param headersOf - the headers of an answer with this status
 * @param responses - takes the responses that operations share
 * @param components - takes the examples
 */
export const errorResponses = (
  operation: Operation,
  headersOf: (status: number) => Node,
  responses: Map<string, Node>,
  components: Map<string, Node>,
): Record<string, Node> => {
  const byStatus = Map.groupBy(errorsOf(operation), ({ status }) => status);
  const response = ([status, entries]: [number, ErrorEntry[]]): [string, Node] => {
    const shown = responseOf(entries, headersOf(status), components);
    const name = RESPONSE_NAMES[status];
    if (!name || !entries.every((entry) => sharedErrors.includes(entry))) return [String(status), shown];
    const known = responses.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(shown)) return [String(status), shown];
    responses.set(name, shown);
    return [String(status), { $ref: `#/components/responses/${name}` }];
  };
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(response));
};
