/** Responses of DynamoDB: their fields, or the error that they tell of. */

import type { Attributes } from './attributes.ts';
import type { CancellationReason } from './call.ts';
import type { Response } from './exchange.ts';
import { TryError, type TryFailure } from './try-error.ts';

/** The store did nothing, and asks for patience. */
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

/** Whether an error of this name says that more was asked for than is admitted; services of AWS name it alike. */
export const isThrottling = (name: string): boolean => THROTTLED.has(name);

/** A transaction of the same token is under way, or another region writes to the same item. */
const IN_PROGRESS = 'TransactionInProgressException';
const PASSING = new Set([IN_PROGRESS, 'ReplicatedWriteConflictException', 'RequestTimeout', 'RequestTimeoutException']);

/** The fields of a body; nothing where it is no JSON object. */
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
 * The fields of a response. An empty one is a failure, as is whatever else is no JSON object: DynamoDB says `{}` where it
 * has nothing to say. Taken for that, it would be an item that is not there. Its checksum is not looked at: TLS keeps the
 * bytes as they were sent, and JSON that was cut is no JSON.
 *
 * @throws TryError by the name that DynamoDB gives it, or `ResponseError` where the response is none of DynamoDB's
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
/** DynamoDB takes five minutes. What is far less is no reason for its refusal. */
const SKEW_MILLISECONDS = 60_000;

/**
 * How far ahead the clock of the server is where that is what it refused a request for.
 *
 * @param name - of the error
 * @param signedAt - milliseconds since 1970, by our clock with what was known of the server's
 * @returns milliseconds to add to what the request was signed with
 */
export const skewOf = (name: string, { headers }: Response, signedAt: number): number | undefined => {
  const skew = Date.parse(headers.date ?? '') - signedAt;
  return SKEWED.has(name) && Math.abs(skew) > SKEW_MILLISECONDS ? skew : undefined;
};
