/**
 * Converts any thrown value to `{code, message}`. `@middy/http-error-handler`, which runs after this one, sends the
 * message of an HTTP error as the body if it is JSON.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isWorthAnotherTry } from '../contract/another-try.ts';
import type { DeployedContract } from '../contract/deployed.ts';
import type { NamedParameter } from '../contract/derived.ts';
import * as errors from '../contract/error-rows.ts';
import { ApiError, asApiError } from './api-error.ts';
import { describe } from './describe-error.ts';
import type { ChainEvent } from './event.ts';
import { failureLine } from './failure-line.ts';
import { PROBLEM_JSON, wantsProblem } from './problem.ts';
import type { Naming } from './refusal.ts';
import type { Reports } from './reports.ts';

const RETRY_AFTER = '1';

const acceptOf = ({ headers }: APIGatewayProxyEvent): string | undefined =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'accept')?.[1];

interface Refused {
  readonly event: ChainEvent;
  readonly naming: Naming;
  readonly loadReports: () => Promise<Reports>;
}

/** An error as problem details. */
const problemOf = async (refusal: ApiError, { event, naming, loadReports }: Refused): Promise<object> => {
  const { problemBody, titles, violationsOf } = await loadReports();
  return problemBody(refusal.entry, violationsOf(refusal, naming, event), titles, event);
};

/** The error of the response: operations without a 409 respond to a conflict with 503 (docs/writing-once.md). */
const answerTo = (answersConflict: boolean, error: unknown): ApiError => {
  const found = asApiError(error);
  return found.entry === errors.conflict && !answersConflict ? new ApiError(errors.unavailable) : found;
};

/** What is compiled of the operation. */
interface Compiled {
  readonly list: readonly NamedParameter[];
  readonly answersConflict: boolean;
  readonly loadReports: () => Promise<Reports>;
}

/** @param contract - of the operation, which the log line names */
export const mapErrors = (
  contract: DeployedContract,
  { list, answersConflict, loadReports }: Compiled,
): MiddlewareObj<ChainEvent> => ({
  onError: async function mapErrorsOnError(request) {
    const answered = answerTo(answersConflict, request.error);
    const { entry, headers } = answered;
    const line = failureLine(contract, request.event, answered);
    if (entry.status >= 500) console.error({ ...line, error: describe(request.error) });
    else console.info(line);
    const { status, code, message } = entry;
    const isProblem = wantsProblem(acceptOf(request.event));
    const body = isProblem
      ? await problemOf(answered, {
          naming: { list, bodyIdentifiers: contract.bodyIdentifiers },
          event: request.event,
          loadReports,
        })
      : { code, message };
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      expose: true,
      headers: {
        ...headers,
        ...(isProblem && { 'Content-Type': PROBLEM_JSON }),
        ...(isWorthAnotherTry(entry) && { 'Retry-After': headers['Retry-After'] ?? RETRY_AFTER }),
      },
    });
  },
});
