/** The error responses of the OpenAPI document: one for each status, one named example for each code. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyCases, ListedViolation, Operation } from '../../../lib/contract/cases.ts';
import { provocationAt } from '../../../lib/contract/cases.ts';
import { errorsOf, parametersOf, sharedErrors } from '../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import * as laterErrors from '../../../lib/contract/later-error-rows.ts';
import type { Naming } from '../../../lib/http/refusal.ts';
import { conditionFor } from './conditions.ts';
import { type ErrorExamples, errorExamples, rowOf } from './error-examples.ts';
import type { Node } from './flatten.ts';
import { namedPlaces } from './named-places.ts';
import { headersOf } from './parameters.ts';

/** Answers of the gateway, which knows one form only: no function ever sends them, or next to never. */
const GATEWAY_CODES = new Set(
  [
    ...[errors.keyMissing, errors.keyInvalid, errors.routeNotFound],
    ...[errors.urlTooLong, errors.rateLimitExceeded, errors.timedOut],
  ].map(({ code }) => code),
);
/** No function sends these, unless its operation lists them. */
const GATEWAY_STATUSES = new Set([errors.urlTooLong, errors.rateLimitExceeded, errors.timedOut].map((e) => e.status));
const isListed = (entry: ErrorEntry, { errors: own }: Pick<Operation, 'errors'>) => Object.values(own).includes(entry);
const isPlainOnly = (entries: readonly ErrorEntry[], owner: Pick<Operation, 'errors'>) =>
  entries.every((entry) => GATEWAY_STATUSES.has(entry.status) && !isListed(entry, owner));

const TITLES: Readonly<Record<number, string>> = {
  400: 'Part of the request is missing or invalid',
  401: 'The API key is missing or invalid',
  403: 'Not possible in the current state of the account, location or user',
  404: 'Not found',
  409: 'Conflict with another request or an existing record',
  412: 'The record has changed since the version in `If-Match`; the response has the current `ETag`',
  413: 'The body, or the resulting record, is too large',
  414: 'The URL is too long',
  422: 'The `Idempotency-Key` was used with another request',
  429: 'The rate limit or the quota is exceeded',
  500: 'An error of the service',
  503: 'The service is busy; try again',
  504: 'The response took too long',
};

const MIXED_401 =
  'With code 1161 or 1167, the API key is invalid or missing. **With any other code the key is right and a field is ' +
  'wrong**: correct the request, and keep the key';

const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  401: 'KeyRefused',
  404: 'NotFound',
  413: 'BodyTooLarge',
  414: 'UrlTooLong',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'TimedOut',
};

/** Every error that an operation can answer with. A 400 without its own code shows one that it really answers. */
export const shownErrors = (operation: Operation): ErrorEntry[] =>
  errorsOf(operation).map((entry) =>
    entry === errors.invalidRequest && operation.cases.invalid
      ? { ...entry, message: operation.cases.invalid.message }
      : entry,
  );

/** What says how an operation's errors come about. */
type Provoked = Pick<Operation, 'errors' | 'cases'>;

/** The request of an operation's cases that provokes an error; of one that hangs on its day, that of the first. */
export const provocationOf = (entry: ErrorEntry, { errors: own, cases }: Provoked) => {
  const { provocations, invalid }: AnyCases = cases;
  if (entry.message === invalid?.message) return invalid;
  const name = Object.entries(own).find(([, each]) => each === entry)?.[0];
  const provoked = name === undefined ? undefined : provocations[name];
  return provoked && provocationAt(0, provoked);
};

const PAGE_TOO_DEEP: readonly ErrorEntry[] = [errors.pageTooDeep, laterErrors.pageTooDeep];

/** What problem details list for an error, by the cases of the operation. */
const listedFor = (entry: ErrorEntry, owner: Owner): readonly ListedViolation[] => {
  const { paging } = owner;
  if (paging && PAGE_TOO_DEEP.includes(entry)) return [{ pointer: '', parameter: paging.start }];
  return namedPlaces(entry, owner, provocationOf(entry, owner));
};

/** The error as it is answered: some messages name what is in the request, or stored. */
export const saidOf = (entry: ErrorEntry, owner: Provoked): ErrorEntry => {
  const message = provocationOf(entry, owner)?.message;
  return message === undefined ? entry : { ...entry, message };
};

/** `1045 name blank`, for lists of codes; a code that a response has twice by its messages, which differ. */
const words = ({ code, message }: ErrorEntry, { id }: Owner, all: readonly ErrorEntry[]): string => {
  const isRepeated = all.filter((each) => each.code === code).length > 1;
  return `\`${code}\` ${isRepeated || code === rowOf(code).status ? message : conditionFor(code, id)}`;
};

/** The examples of a response by code; further ones of a code are `409-2`, `409-3`. */
const byCode = (shown: readonly (readonly [ErrorEntry, Node])[]): Node => {
  const result: Record<string, Node> = {};
  const times = new Map<number, number>();
  for (const [{ code }, node] of shown) {
    const time = (times.get(code) ?? 0) + 1;
    times.set(code, time);
    result[time === 1 ? code : `${code}-${time}`] = node;
  }
  return result;
};

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const isKey = ({ code }: ErrorEntry): boolean => code === errors.keyInvalid.code || code === errors.keyMissing.code;

/** What a response takes from its operation. */
type Owner = Provoked & Pick<Operation, 'paging'> & Partial<Pick<Operation, 'id'>> & Naming;

/** @throws Error for a status that has no title yet */
const titleOf = (status: number, entries: readonly ErrorEntry[]): string => {
  const title = status === errors.keyInvalid.status && !entries.every(isKey) ? MIXED_401 : TITLES[status];
  if (title === undefined) throw new Error(`Responses of status ${status} need a title (tools/docs/openapi/errors.ts)`);
  return title;
};

const responseOf = (owner: Owner, entries: readonly ErrorEntry[], headers: Node, examples: ErrorExamples): Node => {
  const status = entries[0]!.status;
  const title = titleOf(status, entries);
  const plain = entries.map((entry) => [entry, examples.plain(saidOf(entry, owner))] as const);
  const problems = entries
    .filter((entry) => !GATEWAY_CODES.has(entry.code) || isListed(entry, owner))
    .map((entry) => [entry, examples.problem(saidOf(entry, owner), listedFor(entry, owner))] as const);
  return {
    description: [`${title}.`, '', ...entries.map((entry) => `- ${words(entry, owner, entries)}`)].join('\n'),
    headers,
    content: {
      'application/json': { schema: schemaRef('ApiError'), examples: byCode(plain) },
      ...(!isPlainOnly(entries, owner) && {
        'application/problem+json': {
          schema: schemaRef('Problem'),
          ...(problems.length > 0 && { examples: byCode(problems) }),
        },
      }),
    },
  };
};

/** An operation that adds nothing of its own: its errors are those of all. */
const BARE = {
  errors: {},
  list: [],
  cases: { parameters: {}, examples: [], provocations: {}, foreign: {} },
} as unknown as Owner;

/** The response that operations share under a status, whatever they are; or all that write. */
const sharedResponse = (status: number, components: ErrorComponents, writes: boolean): Node =>
  responseOf(
    BARE,
    sharedErrors.filter((entry) => entry.status === status),
    headersOf({ errors: {}, ...(writes && { writes }) }, components.headers)(status),
    errorExamples(components.examples),
  );

/** What error responses leave for the components of the document. */
export interface ErrorComponents {
  readonly responses: Map<string, Node>;
  readonly examples: Map<string, Node>;
  readonly headers: Set<string>;
}

/**
 * The error responses of an operation, by status. A response that says no more than what holds of every operation is a
 * component; which one that is follows from the catalogue, never from the other operations.
 *
 * @param components - takes what operations share
 */
export const errorResponses = (operation: Operation, components: ErrorComponents): Record<string, Node> => {
  const byStatus = Map.groupBy(shownErrors(operation), ({ status }) => status);
  const headers = headersOf(operation, components.headers);
  const examples = errorExamples(components.examples);
  const response = ([status, entries]: [number, ErrorEntry[]]): [string, Node] => {
    const shown = responseOf({ ...operation, list: parametersOf(operation) }, entries, headers(status), examples);
    const isShared = (writes: boolean) => isDeepStrictEqual(shown, sharedResponse(status, components, writes));
    const known = RESPONSE_NAMES[status];
    const name = known && (isShared(false) ? known : isShared(true) && `${known}ToWrite`);
    if (!name) return [String(status), shown];
    components.responses.set(name, shown);
    return [String(status), { $ref: `#/components/responses/${name}` }];
  };
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(response));
};
