/** Which activation status may follow which. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import type { ActivationStatus } from '../../partners/repository/account.ts';

/** What partners may set. */
export type SettableStatus = 'active' | 'inactive';

/**
 * Why a business may not be given a status; `undefined` where it may.
 *
 * @param stored - `active` where nothing is stored
 */
export const judgeActivation = (
  wanted: SettableStatus,
  stored: ActivationStatus | undefined = 'active',
): ErrorEntry | undefined => {
  if (stored === 'suspended') return errors.statusNotChangeable;
  if (stored !== wanted) return undefined;
  return wanted === 'active' ? errors.activeAlready : errors.inactiveAlready;
};
