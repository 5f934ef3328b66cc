/**
 * Turns whatever was thrown into `{code, message}` (spec 2.7). `@middy/http-error-handler`, which runs after this one,
 * sends the message of an http error as the body when it is JSON.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ErrorEntry, errors } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';
import { PROBLEM_JSON, problemBody, wantsProblem } from './problem.ts';

/** What each failure of the store is answered with, by the error's name: the store itself speaks no HTTP. */
const STORE_FAILURES: ReadonlyMap<string, ErrorEntry> = new Map([
  ['StoreUnavailable', errors.unavailable],
  ['ItemTooLarge', errors.bodyTooLarge],
]);

/** A throttled store, and requests that met another one: trying again is worth it, after so many seconds. */
const WORTH_ANOTHER_TRY = new Set([errors.unavailable.status, errors.collided.status]);
const RETRY_AFTER = '1';

/** `@middy/http-json-body-parser` answers 415 and 422; both are a plain 400 here (decisions: order of checks). */
const parserFailure = (statusCode: unknown): ErrorEntry | undefined =>
  statusCode === 422 ? { ...errors.invalidRequest, message: 'Request body must be a JSON object' } : undefined;

const entryFor = (error: unknown): ErrorEntry => {
  if (error instanceof ApiError) return error.entry;
  const { name, statusCode } = (error ?? {}) as { name?: string; statusCode?: unknown };
  return STORE_FAILURES.get(name ?? '') ?? parserFailure(statusCode) ?? errors.internal;
};

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
    const entry = entryFor(request.error);
    if (entry.status >= 500) {
      console.error({ requestId: request.event.requestContext?.requestId, error: describe(request.error) });
    }
    const { status, code, message } = entry;
    const isProblem = wantsProblem(acceptOf(request.event));
    const violations = request.error instanceof ApiError ? request.error.violations : [];
    const body = isProblem ? problemBody(entry, violations) : { code, message };
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      expose: true,
      headers: {
        ...(isProblem && { 'Content-Type': PROBLEM_JSON }),
        ...(WORTH_ANOTHER_TRY.has(status) && { 'Retry-After': RETRY_AFTER }),
      },
    });
  },
});
