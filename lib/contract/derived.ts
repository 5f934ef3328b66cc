/** What follows from a contract: its parameters, errors and rights with those that come by themselves. Pure. */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import type { Contract, Parameter, Parameters, Schema, TableAction } from './operation.ts';
import { pagingParameters, versionParameters, writeParameters } from './parameters.ts';

/** Where a parameter is sent. */
export type Place = 'path' | 'query' | 'header';

export interface NamedParameter extends Parameter {
  readonly name: string;
  readonly in: Place;
}

const named = (place: Place, parameters: Parameters = {}): NamedParameter[] =>
  Object.entries(parameters).map(([name, parameter]) => ({ ...parameter, name, in: place }));

/** Every parameter of an operation, in the order in which they are judged: path, query, headers. */
export const parametersOf = (contract: Contract): readonly NamedParameter[] => [
  ...named('path', contract.pathParameters),
  ...named('query', contract.query),
  ...named('query', contract.paging && pagingParameters(contract.paging)),
  ...named('query', contract.writes && writeParameters.query),
  ...named('header', contract.headers),
  ...named('header', contract.ifMatch && versionParameters.headers),
  ...named('header', contract.writes && writeParameters.headers),
];

/**
 * The schema of all parameters as one object, by name. A parameter that names what the operation is about is left out of
 * `required`: it is judged after the body.
 */
export const parametersSchema = (contract: Contract): Schema => {
  const all = parametersOf(contract);
  const judged = all.filter(({ addresses }) => !addresses);
  return {
    type: 'object',
    required: judged.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(all.map(({ name, schema, addresses }) => [name, addresses ? true : schema])),
  };
};

/** Whether two requests of the operation can differ in what they ask for (lib/http/idempotency/once.ts: the fingerprint). */
const canDiffer = ({ path, query, request, ifMatch }: Contract): boolean =>
  path.includes('{') || [query, request].some((part) => part !== undefined) || ifMatch === true;

/** What an operation can answer with by what its contract says of writes and versions. */
const impliedErrors = (contract: Contract): readonly ErrorEntry[] => {
  const { writes, ifMatch, paging } = contract;
  return [
    ...(ifMatch ? [errors.conflict, errors.versionChanged] : []),
    ...(writes && canDiffer(contract) ? [errors.idempotencyKeyReused] : []),
    ...(paging ? [paging.tooDeep] : []),
  ];
};

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

/** Whether a request of the operation can be wrong in a way that has no code of its own. */
const takesInput = ({ request, query, headers, paging, writes }: Contract): boolean =>
  [request, paging, writes].some((part) => part !== undefined) ||
  // What names the record that the operation is about has its own error.
  [query, headers].some((part) => Object.values(part ?? {}).some(({ addresses }) => !addresses));

/** Every error that an operation can answer with, those of all operations last. */
export const errorsOf = (contract: Contract): readonly ErrorEntry[] => {
  const own = Object.values(contract.errors);
  const plain = takesInput(contract) && !own.includes(errors.invalidRequest) ? [errors.invalidRequest] : [];
  // What is shared may be one of its own too: a 404 without a code.
  return [...new Set([...plain, ...own, ...impliedErrors(contract), ...sharedErrors])];
};

/** Every function looks the partner's key up by itself. */
const KEY_LOOKUP: readonly TableAction[] = ['GetItem'];
/** A write under an idempotency key is one transaction, and its response is kept. */
const IDEMPOTENCY: readonly TableAction[] = ['GetItem', 'PutItem', 'UpdateItem'];

/** One that changes nothing takes its key on the condition that the record still stands so. */
const UNCHANGED: readonly TableAction[] = ['ConditionCheckItem'];

/** What the function of an operation may do to the table. */
export const tableActionsOf = ({
  access,
  writes,
  etag,
}: Pick<Contract, 'access' | 'writes' | 'etag'>): readonly TableAction[] => [
  ...new Set([...KEY_LOOKUP, ...access, ...(writes ? IDEMPOTENCY : []), ...(writes && etag ? UNCHANGED : [])]),
];

/** The status of what an operation has done. */
export const successOf = ({ accepted }: Pick<Contract, 'accepted'>): 200 | 202 => (accepted ? 202 : 200);

/** The name of the function's file in `functions/<module>/`, without its ending: `update-business`. */
export const entryOf = ({ id }: Contract): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
