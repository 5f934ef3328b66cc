/** API Gateway's own responses, by response type. It is data alone, so that commands can read it without the CDK. */
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { invalid } from '../../lib/contract/errors.ts';
import { QUOTA_USED_UP, RATE_USED_UP } from '../../lib/usage/rules/policy.ts';

export interface Answer {
  readonly entry: ErrorEntry;
  /** Seconds; API Gateway can send a constant only. */
  readonly retryAfter?: string;
  /** The value of the header `RateLimit`. */
  readonly rateLimit?: string;
  /** Set if the response only comes after the authorizer, which knows the key's plan. */
  readonly isOfAKey?: true;
}

const badRequest = invalid('request', 'could not be processed');
const unavailable: Answer = { entry: errors.unavailable, retryAfter: '1' };

/**
 * Every response type. A missing key is UNAUTHORIZED (the authorizer is not called); a key that the authorizer or the
 * usage plan refuses has one of the two types of refused keys.
 */
export const answers: Readonly<Record<string, Answer>> = {
  UNAUTHORIZED: { entry: errors.keyMissing },
  ACCESS_DENIED: { entry: errors.keyInvalid },
  INVALID_API_KEY: { entry: errors.keyInvalid },
  // Token buckets refill every second.
  THROTTLED: { entry: errors.rateLimitExceeded, retryAfter: '1', rateLimit: RATE_USED_UP, isOfAKey: true },
  // A quota may be days from its end. An hour keeps a client from sending too often, and from waiting much beyond the
  // end.
  QUOTA_EXCEEDED: { entry: errors.rateLimitExceeded, retryAfter: '3600', rateLimit: QUOTA_USED_UP, isOfAKey: true },
  // Only the rate rules of the firewall block, and they count over a minute or more.
  WAF_FILTERED: { entry: errors.rateLimitExceeded, retryAfter: '60' },
  // The type of unknown routes, rather than RESOURCE_NOT_FOUND. With an Authorization header an unknown route may get
  // one of the next two types, which no route of ours gets, as none uses signed requests.
  MISSING_AUTHENTICATION_TOKEN: { entry: errors.routeNotFound },
  RESOURCE_NOT_FOUND: { entry: errors.routeNotFound },
  INVALID_SIGNATURE: { entry: errors.routeNotFound },
  EXPIRED_TOKEN: { entry: errors.routeNotFound },
  BAD_REQUEST_BODY: { entry: badRequest },
  BAD_REQUEST_PARAMETERS: { entry: badRequest },
  UNSUPPORTED_MEDIA_TYPE: { entry: badRequest },
  // AWS documents that this type cannot be customised; for more than 10 MB that is so. Between Lambda's 6 MB and that
  // the behaviour is not documented, and setting it costs nothing.
  REQUEST_TOO_LARGE: { entry: errors.bodyTooLarge },
  // The authorizer fails only when DynamoDB is unavailable. It must not return Deny then, as that would be cached.
  AUTHORIZER_FAILURE: unavailable,
  AUTHORIZER_CONFIGURATION_ERROR: unavailable,
  API_CONFIGURATION_ERROR: { entry: errors.internal },
  INTEGRATION_FAILURE: { entry: errors.internal, isOfAKey: true },
  INTEGRATION_TIMEOUT: { entry: errors.timedOut, isOfAKey: true },
};

/**
 * The response types that are not listed above. A status here would replace the status of every other 4xx or 5xx too.
 */
export const defaults: Readonly<Record<string, ErrorEntry>> = {
  DEFAULT_4XX: badRequest,
  DEFAULT_5XX: errors.internal,
};
