/** What a call throws. The class says what to do about it, `code` what is wrong in detail. */

/** A rule that the request broke. */
export interface Violation {
  /** The field of the body as a JSON Pointer (RFC 6901), `/location/zip`; empty where it is a parameter. */
  pointer: string;
  code: number;
  message: string;
  /** What the rule allows, and what was sent, where both can be said. */
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

/** The call has failed, after as many retries as were due. All errors of calls are of this class. */
export class ListingError extends Error {
  override readonly name: string = 'ListingError';
  /** The operation: `updateBusiness`. */
  readonly operation: string;
  /** The HTTP status; `undefined` where there was no response. */
  readonly status: number | undefined;
  /** The code of the error in the API's list, by which to judge it. */
  readonly code: number | undefined;
  /** Send it along when you report a fault. */
  readonly requestId: string | undefined;
  /** Every rule that the request broke, at most 1,000. */
  readonly violations: readonly Violation[];
  /** Seconds after which the API asks to try again. */
  readonly retryAfter: number | undefined;
  /** The current version of the record, where it was changed meanwhile. */
  readonly etag: string | undefined;
  /** The key of the write: sent again with it, it is executed once. */
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
/** Correct the request: `violations` names the fields. Its status may be 401, which seven rules of fields answer with. */
export class InvalidRequestError extends ListingError {
  override readonly name = 'InvalidRequestError';
}
/** What the request names is not there, or not yours. */
export class NotFoundError extends ListingError {
  override readonly name = 'NotFoundError';
}
/** It can't be done to the record as it stands. */
export class ConflictError extends ListingError {
  override readonly name = 'ConflictError';
}
/** The record is not of the version `ifMatch` any more: read it, decide, send again. `etag` has the current one. */
export class VersionChangedError extends ListingError {
  override readonly name = 'VersionChangedError';
}
/** The body, or the record that it would make, is too large. */
export class TooLargeError extends ListingError {
  override readonly name = 'TooLargeError';
}
/** The idempotency key belongs to another request. */
export class IdempotencyKeyError extends ListingError {
  override readonly name = 'IdempotencyKeyError';
}
/** More requests than the plan allows, or its quota is used up: `retryAfter` tells them apart. */
export class RateLimitError extends ListingError {
  override readonly name = 'RateLimitError';
}
/** The API could not answer. A write was done whole or not at all: repeat it with the same `idempotencyKey`. */
export class UnavailableError extends ListingError {
  override readonly name = 'UnavailableError';
}
/** No response, or half of one. A write was done whole or not at all: repeat it with the same `idempotencyKey`. */
export class ConnectionError extends ListingError {
  override readonly name = 'ConnectionError';
}
/** No response in time. A write was done whole or not at all: repeat it with the same `idempotencyKey`. */
export class TimeoutError extends ListingError {
  override readonly name: string = 'TimeoutError';
}

const INVALID_KEY = [1161, 1167];

const BY_STATUS: Readonly<Record<number, typeof ListingError>> = {
  400: InvalidRequestError,
  401: InvalidRequestError,
  403: InvalidKeyError,
  404: NotFoundError,
  409: ConflictError,
  412: VersionChangedError,
  413: TooLargeError,
  414: TooLargeError,
  422: IdempotencyKeyError,
  429: RateLimitError,
};

/** The error of a response with this status. */
export const errorOf = (status: number, facts: ErrorFacts): ListingError => {
  // A 401 is about the key with these codes alone (docs/partners.md: authentication).
  if (facts.code !== undefined && INVALID_KEY.includes(facts.code)) return new InvalidKeyError(facts);
  const Class = BY_STATUS[status] ?? (status >= 500 ? UnavailableError : ListingError);
  return new Class(facts);
};
