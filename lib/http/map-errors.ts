/**
 * Turns whatever was thrown into `{code, message}`. `@middy/http-error-handler`, which runs after this one,
 * sends the message of an http error as the body when it is JSON.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as errors from '../contract/error-rows.ts';
import { asApiError } from './api-error.ts';
import { PROBLEM_JSON, problemBody, wantsProblem } from './problem.ts';

/** A throttled store, requests that conflicted, and those that come too often: another try is worth it, after so many seconds. */
const WORTH_ANOTHER_TRY = new Set(
  [errors.unavailable, errors.conflict, errors.rateLimitExceeded].map((entry) => entry.status),
);
const RETRY_AFTER = '1';

/** The JSON parser quotes what it could not read, which may be anyone's data. */
const messageOf = (error: Error): string => (error instanceof SyntaxError ? 'the text is not JSON' : error.message);

/** The lines below the message, which a stack begins with. */
const framesOf = ({ stack = '' }: Error): string => stack.slice(stack.search(/^ +at /m));

/** The chain of causes as a log needs it; never the request, which holds a partner's data. */
const describe = (error: unknown): unknown =>
  error instanceof Error
    ? {
        name: error.name,
        message: messageOf(error),
        stack: framesOf(error),
        cause: error.cause && describe(error.cause),
      }
    : String(error);

const acceptOf = ({ headers }: APIGatewayProxyEvent): string | undefined =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'accept')?.[1];

export const mapErrors = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  onError: function mapErrorsOnError(request) {
    const { entry, violations, headers } = asApiError(request.error);
    if (entry.status >= 500) {
      console.error({ requestId: request.event.requestContext?.requestId, error: describe(request.error) });
    }
    const { status, code, message } = entry;
    const isProblem = wantsProblem(acceptOf(request.event));
    const body = isProblem ? problemBody(entry, violations) : { code, message };
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      expose: true,
      headers: {
        ...headers,
        ...(isProblem && { 'Content-Type': PROBLEM_JSON }),
        ...(WORTH_ANOTHER_TRY.has(status) && { 'Retry-After': RETRY_AFTER }),
      },
    });
  },
});
