/** The one error that reaches a partner as it is. */
import type { ErrorEntry } from '../api/errors.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly entry: ErrorEntry;

  /** @param entry - the row of the catalogue that answers the request */
  constructor(entry: ErrorEntry, options?: ErrorOptions) {
    super(entry.message, options);
    this.entry = entry;
  }
}
