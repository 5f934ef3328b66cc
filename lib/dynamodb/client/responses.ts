/** Reads DynamoDB's responses: their fields, or their error. */

import type { Attributes } from '../table/attributes.ts';
import type { CancellationReason } from './call.ts';
import type { Response } from './exchange.ts';
import { TryError, type TryFailure } from './try-error.ts';

/** Errors by which DynamoDB refuses a request without doing anything, to be retried later. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** Whether an error of this name means throttling; all AWS services use the same names. */
export const isThrottling = (name: string): boolean => THROTTLED.has(name);

/** A transaction with the same token is under way. */
const IN_PROGRESS = 'TransactionInProgressException';
/** A transaction is under way at the item of a single write: the write had no effect. */
export const IN_TRANSACTION = 'TransactionConflictException';
/** Of `ReplicatedWriteConflictException`, another region writes to the same item. */
const PASSING = new Set([
  IN_PROGRESS,
  IN_TRANSACTION,
  'ReplicatedWriteConflictException',
  'RequestTimeout',
  'RequestTimeoutException',
]);

/** The fields of a body; `null` if it is no JSON object. */
const fieldsOf = (body: string): Readonly<Record<string, unknown>> | null => {
  try {
    const fields = JSON.parse(body);
    return typeof fields === 'object' && !Array.isArray(fields) ? fields : null;
  } catch {
    return null;
  }
};

const retryOf = (name: string, status: number): TryFailure['retry'] => {
  if (isThrottling(name) || status === 429) return 'throttled';
  return PASSING.has(name) || status >= 500 ? 'transient' : undefined;
};

/**
 * The fields of a response. An empty body, or anything but a JSON object, is a failure: DynamoDB sends `{}` for an
 * empty result, and a body taken for that would mean a missing item. The checksum is not verified: TLS protects the
 * bytes, and truncated JSON is invalid.
 *
 * @throws TryError with DynamoDB's name for the error, or `ResponseError` if the response is not from DynamoDB
 */
export const readResponse = ({ status, body }: Response): Readonly<Record<string, unknown>> => {
  const fields = fieldsOf(body);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && fields) return fields;
  const type = isSuccess ? undefined : fields?.__type;
  if (typeof type !== 'string') {
    const retry = isSuccess ? 'transient' : retryOf('', status);
    throw new TryError(`A response of status ${status} that is none of DynamoDB's`, {
      name: 'ResponseError',
      uncertain: true,
      retry,
    });
  }
  // `com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException`
  const name = type.slice(type.lastIndexOf('#') + 1);
  throw new TryError(String(fields?.message ?? fields?.Message ?? name), {
    name,
    uncertain: status >= 500 || name === IN_PROGRESS,
    retry: retryOf(name, status),
    item: fields?.Item as Attributes | undefined,
    reasons: fields?.CancellationReasons as readonly CancellationReason[] | undefined,
  });
};

const SKEWED = new Set([
  'AuthFailure',
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);
/** DynamoDB accepts a skew of five minutes, so a much smaller one can't be the reason for a refusal. */
const SKEW_MILLISECONDS = 60_000;

/**
 * How far the server's clock is ahead, if the request was refused for that.
 *
 * @param name - of the error
 * @param signedAt - epoch milliseconds, by our clock plus the known skew
 * @returns milliseconds to add to the time that the request was signed with
 */
export const skewOf = (name: string, { headers }: Response, signedAt: number): number | undefined => {
  const skew = Date.parse(headers.date ?? '') - signedAt;
  return SKEWED.has(name) && Math.abs(skew) > SKEW_MILLISECONDS ? skew : undefined;
};
