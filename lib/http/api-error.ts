/** The one error type that is sent to a partner unchanged. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { recordTooLarge } from '../contract/errors.ts';
import type { Violation } from '../contract/violations.ts';

export interface ApiErrorDetails {
  /** Every rule that the request violates; that of the entry comes first. */
  readonly violations?: readonly Violation[];
  readonly headers?: Readonly<Record<string, string>>;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly entry: ErrorEntry;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param entry - the row of the catalogue to respond with */
  constructor(entry: ErrorEntry, { violations = [], headers = {} }: ApiErrorDetails = {}) {
    super(entry.message);
    this.entry = entry;
    this.violations = violations;
    this.headers = headers;
  }
}

/** The response to each failure of the store, by the error's name: the store itself does not know HTTP. */
const STORE_FAILURES: ReadonlyMap<string, ErrorEntry> = new Map([
  ['StoreUnavailable', errors.unavailable],
  ['BucketUnavailable', errors.unavailable],
  ['ItemTooLarge', recordTooLarge],
  ['Conflict', errors.conflict],
  ['KeyReused', errors.idempotencyKeyReused],
]);

/** Converts any thrown value to the error of the response. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  return new ApiError(STORE_FAILURES.get((error as Error | undefined)?.name ?? '') ?? errors.internal);
};

/** The result of a write: why the record was not changed, or the saved record. */
export type WriteResult<Saved> =
  | { readonly saved: Saved }
  | { readonly violations: readonly Violation[] }
  | { readonly refused: ApiError }
  | undefined;

/**
 * Returns the saved record.
 *
 * @param absent - the error for a record that does not exist, whose result is `undefined`
 * @throws ApiError the refusal, or the error of the first violation
 */
export const savedOf = <Saved>(result: WriteResult<Saved>, absent: ErrorEntry): Saved => {
  if (!result) throw new ApiError(absent);
  if ('refused' in result) throw result.refused;
  return 'violations' in result ? refuse(result.violations) : result.saved;
};

/** Throws the error of the first of these violations. */
export const refuse = (violations: readonly Violation[]): never => {
  throw new ApiError(violations[0]?.error ?? errors.internal, { violations });
};

/** Throws an error about one parameter, where the error alone does not say which one (`lib/http/refusal.ts`). */
export const refuseParameter = (parameter: string, error: ErrorEntry): never =>
  refuse([{ path: '', parameter, error }]);
