/** The one error that reaches a partner as it is. */
import type { ErrorEntry } from '../contract/errors.ts';
import type { Violation } from '../contract/violations.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly entry: ErrorEntry;
  readonly violations: readonly Violation[];

  /**
   * @param entry - the row of the catalogue that answers the request
   * @param violations - every rule that the request violates, that of `entry` first
   */
  constructor(entry: ErrorEntry, violations: readonly Violation[] = []) {
    super(entry.message);
    this.entry = entry;
    this.violations = violations;
  }
}
