/**
 * Time and chance, the only ones that functions use. They stand in one object so that a simulation can put its own in their
 * place: nothing else in `lib` and `functions` asks `Date.now` or `Math.random` (test/contract/layering.test.ts).
 */
import { randomUUID } from 'node:crypto';

export interface Sources {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** So many random characters of 0 to 9 and a to f. */
  hex(length: number): string;
  pause(milliseconds: number): Promise<void>;
  /** What this process knows of marks (`marks.ts`): the milliseconds of the highest that it has made or seen. */
  readonly marks: { highest: number };
}

export const sources: Sources = {
  now: () => Date.now(),
  random: () => Math.random(),
  hex: (length) => {
    let text = '';
    // The last 12 digits of such an id are random, and many ids come of one call to the system, where bytes take one each.
    while (text.length < length) text += randomUUID().slice(24);
    return text.slice(0, length);
  },
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  marks: { highest: 0 },
};
