/** The one middy chain: every endpoint is this chain around its handler. */
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Normalized } from '../api/normalize.ts';
import type { Operation } from '../api/operation.ts';
import type { Validate } from '../api/violations.ts';
import { type CheckedEvent, checkBody, type FurtherRules } from './check-body.ts';
import { jsonBody } from './json-body.ts';
import { jsonReply } from './json-reply.ts';
import { lowerCaseHeaders } from './lower-case-headers.ts';
import { mapErrors } from './map-errors.ts';
import { type FindPartner, requireApiKey } from './require-api-key.ts';

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

const NO_BODY: Normalized = { body: {}, cleared: [] };

/**
 * @param operation - a row of the operations table
 * @param options.findPartner - the API-key look-up
 * @param options.validate - the compiled request schema, where the operation takes a body
 * @param options.rules - what the schema can't say of the body alone
 * @param handle - answers with the reply; an `ApiError` that it throws is the answer instead
 */
export const endpoint = <Body>(
  operation: Operation,
  options: { findPartner: FindPartner; validate?: Validate; rules?: FurtherRules },
  handle: (request: Request<Body>) => Promise<unknown>,
): LambdaHandler => {
  // On the way in the chain runs from top to bottom, after the handler and on an error from bottom to top.
  const chain = middy<CheckedEvent, unknown>()
    .use(httpErrorHandler({ logger: false }))
    .use(mapErrors())
    .use(jsonReply())
    .use(lowerCaseHeaders())
    .use(requireApiKey(options.findPartner));
  if (operation.request && options.validate) {
    chain
      .use(jsonBody(operation.bodyOptional ?? false))
      .use(httpJsonBodyParser())
      .use(checkBody(operation.request, options.validate, options.rules));
  }
  return chain.handler(({ partnerId, pathParameters, queryStringParameters, headers, normalized = NO_BODY }) =>
    handle({
      partnerId,
      path: pathParameters ?? {},
      query: queryStringParameters ?? {},
      headers,
      body: normalized.body as Body,
      normalized,
    }),
  ) as unknown as LambdaHandler;
};
