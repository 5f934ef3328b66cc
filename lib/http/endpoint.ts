/** The one middy chain: every endpoint is this chain around its handler. */
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Normalized } from '../contract/coercion.ts';
import { errors } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Validate } from '../contract/violations.ts';
import { ApiError } from './api-error.ts';
import { type CheckedEvent, checkBody, type FurtherRules, type LoadValidateAll } from './check-body.ts';
import { beginIdempotent, type IdempotencyStore, keepIdempotent } from './idempotency/middleware.ts';
import { jsonBody } from './json-body.ts';
import { jsonBodyParser } from './json-body-parser.ts';
import { jsonReply } from './json-reply.ts';
import { lowerCaseHeaders } from './lower-case-headers.ts';
import { mapErrors } from './map-errors.ts';
import { type FindPartner, requireApiKey } from './require-api-key.ts';
import { withStandardHeaders } from './standard-headers.ts';
import { textBody } from './text-body.ts';

/** What a handler gets: the partner, and the request's parts as text and as a checked body. */
export interface Request<Body = unknown> {
  readonly partnerId: string;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body in the form of the request schema; `{}` where the operation takes none. */
  readonly body: Body;
  readonly normalized: Normalized;
}

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Milliseconds before its time-out at which a function stops waiting for its handler. Calls to a store that is slow, or
 * answers each at the last try, add up; what is left is enough to let go of an idempotency key and to answer 503.
 */
const LAST_MILLISECONDS = 7000;

const NO_BODY: Normalized = { body: {}, cleared: [] };

/** What an endpoint is made of, beside its handler. */
export interface Parts {
  readonly findPartner: FindPartner;
  /** The compiled request schema, where the operation takes a body. */
  readonly validate?: Validate;
  /** Loads the validator that finds every violation. */
  readonly validateAll?: LoadValidateAll;
  /** What the schema can't say of the body alone. */
  readonly rules?: FurtherRules;
  /** Remembers answers, where the operation is `idempotent`. */
  readonly idempotency?: IdempotencyStore;
}

/**
 * @param operation - a row of the operations table
 * @param handle - answers with the reply's body, or a `Reply`; an `ApiError` that it throws is the answer instead
 */
export const endpoint = <Body>(
  operation: Operation,
  { findPartner, validate, validateAll, rules, idempotency }: Parts,
  handle: (request: Request<Body>) => Promise<unknown>,
): LambdaHandler => {
  // On the way in the chain runs from top to bottom, after the handler and on an error from bottom to top.
  const chain = middy<CheckedEvent, unknown>({
    timeoutEarlyInMillis: LAST_MILLISECONDS,
    timeoutEarlyResponse: () => {
      throw new ApiError(errors.unavailable);
    },
  });
  if (idempotency) chain.use(keepIdempotent(idempotency));
  chain
    .use(httpErrorHandler({ logger: false }))
    .use(mapErrors())
    .use(jsonReply({ compress: !idempotency }))
    .use(lowerCaseHeaders())
    .use(requireApiKey(findPartner));
  if (operation.request && validate) {
    chain.use(textBody()).use(jsonBody(operation.bodyOptional ?? false));
    if (idempotency) chain.use(beginIdempotent(operation, idempotency));
    chain.use(jsonBodyParser()).use(checkBody({ schema: operation.request, validate, validateAll, rules }));
  }
  const run = chain.handler(({ partnerId, pathParameters, queryStringParameters, headers, normalized = NO_BODY }) =>
    handle({
      partnerId,
      path: pathParameters ?? {},
      query: queryStringParameters ?? {},
      headers,
      body: normalized.body as Body,
      normalized,
    }),
  ) as unknown as LambdaHandler;
  return async (event, context) => withStandardHeaders(operation, event, await run(event, context));
};
