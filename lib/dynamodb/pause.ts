/** Waits between tries. Randomness and time are those of `sources.ts`, so that a simulation can set them. */
import { sources } from './sources.ts';

/** Up to 10 ms before the first repetition, doubled each time: calls that conflicted once part ways. */
export const pauseBefore = (attempt: number): Promise<void> =>
  sources.pause(10 * 2 ** attempt * (0.5 + sources.random()));
