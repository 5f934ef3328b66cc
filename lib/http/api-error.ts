/** The one error that reaches a partner as it is. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { recordTooLarge } from '../contract/errors.ts';
import type { Violation } from '../contract/violations.ts';

export interface ApiErrorDetails {
  /** Every rule that the request violates, that of the entry first. */
  readonly violations?: readonly Violation[];
  readonly headers?: Readonly<Record<string, string>>;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly entry: ErrorEntry;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param entry - the row of the catalogue that answers the request */
  constructor(entry: ErrorEntry, { violations = [], headers = {} }: ApiErrorDetails = {}) {
    super(entry.message);
    this.entry = entry;
    this.violations = violations;
    this.headers = headers;
  }
}

/** What each failure of the store is answered with, by the error's name: the store itself speaks no HTTP. */
const STORE_FAILURES: ReadonlyMap<string, ErrorEntry> = new Map([
  ['StoreUnavailable', errors.unavailable],
  ['ItemTooLarge', recordTooLarge],
  ['Conflict', errors.conflict],
  ['KeyReused', errors.idempotencyKeyReused],
]);

/** What a request is answered with for whatever was thrown. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  return new ApiError(STORE_FAILURES.get((error as Error | undefined)?.name ?? '') ?? errors.internal);
};

/** Answers what the first of these violations answers. */
export const refuse = (violations: readonly Violation[]): never => {
  throw new ApiError(violations[0]?.error ?? errors.internal, { violations });
};
