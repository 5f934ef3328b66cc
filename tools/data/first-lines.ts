/**
 * Finds the first line of a file about a record. Every line has to be remembered, as a second one about the same record
 * is refused wherever it is. Each takes 16 bytes in a table outside the heap that is at most three quarters full. A map
 * of texts took 107 bytes each, for a file of 100,000 lines.
 */
import { hash } from 'node:crypto';
import type { Line } from './lines/line.ts';

/**
 * Three words of a SHA-256 of what the line is about (two of ten million lines collide once in 10^15), and the line
 * number.
 */
const WORDS = 4;
const LINE = 3;

export interface FirstLines {
  /** The earlier line about this, from 1; `undefined` for the first, which is then remembered. */
  firstAbout(what: Pick<Line, 'about' | 'withoutAccount'>, line: number): number | undefined;
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

  const wordsOf = (name: string): [number, number, number] => {
    const digest = hash('sha256', name, 'buffer');
    return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)];
  };
  const lineOf = (name: string): number => slots[placeIn(slots, ...wordsOf(name)) + LINE] ?? 0;
  const remember = (name: string, line: number): void => {
    if (count * WORDS * 4 > slots.length * 3) enlarge();
    const words = wordsOf(name);
    slots.set([...words, line], placeIn(slots, ...words));
    count++;
  };
  const ofAnyAccount = (name: string): string => `${name} of any account`;

  return {
    firstAbout({ about, withoutAccount }, line) {
      const isShort = about === withoutAccount;
      // A line without the account is about the same record as those with one, of which there is one.
      const other = isShort ? ofAnyAccount(about) : withoutAccount;
      const first = lineOf(about) || (other === undefined ? 0 : lineOf(other));
      if (first > 0) return first;
      remember(about, line);
      if (withoutAccount !== undefined && !isShort && lineOf(ofAnyAccount(withoutAccount)) === 0)
        remember(ofAnyAccount(withoutAccount), line);
      return undefined;
    },
  };
};
