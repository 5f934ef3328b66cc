/** The error responses of the OpenAPI document: one for each status, one named example for each code. Pure. */
import type { AnyCases, ListedViolation, Operation } from '../../../../lib/contract/cases.ts';
import { provocationAt } from '../../../../lib/contract/cases.ts';
import { errorsOf, sharedErrors } from '../../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../../lib/contract/error-entry.ts';
import * as errors from '../../../../lib/contract/error-rows.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import type { Node } from './flatten.ts';

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
  409: 'Another request conflicts with this one; try again',
  412: 'The record is not at the version that `If-Match` names; the response has its `ETag`',
  413: 'The body, or the record that it would make, is too large',
  422: 'The `Idempotency-Key` belongs to another request',
  429: 'The rate or the quota of the usage plan is exceeded',
  500: 'A fault of the service',
  503: 'The service is busy; try again',
  504: 'The response took too long',
};

const MIXED_401 =
  'With code 1161 or 1167, the API key is invalid or missing. **With any other code the key is right and a field is ' +
  'wrong**: correct the request, and do not change the key';

const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  401: 'KeyRefused',
  404: 'NotFound',
  413: 'BodyTooLarge',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'TimedOut',
};

const rowOf = (code: number) => catalogue[String(code) as keyof typeof catalogue];

/** Every error that an operation can answer with. A 400 without a code of its own shows one that it really answers. */
export const shownErrors = (operation: Operation): ErrorEntry[] =>
  errorsOf(operation).map((entry) =>
    entry === errors.invalidRequest && operation.cases.invalid
      ? { ...entry, message: operation.cases.invalid.message }
      : entry,
  );

/** What problem details list for an error, by the cases of the operation. */
const listedFor = (entry: ErrorEntry, operation: Operation): readonly ListedViolation[] => {
  const { provocations, invalid }: AnyCases = operation.cases;
  if (entry.message === invalid?.message) return invalid.violations ?? [];
  const name = Object.entries(operation.errors).find(([, own]) => own === entry)?.[0];
  const provoked = name === undefined ? undefined : provocations[name];
  // What is listed does not hang on the day of a request.
  return (provoked && provocationAt(0, provoked)?.violations) ?? [];
};

/** The body of RFC 9457, as `lib/http/problem.ts` writes it. */
const problemOf = (entry: ErrorEntry, listed: readonly ListedViolation[]) => {
  const { status, code, message } = entry;
  const violations = listed.length > 0 ? listed : [{}];
  return {
    type: `urn:partner-listing-api:error:${code}`,
    title: message,
    status,
    detail: message,
    code,
    message,
    errors: violations.map(({ pointer, limit, actual, ...own }: ListedViolation) => ({
      ...(pointer !== undefined && { pointer }),
      code: own.code ?? code,
      message: own.message ?? message,
      ...(limit !== undefined && { limit }),
      ...(actual !== undefined && { actual }),
    })),
  };
};

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
  `\`${code}\` ${code === rowOf(code).status ? message : rowOf(code).condition}`;

/** The examples of a response by code; a second one of a code is `409-2`. */
const byCode = (shown: readonly (readonly [ErrorEntry, Node])[]): Node => {
  const result: Record<string, Node> = {};
  for (const [{ code }, node] of shown) result[code in result ? `${code}-2` : code] = node;
  return result;
};

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const isKey = ({ code }: ErrorEntry): boolean => code === errors.keyInvalid.code || code === errors.keyMissing.code;

const responseOf = (
  operation: Operation,
  entries: readonly ErrorEntry[],
  headers: Node,
  components: Map<string, Node>,
): Node => {
  const status = entries[0]!.status;
  const title = status === errors.keyInvalid.status && !entries.every(isKey) ? MIXED_401 : TITLES[status];
  const shown = (name: (code: number) => string, value: (entry: ErrorEntry) => unknown) => (entry: ErrorEntry) => {
    const example = { summary: `${entry.code} ${entry.message}`, value: value(entry) };
    return [entry, reference(components, name(entry.code), example)] as const;
  };
  const plain = entries.map(shown(String, ({ code, message }) => ({ code, message })));
  const problems = entries
    .filter((entry) => !GATEWAY_CODES.has(entry.code) || Object.values(operation.errors).includes(entry))
    .map(
      shown(
        (code) => `${code}-problem`,
        (entry) => problemOf(entry, listedFor(entry, operation)),
      ),
    );
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
  const byStatus = Map.groupBy(shownErrors(operation), ({ status }) => status);
  const response = ([status, entries]: [number, ErrorEntry[]]): [string, Node] => {
    const shown = responseOf(operation, entries, headersOf(status), components);
    const name = RESPONSE_NAMES[status];
    if (!name || !entries.every((entry) => sharedErrors.includes(entry))) return [String(status), shown];
    const known = responses.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(shown)) return [String(status), shown];
    responses.set(name, shown);
    return [String(status), { $ref: `#/components/responses/${name}` }];
  };
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(response));
};
