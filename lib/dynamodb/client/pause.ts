/** Waits between tries. Uses `clock.ts` for time and random numbers, so that a simulation can control them. */
import { clock, random } from './clock.ts';

/**
 * Waits 10 to 30 ms before the first retry, twice as long before each further one. The random length separates calls
 * that conflicted.
 */
export const pauseBefore = (attempt: number): Promise<void> =>
  clock.pause(10 * 2 ** attempt * (0.5 + random.fraction()));
