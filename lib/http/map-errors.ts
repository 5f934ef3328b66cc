/**
 * Turns whatever was thrown into `{code, message}`. `@middy/http-error-handler`, which runs after this one,
 * sends the message of an http error as the body when it is JSON.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as errors from '../contract/error-rows.ts';
import type { Contract } from '../contract/operation.ts';
import { asApiError } from './api-error.ts';
import { describe } from './describe-error.ts';
import type { ChainEvent } from './event.ts';
import { failureLine } from './failure-line.ts';
import { PROBLEM_JSON, problemBody, wantsProblem } from './problem.ts';

/** A throttled store, requests that conflicted, and those that come too often: another try is worth it, after so many seconds. */
const WORTH_ANOTHER_TRY = new Set(
  [errors.unavailable, errors.conflict, errors.rateLimitExceeded].map((entry) => entry.status),
);
const RETRY_AFTER = '1';

const acceptOf = ({ headers }: APIGatewayProxyEvent): string | undefined =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'accept')?.[1];

/** @param contract - of the operation, which the log names with what failed */
export const mapErrors = (contract: Contract): MiddlewareObj<ChainEvent> => ({
  onError: function mapErrorsOnError(request) {
    const answered = asApiError(request.error);
    const { entry, violations, headers } = answered;
    const line = failureLine(contract, request.event, answered);
    if (entry.status >= 500) console.error({ ...line, error: describe(request.error) });
    else console.info(line);
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
