/** When an upload is late. */
import { sources } from '../../dynamodb/sources.ts';

/** What is pending for longer has failed. */
export const MOST_MILLISECONDS = 14 * 60_000;

/** @param created - ISO 8601 */
export const isLate = (created: string): boolean => sources.now() - Date.parse(created) > MOST_MILLISECONDS;
