/** What follows from a contract: its parameters, errors and rights, including those that it implies. Pure. */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import type { Contract, Parameter, Parameters, Schema, TableAction } from './operation.ts';
import { pagingParameters, versionParameters, writeParameters } from './parameters.ts';

/** The part of a request that holds a parameter. */
export type Place = 'path' | 'query' | 'header';

export interface NamedParameter extends Parameter {
  readonly name: string;
  readonly in: Place;
}

const named = (place: Place, parameters: Parameters = {}): NamedParameter[] =>
  Object.entries(parameters).map(([name, parameter]) => ({ ...parameter, name, in: place }));

/** The query parameters of an operation: those of the page are last, unless the contract puts them ahead. */
const queryOf = ({ query, paging }: Contract): readonly NamedParameter[] => {
  const own = named('query', query);
  const at = paging?.ahead ? own.filter(({ addresses }) => addresses).length : own.length;
  return own.toSpliced(at, 0, ...named('query', paging && pagingParameters(paging)));
};

/** Every parameter of an operation in the order of checking: path, query, headers. */
export const parametersOf = (contract: Contract): readonly NamedParameter[] => [
  ...named('path', contract.pathParameters),
  ...queryOf(contract),
  ...named('query', contract.writes && writeParameters.query),
  ...named('header', contract.headers),
  ...named('header', contract.ifMatch && versionParameters.headers),
  ...named('header', contract.writes && writeParameters.headers),
];

/**
 * The schema of all parameters as one object, by name. Parameters that address the operation's record are not in
 * `required`: they are checked after the body.
 */
export const parametersSchema = (contract: Contract): Schema => {
  const all = parametersOf(contract);
  const checked = all.filter(({ addresses }) => !addresses);
  return {
    type: 'object',
    required: checked.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(all.map(({ name, schema, addresses }) => [name, addresses ? true : schema])),
  };
};

/** Whether two requests of the operation can differ (lib/http/idempotency/canonical.ts: the fingerprint). */
const canDiffer = ({ path, query, headers, request, ifMatch }: Contract): boolean =>
  path.includes('{') || [query, headers, request].some((part) => part !== undefined) || ifMatch === true;

/** The errors that follow from `writes` and versions in the contract. */
const impliedErrors = (contract: Contract): readonly ErrorEntry[] => {
  const { writes, ifMatch, paging } = contract;
  return [
    ...(ifMatch ? [errors.conflict, errors.versionChanged] : []),
    ...(writes && canDiffer(contract) ? [errors.idempotencyKeyReused] : []),
    ...(paging ? [paging.tooDeep] : []),
  ];
};

/** The errors of every operation. */
export const sharedErrors: readonly ErrorEntry[] = [
  errors.keyMissing,
  errors.keyInvalid,
  errors.routeNotFound,
  errors.bodyTooLarge,
  errors.urlTooLong,
  errors.rateLimitExceeded,
  errors.internal,
  errors.unavailable,
  errors.timedOut,
];

/** Whether the operation can answer a plain 400 without a code. */
const takesInput = ({ request, query, headers, paging, writes }: Contract): boolean =>
  [request, paging, writes].some((part) => part !== undefined) ||
  // A parameter that addresses the operation's record has its own error.
  [query, headers].some((part) => Object.values(part ?? {}).some(({ addresses }) => !addresses));

/** Every error that an operation can answer with; those shared by all operations come last. */
export const errorsOf = (contract: Contract): readonly ErrorEntry[] => {
  const own = Object.values(contract.errors);
  const plain = takesInput(contract) && !own.includes(errors.invalidRequest) ? [errors.invalidRequest] : [];
  // The operation may name a shared error itself, such as a 404 without a code.
  return [...new Set([...plain, ...own, ...impliedErrors(contract), ...sharedErrors])];
};

/** Whether the operation can say that another request changed the record meanwhile (docs/writing-once.md). */
export const answersConflict = (contract: Contract): boolean => errorsOf(contract).includes(errors.conflict);

/** Every function looks up the partner's key. */
const KEY_LOOKUP: readonly TableAction[] = ['GetItem'];
/** A write under an idempotency key is one transaction, and its response is stored. */
const IDEMPOTENCY: readonly TableAction[] = ['GetItem', 'PutItem', 'UpdateItem'];

/** A write that changes nothing stores its idempotency record on condition that the record is unchanged. */
const UNCHANGED: readonly TableAction[] = ['ConditionCheckItem'];

/** The DynamoDB actions that the operation's function may call. */
export const tableActionsOf = ({
  access,
  writes,
  etag,
}: Pick<Contract, 'access' | 'writes' | 'etag'>): readonly TableAction[] => [
  ...new Set([...KEY_LOOKUP, ...access, ...(writes ? IDEMPOTENCY : []), ...(writes && etag ? UNCHANGED : [])]),
];

/** The HTTP status of the operation's success. */
export const successOf = ({ accepted }: Pick<Contract, 'accepted'>): 200 | 202 => (accepted ? 202 : 200);

/** The name of the function's file in `functions/<module>/`, without its extension: `update-business`. */
export const entryOf = ({ id }: Contract): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
