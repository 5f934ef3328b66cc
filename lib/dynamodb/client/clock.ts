/**
 * The clock and the random numbers of all functions, in two objects that a simulation can replace. Nothing else in
 * `lib` and `functions` calls `Date.now` or `Math.random` (test/contract/layering.test.ts).
 */
import { randomUUID } from 'node:crypto';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
  /**
   * The state of this process for marks (`writes/marks.ts`): the milliseconds of the highest that it has made or seen.
   */
  readonly marks: { highest: number };
}

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** Random hexadecimal characters, in lower case. */
  hex(length: number): string;
}

export const clock: Clock = {
  now: () => Date.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  marks: { highest: 0 },
};

export const random: Random = {
  fraction: () => Math.random(),
  hex: (length) => {
    let text = '';
    // The last 12 digits of a UUID are random. Node gets many UUIDs from one system call, but makes one call for each
    // set of random bytes.
    while (text.length < length) text += randomUUID().slice(24);
    return text.slice(0, length);
  },
};
