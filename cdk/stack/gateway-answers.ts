/** What API Gateway says by itself, by the type of its response; data alone, so that commands can read it without the CDK. */
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { invalid } from '../../lib/contract/errors.ts';
import { QUOTA_USED_UP, RATE_USED_UP } from '../../lib/usage/rules/policy.ts';

export interface Answer {
  readonly entry: ErrorEntry;
  /** Seconds; API Gateway can send a constant only. */
  readonly retryAfter?: string;
  /** The header `RateLimit`. */
  readonly rateLimit?: string;
  /** It can only come after the authorizer, which knows the plan of the key. */
  readonly isOfAKey?: true;
}

const badRequest = invalid('request', 'could not be processed');
const unavailable: Answer = { entry: errors.unavailable, retryAfter: '1' };

/**
 * Every type of response.
 * A missing key is UNAUTHORIZED (the authorizer is not called); one that the authorizer or the usage plan refuses is the other two.
 */
export const answers: Readonly<Record<string, Answer>> = {
  UNAUTHORIZED: { entry: errors.keyMissing },
  ACCESS_DENIED: { entry: errors.keyInvalid },
  INVALID_API_KEY: { entry: errors.keyInvalid },
  // Buckets refill every second.
  THROTTLED: { entry: errors.rateLimitExceeded, retryAfter: '1', rateLimit: RATE_USED_UP, isOfAKey: true },
  // A quota may be days from its end: an hour keeps a client from hammering, and from sleeping past the end by much.
  QUOTA_EXCEEDED: { entry: errors.rateLimitExceeded, retryAfter: '3600', rateLimit: QUOTA_USED_UP, isOfAKey: true },
  // Only the rate rules of the firewall block, and they count over a minute or more.
  WAF_FILTERED: { entry: errors.rateLimitExceeded, retryAfter: '60' },
  // Unknown routes are not RESOURCE_NOT_FOUND, whatever its name says; with an Authorization header in the request they
  // may be one of the two after it, which cannot befall a route of ours: none is signed.
  MISSING_AUTHENTICATION_TOKEN: { entry: errors.routeNotFound },
  RESOURCE_NOT_FOUND: { entry: errors.routeNotFound },
  INVALID_SIGNATURE: { entry: errors.routeNotFound },
  EXPIRED_TOKEN: { entry: errors.routeNotFound },
  BAD_REQUEST_BODY: { entry: badRequest },
  BAD_REQUEST_PARAMETERS: { entry: badRequest },
  UNSUPPORTED_MEDIA_TYPE: { entry: badRequest },
  // AWS documents that it cannot be customised: over 10 MB it is not. What it does between Lambda's 6 MB and that is not
  // documented; setting it costs nothing.
  REQUEST_TOO_LARGE: { entry: errors.bodyTooLarge },
  // The authorizer fails only when the store cannot be reached. It must not answer Deny then: that would be cached.
  AUTHORIZER_FAILURE: unavailable,
  AUTHORIZER_CONFIGURATION_ERROR: unavailable,
  API_CONFIGURATION_ERROR: { entry: errors.internal },
  INTEGRATION_FAILURE: { entry: errors.internal, isOfAKey: true },
  INTEGRATION_TIMEOUT: { entry: errors.timedOut, isOfAKey: true },
};

/** Whatever the types above do not name. A status here would replace the status of every other 4xx or 5xx too. */
export const defaults: Readonly<Record<string, ErrorEntry>> = {
  DEFAULT_4XX: badRequest,
  DEFAULT_5XX: errors.internal,
};
