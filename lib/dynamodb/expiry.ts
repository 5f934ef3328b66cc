/** When items expire, in the seconds that the table's time to live counts in. It removes late: who reads looks for itself. */
import { sources } from './sources.ts';

/** @param at - epoch milliseconds: now, where it is left out */
export const epochSeconds = (at: number = sources.now()): number => Math.floor(at / 1000);

/** The `expiresAtSeconds` of what is kept for so many seconds. */
export const expiryAfter = (seconds: number): number => epochSeconds() + seconds;
