/** The allowed changes of the activation status. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import type { ActivationStatus } from '../../partners/repository/account.ts';
import { suspendedStays } from '../contracts/set-business-status.ts';

/** The statuses that partners may set. */
export type SettableStatus = 'active' | 'inactive';

/**
 * Why a business may not get a status; `undefined` if it may.
 *
 * @param stored - `active` if nothing is stored
 */
export const checkActivation = (
  wanted: SettableStatus,
  stored: ActivationStatus | undefined = 'active',
): ErrorEntry | undefined => {
  if (stored === 'suspended') return suspendedStays;
  if (stored !== wanted) return undefined;
  return wanted === 'active' ? errors.activeAlready : errors.inactiveAlready;
};
