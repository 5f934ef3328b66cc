/** When an upload has timed out. */
import { clock } from '../../dynamodb/client/clock.ts';

/** Media that are pending for longer fail. */
export const MOST_MILLISECONDS = 14 * 60_000;

/** @param created - ISO 8601 */
export const isLate = (created: string): boolean => clock.now() - Date.parse(created) > MOST_MILLISECONDS;
