/** The one door: every function is this chain around its handler, and what the chain does follows from the contract. */
import { validators } from 'compiled:validators';
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Normalized } from '../contract/coercion.ts';
import type { Contract } from '../contract/operation.ts';
import type { Violation } from '../contract/violations.ts';
import { Ending } from '../dynamodb/ending.ts';
import { sources } from '../dynamodb/sources.ts';
import { authenticate } from './authenticate.ts';
import { jsonBody } from './body/json.ts';
import { textBody } from './body/text.ts';
import { checkBody } from './check-body.ts';
import type { ChainEvent } from './event.ts';
import { acceptsGzip } from './gzip.ts';
import { lowerCaseHeaders } from './headers.ts';
import { jsonReply } from './json-reply.ts';
import { mapErrors } from './map-errors.ts';
import { readParameters, requireAddressed } from './read-parameters.ts';
import type { Handle, Judging, Preparation, Request, Settlement } from './request.ts';
import { type Settled, settling } from './settled.ts';
import { withStandardHeaders } from './standard-headers.ts';

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Milliseconds before its time-out at which a function gives up: enough to say so. */
const LAST_MILLISECONDS = 2000;

/** Why nothing of a request goes on; made once, as an error takes time to make. */
const ANSWERED = new Error('The request has been answered');

/** What the build made of a contract. Without it nothing would be judged or done once: the function does not even load. */
const compiledOf = ({ id, request, writes }: Contract) => {
  const compiled = validators[id];
  if (!compiled) throw new Error(`The schemas of ${id} were not compiled`);
  const { body, loadReports, idempotency } = compiled;
  if (request && !(body && loadReports)) throw new Error(`The request schema of ${id} was not compiled`);
  if (writes && !idempotency) throw new Error(`${id} writes, and was built without idempotency`);
  return compiled;
};

/** A handler and its judging without their contract's types, which the overloads of `endpoint` hold them to. */
type LooseRequest = Record<keyof Request<Contract>, unknown>;
type LooseHandle = (request: LooseRequest) => Promise<unknown>;
interface LooseJudging {
  readonly settle?: ((request: LooseRequest, normalized: Normalized) => Promise<Settled>) | undefined;
  readonly settlesRefused?: true;
  readonly prepare?: (normalized: Normalized, settled: Settled | undefined) => Preparation<unknown>;
  readonly late?: (request: LooseRequest) => Promise<readonly Violation[]>;
}

/** The same as it is given: with what is settled, and not yet what that leaves of the body. */
interface SettlingJudging extends Omit<LooseJudging, 'settle'> {
  readonly settle?: (request: LooseRequest, normalized: Normalized) => Promise<Settlement<unknown>>;
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
    // Read only where it is asked for: most responses are small.
    get acceptsGzip() {
      return acceptsGzip(headers['accept-encoding']);
    },
  };
};

/** The chain of a contract around a handler. */
const chained = (
  contract: Contract,
  { settle, settlesRefused, prepare, late }: LooseJudging,
  handle: LooseHandle,
): LambdaHandler => {
  const { list, parameters, body, loadReports, idempotency } = compiledOf(contract);

  // On the way in the chain runs from top to bottom, after the handler and on an error from bottom to top.
  const chain = middy<ChainEvent, unknown>()
    .use(httpErrorHandler({ logger: false }))
    .use(mapErrors(contract))
    .use(jsonReply(contract))
    .use(authenticate(contract))
    .use(lowerCaseHeaders());
  // A body that is too large, or no JSON object, answers ahead of what stands beside it; its fields answer after.
  if (contract.request) chain.use(textBody(contract)).use(jsonBody(contract.mendsText ?? false));
  chain.use(readParameters(contract, list, parameters));
  if (idempotency) chain.use(idempotency.beginIdempotent(contract));
  if (contract.request && body && loadReports) {
    chain.use(
      checkBody({
        schema: contract.request,
        isValid: body,
        loadReports,
        settle: settle && ((event, normalized) => settle(requestOf(event), normalized)),
        settlesRefused,
        prepare,
        late: late && ((event) => late(requestOf(event))),
      }),
    );
  }
  chain.use(requireAddressed(list));
  const run = chain.handler((event) => {
    const answer = () => handle(requestOf(event));
    return idempotency ? idempotency.once(event, answer) : answer();
  }) as unknown as LambdaHandler;

  return async (event, context) => {
    const signal = new Ending();
    const remaining = (context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) - LAST_MILLISECONDS;
    const limits = { deadline: sources.now() + remaining, signal };
    const own = { ...event, limits } as unknown as ChainEvent;
    try {
      return withStandardHeaders(contract, own, await run(own, context));
    } finally {
      // Answered is over: nothing of the request goes on.
      signal.abort(ANSWERED);
    }
  };
};

/**
 * The Lambda handler of an operation. The contract says what it parses, checks, remembers and answers; a contract whose
 * schemas were not compiled does not load.
 */
export const endpoint = <C extends Contract>(contract: C, handle: Handle<C, undefined>): LambdaHandler =>
  chained(contract, {}, handle as unknown as LooseHandle);

/**
 * The same for an operation whose body is judged by more than its schema.
 *
 * @param judging - what the schema can't say
 */
export const endpointWithRules = <C extends Contract, Prepared, Found = never>(
  contract: C,
  judging: Judging<C, Prepared, Found>,
  handle: Handle<C, Prepared>,
): LambdaHandler => {
  const { settle, ...rest } = judging as unknown as SettlingJudging;
  const settled = settle && contract.request ? settling(contract.request, settle) : undefined;
  return chained(contract, { ...rest, settle: settled }, handle as unknown as LooseHandle);
};
