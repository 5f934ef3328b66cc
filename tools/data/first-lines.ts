/**
 * Finds the first line of a file about a record. Every line has to be remembered, as a second one about the same record
 * is refused wherever it is. Each takes 16 bytes in a table outside the heap that is at most three quarters full. A map
 * of texts took 107 bytes each, for a file of 100,000 lines.
 */
import { hash } from 'node:crypto';

/**
 * Three words of a SHA-256 of what the line is about (two of ten million lines collide once in 10^15), and the line
 * number.
 */
const WORDS = 4;
const LINE = 3;

export interface FirstLines {
  /** The earlier line about this, from 1; `undefined` for the first, which is then remembered. */
  firstAbout(about: string, line: number): number | undefined;
}

export const firstLines = (): FirstLines => {
  let slots = new Uint32Array(1024 * WORDS);
  let count = 0;

  /** The slot of an entry, or the free slot for it. */
  const placeIn = (table: Uint32Array, word0: number, word1: number, word2: number): number => {
    for (let at = (word0 * WORDS) % table.length; ; at = (at + WORDS) % table.length) {
      if (table[at + LINE] === 0) return at;
      if (table[at] === word0 && table[at + 1] === word1 && table[at + 2] === word2) return at;
    }
  };
  const enlarge = (): void => {
    const larger = new Uint32Array(slots.length * 2);
    for (let from = 0; from < slots.length; from += WORDS) {
      const [word0 = 0, word1 = 0, word2 = 0, line = 0] = slots.subarray(from, from + WORDS);
      if (line > 0) larger.set([word0, word1, word2, line], placeIn(larger, word0, word1, word2));
    }
    slots = larger;
  };

  return {
    firstAbout(about, line) {
      if (count * WORDS * 4 > slots.length * 3) enlarge();
      const digest = hash('sha256', about, 'buffer');
      const words = [0, 4, 8].map((at) => digest.readUInt32LE(at)) as [number, number, number];
      const at = placeIn(slots, ...words);
      const first = slots[at + LINE] ?? 0;
      if (first > 0) return first;
      slots.set([...words, line], at);
      count++;
      return undefined;
    },
  };
};
