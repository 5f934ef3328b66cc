/** The errors that a call throws. The class says what to do, `code` what exactly is wrong. */

/** A rule that the request broke. */
export interface Violation {
  /** The field of the body as a JSON Pointer (RFC 6901), `/location/zip`; empty for a parameter. */
  pointer: string;
  /** The parameter that is wrong, if it is no field of the body. */
  parameter?: string;
  code: number;
  message: string;
  /** The bound of the rule, and the value that was sent, if the rule has a bound. */
  limit?: number;
  actual?: number;
}

export interface ErrorFacts {
  operation: string;
  message: string;
  status?: number;
  code?: number;
  requestId?: string;
  violations?: readonly Violation[];
  retryAfter?: number;
  etag?: string;
  idempotencyKey?: string;
  attempts?: number;
  cause?: unknown;
}

/**
 * The base class of all errors of calls. The call failed after its retries. An error of this class itself is a response
 * that is not from the API: of a proxy, or of another host.
 */
export class ListingError extends Error {
  override readonly name: string = 'ListingError';
  /** The operation: `updateBusiness`. */
  readonly operation: string;
  /** The HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined;
  /** The code of the error in the API's list: branch on it, not on the message. */
  readonly code: number | undefined;
  /** Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Every rule that the request broke, at most 1,000. */
  readonly violations: readonly Violation[];
  /** Seconds to wait before the next attempt, as the API asks. */
  readonly retryAfter: number | undefined;
  /** The current version of the record, if it was changed meanwhile. */
  readonly etag: string | undefined;
  /** The idempotency key of the write: if you repeat the write with it, it is executed only once. */
  readonly idempotencyKey: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(facts: ErrorFacts) {
    const { operation, message, status, code, requestId, cause } = facts;
    const details = [
      operation,
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(code === undefined ? [] : [`code ${code}`]),
      ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    super(`${message} (${details.join(', ')})`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.violations = facts.violations ?? [];
    this.retryAfter = facts.retryAfter;
    this.etag = facts.etag;
    this.idempotencyKey = facts.idempotencyKey;
    this.attempts = facts.attempts ?? 1;
  }
}

/** The key is missing, unknown, revoked or expired (1161, 1167). */
export class InvalidKeyError extends ListingError {
  override readonly name = 'InvalidKeyError';
}
/** Correct the request: `violations` names the fields. Its status may be 401, which seven field rules use. */
export class InvalidRequestError extends ListingError {
  override readonly name = 'InvalidRequestError';
}
/** A resource of the request does not exist, or belongs to another account. */
export class NotFoundError extends ListingError {
  override readonly name = 'NotFoundError';
}
/** The current state of the record, its account or the acting user does not allow the request. */
export class ConflictError extends ListingError {
  override readonly name = 'ConflictError';
}
/** The record no longer has the version `ifMatch`: read it, decide, send again. `etag` is the current version. */
export class VersionChangedError extends ListingError {
  override readonly name = 'VersionChangedError';
}
/** The body, or the record that would result, is too large. */
export class TooLargeError extends ListingError {
  override readonly name = 'TooLargeError';
}
/** The idempotency key was used for another request. */
export class IdempotencyKeyError extends ListingError {
  override readonly name = 'IdempotencyKeyError';
}
/** More requests than the plan allows, or its quota is used up: `retryAfter` shows which. */
export class RateLimitError extends ListingError {
  override readonly name = 'RateLimitError';
}
/** The API is unavailable. A write was executed completely or not at all: repeat it with the same `idempotencyKey`. */
export class UnavailableError extends ListingError {
  override readonly name = 'UnavailableError';
}
/** No complete response. A write was executed completely or not at all: repeat it with the same `idempotencyKey`. */
export class ConnectionError extends ListingError {
  override readonly name = 'ConnectionError';
}
/** No response in time. A write was executed completely or not at all: repeat it with the same `idempotencyKey`. */
export class TimeoutError extends ListingError {
  override readonly name: string = 'TimeoutError';
}

const INVALID_KEY = [1161, 1167];

const BY_STATUS: Readonly<Record<number, typeof ListingError>> = {
  400: InvalidRequestError,
  401: InvalidRequestError,
  403: ConflictError,
  404: NotFoundError,
  409: ConflictError,
  412: VersionChangedError,
  413: TooLargeError,
  414: TooLargeError,
  422: IdempotencyKeyError,
  429: RateLimitError,
};

/** Statuses that say the same without a code, which gateways and proxies leave out. */
const WITHOUT_CODE = [413, 414, 429];

/** The error of a response with this status. */
export const errorOf = (status: number, facts: ErrorFacts): ListingError => {
  const { code } = facts;
  // A 401 is about the key with these codes alone (docs/partners.md: authentication).
  if (code !== undefined && INVALID_KEY.includes(code)) return new InvalidKeyError(facts);
  if (status >= 500) return new UnavailableError(facts);
  // Every error of the API has a code: the 404 of a proxy or a wrong base URL says nothing about a record.
  const Class = code !== undefined || WITHOUT_CODE.includes(status) ? BY_STATUS[status] : undefined;
  return new (Class ?? ListingError)(facts);
};
