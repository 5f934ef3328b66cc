/** What start bulk update refuses, with its own error. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';

/** What can't be added where the bulk update has other rows; it never gets fewer. */
export const wrongOffset = (rows: number): ErrorEntry => ({
  ...errors.conflict,
  message: `offset must be ${rows}: the bulk update has that many rows`,
});
