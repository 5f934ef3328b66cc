/** What the full runs alone look at. */
import { describe, expect, it } from 'vitest';
import { checkMemory } from './memory.ts';

const samples = (bytes: (share: number) => number) =>
  Array.from({ length: 100 }, (_, index) => bytes(index / 100) * 1e9);

describe('memory', () => {
  it('may grow while code is loaded, and then stay', () => {
    expect(checkMemory(samples((share) => (share < 0.4 ? 0.5 + share : 0.9))).failures).toEqual([]);
  });

  it('may rise by little', () => {
    expect(checkMemory(samples((share) => 0.9 + 0.2 * share)).failures).toEqual([]);
  });

  it('must not rise to the end', () => {
    expect(checkMemory(samples((share) => 0.5 + 0.5 * share)).failures).toEqual([
      'Memory is not flat: memory 534 MB after the first tenth, 939 MB at the end, and still rising',
    ]);
  });
});
