/**
 * The entry point of all functions: every function is this middleware chain around its handler, configured by its
 * contract.
 */
import { validators } from 'compiled:validators';
import middy, { type MiddlewareObj } from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Normalized } from '../contract/coercion.ts';
import type { DeployedContract } from '../contract/deployed.ts';
import type { Contract } from '../contract/operation.ts';
import type { Violation } from '../contract/violations.ts';
import { RequestSignal } from '../dynamodb/client/abort-signal.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { authenticate } from './authenticate.ts';
import { jsonBody } from './body/json.ts';
import { textBody } from './body/text.ts';
import { checkBody } from './check-body.ts';
import { type Dropped, dropping } from './drop-unchanged.ts';
import type { ChainEvent, ParameterValues } from './event.ts';
import { acceptsGzip } from './gzip.ts';
import { lowerCaseHeaders } from './headers.ts';
import { jsonReply } from './json-reply.ts';
import { mapErrors } from './map-errors.ts';
import { readParameters, requireAddressed } from './read-parameters.ts';
import type { BodyRules, Handle, Preparation, QueryRules, Request, Unchanged } from './request.ts';
import { withStandardHeaders } from './standard-headers.ts';

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Milliseconds before its time-out at which a function gives up: enough to send an error. */
const LAST_MILLISECONDS = 2000;

/** The reason for aborting work after the response. Created once, as creating an error takes time. */
const ANSWERED = new Error('The request has been answered');

/** The compiled contract. A function without one does not load, as nothing would be checked and no write idempotent. */
const compiledOf = ({ id, request, writes }: DeployedContract) => {
  const compiled = validators[id];
  if (!compiled) throw new Error(`The schemas of ${id} were not compiled`);
  const { body, idempotency } = compiled;
  if (request && !body) throw new Error(`The request schema of ${id} was not compiled`);
  if (writes && !idempotency) throw new Error(`${id} writes, and was built without idempotency`);
  return compiled;
};

/** A handler and its rules without their contract's types, which `endpoint` and `endpointWithRules` check. */
type LooseRequest = Record<keyof Request<Contract>, unknown>;
type LooseHandle = (request: LooseRequest) => Promise<unknown>;
interface LooseRules {
  readonly drop?: ((request: LooseRequest, normalized: Normalized) => Promise<Dropped>) | undefined;
  readonly dropsWhereRefused?: true;
  readonly dropsAlways?: true;
  readonly prepare?: (normalized: Normalized, dropped: Dropped | undefined, query: unknown) => Preparation<unknown>;
  readonly checkStored?: (request: LooseRequest) => Promise<readonly Violation[]>;
  readonly checkQuery?: (query: ParameterValues['query']) => readonly Violation[];
  readonly checkQueryLate?: (query: ParameterValues['query']) => readonly Violation[];
}

/** Rules as operations declare them: `unchanged` in place of `drop`. */
interface GivenRules extends Omit<LooseRules, 'drop'> {
  readonly unchanged?: (request: LooseRequest, normalized: Normalized) => Promise<Unchanged<unknown>>;
}

const requestOf = (event: ChainEvent): LooseRequest => {
  const { store, plan, limits, values, normalized, prepared, headers } = event;
  return {
    store,
    plan,
    limits,
    path: values.path,
    query: values.query,
    headers: values.headers,
    window: values.window,
    body: normalized?.body,
    prepared,
    validateOnly: values.query.validateOnly === true,
    ifMatch: values.headers['If-Match'],
    // Evaluated lazily: most responses are small.
    get acceptsGzip() {
      return acceptsGzip(headers['accept-encoding']);
    },
  };
};

/** The chain of a contract around a handler. */
const chained = (
  contract: DeployedContract,
  { drop, dropsWhereRefused, dropsAlways, prepare, checkStored, checkQuery, checkQueryLate }: LooseRules,
  handle: LooseHandle,
  admit: MiddlewareObj<ChainEvent> = authenticate(contract),
): LambdaHandler => {
  const compiled = compiledOf(contract);
  const { list, parameters, body, loadReports, idempotency } = compiled;

  // Before the handler the chain runs from top to bottom; after it, or on an error, from bottom to top.
  const chain = middy<ChainEvent, unknown>()
    .use(httpErrorHandler({ logger: false }))
    .use(mapErrors(contract, compiled))
    .use(jsonReply(contract))
    .use(admit)
    .use(lowerCaseHeaders());
  // A body that is too large or no JSON object is reported before other parts of the request; its fields are checked
  // after them.
  if (contract.request) chain.use(textBody(contract)).use(jsonBody(contract.repairsText ?? false));
  chain.use(readParameters(contract, list, parameters, loadReports));
  if (idempotency) chain.use(idempotency.beginIdempotent(contract));
  if (contract.request && body) {
    chain.use(
      checkBody({
        schema: contract.request,
        isValid: body,
        loadReports,
        drop: drop && ((event, normalized) => drop(requestOf(event), normalized)),
        dropsWhereRefused,
        dropsAlways,
        prepare,
        checkStored: checkStored && ((event) => checkStored(requestOf(event))),
        fieldInvalid: contract.fieldInvalid,
      }),
    );
  }
  chain.use(requireAddressed(list, { checkQuery, checkQueryLate }));
  const run = chain.handler((event) => {
    const answer = () => handle(requestOf(event));
    return idempotency ? idempotency.once(event, answer, loadReports) : answer();
  }) as unknown as LambdaHandler;

  return async (event, context) => {
    const signal = new RequestSignal();
    const remaining = (context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) - LAST_MILLISECONDS;
    const limits = { deadline: clock.now() + remaining, signal };
    const own = { ...event, limits } as unknown as ChainEvent;
    try {
      return withStandardHeaders(contract, own, await run(own, context));
    } finally {
      // The response is ready: abort any remaining work.
      signal.abort(ANSWERED);
    }
  };
};

/**
 * Creates the Lambda handler of an operation. The contract says what it parses, checks, stores and returns. A contract
 * whose schemas were not compiled does not load.
 *
 * @param rules - of the query, where its schemas can't express them
 */
export const endpoint = <C extends Contract>(
  contract: C,
  handle: Handle<C, undefined>,
  rules: QueryRules<C> = {},
): LambdaHandler => chained(contract, rules as LooseRules, handle as unknown as LooseHandle);

const looseRules = (contract: DeployedContract, rules: unknown): LooseRules => {
  const { unchanged, ...rest } = rules as GivenRules;
  const drop = unchanged && contract.request ? dropping(contract.request, unchanged) : undefined;
  return { ...rest, drop };
};

/**
 * Creates the Lambda handler of an operation whose body has rules in addition to its schema.
 *
 * @param rules - what the schema can't express
 */
export const endpointWithRules = <C extends Contract, Prepared, Known = never>(
  contract: C,
  rules: BodyRules<C, Prepared, Known>,
  handle: Handle<C, Prepared>,
): LambdaHandler => {
  return chained(contract, looseRules(contract, rules), handle as unknown as LooseHandle);
};

/**
 * The same chain for requests that the service makes itself, such as the rows of a bulk update: no key is looked up.
 *
 * @param store - the store of the partner for whom the requests are made
 */
export const insideWithRules = <C extends Contract, Prepared, Known = never>(
  contract: C,
  rules: BodyRules<C, Prepared, Known>,
  handle: Handle<C, Prepared>,
  store: () => PartnerStore,
): LambdaHandler =>
  chained(contract, looseRules(contract, rules), handle as unknown as LooseHandle, {
    before: ({ event }) => {
      event.store = store();
    },
  });
