/** After which errors the same request may succeed. Pure. */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';

const STATUSES: ReadonlySet<number> = new Set([errors.unavailable.status, errors.rateLimitExceeded.status]);

/**
 * Throttling, rate limits and conflicts of two requests; not a 409 that a record causes, such as 1160 or a full
 * conversation: an idempotency key keeps it.
 */
export const isWorthAnotherTry = (entry: Pick<ErrorEntry, 'status'>): boolean =>
  STATUSES.has(entry.status) || entry === errors.conflict;
