/** The one decision of a write's fate, row by row (docs/writing-once.md: refused writes). */
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { type Fate, type Found, fateOf, type Refusal, writtenEarlier } from '../../../../lib/dynamodb/writes/fate.ts';
import { KEPT, markAttributes } from '../../../../lib/dynamodb/writes/marks.ts';

const markAt = (time: number): string => `${1_700_000_000_000 + time}-0000000000000000`;
const MARK = markAt(50);

/** A record of these marks, the newest first, after so many writes. */
const record = (version: number, ...times: readonly number[]): Item => ({
  version,
  ...Object.fromEntries(times.map((time, index) => [markAttributes[index]!, markAt(time)])),
});
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

const fate = (found: readonly Found[], more: Partial<Refusal> = {}): Fate =>
  fateOf({ mark: MARK, found, uncertain: true, keyIsFree: false, ...more });

/** On the version 10; each later write has a higher mark. */
const since = (writes: number): Found => ({ item: record(10 + writes, ...range(50 + writes, KEPT)), basedOn: 10 });
const withoutOwn = (writes: number): Found => {
  const times = range(50 + writes, KEPT + 1).filter((time) => time !== 50);
  return { item: record(10 + writes, ...times.slice(0, KEPT)), basedOn: 10 };
};
/** Not read, and full of marks that are all higher. */
const forgotten: Found = { item: record(100, ...range(90, KEPT)), basedOn: undefined };

describe('A write that was refused', () => {
  it('has landed where its mark is kept, whatever else is known', () => {
    for (const writes of range(KEPT - 1, KEPT)) {
      expect(fate([since(writes)])).toBe('landed');
      expect(fate([forgotten, since(writes)])).toBe('landed');
      expect(fate([since(writes)], { uncertain: false, keyIsFree: true })).toBe('landed');
    }
  });

  it('has not where all tries were answered, or the key was free', () => {
    for (const found of [[], [forgotten], [since(KEPT)]]) {
      expect(fate(found, { uncertain: false })).toBe('cannotLand');
      expect(fate(found, { keyIsFree: true })).toBe('cannotLand');
      expect(fate(found)).toBe('unknown');
    }
  });

  it('has not where so few have written since its version that its mark would be kept', () => {
    for (const writes of range(KEPT - 1, KEPT - 1)) expect(fate([withoutOwn(writes)])).toBe('cannotLand');
    // Of a clock that is behind, too: a version never comes back.
    expect(fate([{ item: record(11, 40, 39), basedOn: 10 }])).toBe('cannotLand');
    // The version is as it was, or so many have written that marks are lost.
    const low: Found = { item: record(10, 20, 19), basedOn: 10 };
    expect(fate([low])).toBe('unknown');
    const lost: Found = { item: record(10 + KEPT, ...range(90, KEPT)), basedOn: 10 };
    expect(fate([lost])).toBe('unknown');
  });

  it('has not where a higher mark is kept, and a lower one or room for it', () => {
    const few: Found = { item: record(2, 90, 80), basedOn: undefined };
    const full: Found = { item: record(100, ...range(90, KEPT - 1), 10), basedOn: undefined };
    expect([fate([few]), fate([full]), fate([forgotten])]).toEqual(['cannotLand', 'cannotLand', 'unknown']);
    // A late try passes here.
    const lower: Found = { item: record(2, 40, 30), basedOn: undefined };
    expect(fate([lower])).toBe('unknown');
  });

  it('is of unknown fate where one of two sides says nothing of it, or neither was found', () => {
    expect(fate([withoutOwn(1), forgotten])).toBe('unknown');
    expect(fate([withoutOwn(1), withoutOwn(2)])).toBe('cannotLand');
    expect(fate([])).toBe('unknown');
  });
});

describe('An update of an item without marks that was refused', () => {
  const item: Item = { turn: 2 };
  const isOwn = ({ turn }: Item) => turn === 2;

  it('has landed where an earlier try is of unknown fate and the item is as it leaves it', () => {
    expect(writtenEarlier({ uncertain: true, item }, isOwn)).toBe(item);
  });

  it('has not where every try was answered, as another has written the same', () => {
    expect(writtenEarlier({ uncertain: false, item }, isOwn)).toBeUndefined();
  });

  it('has not where the item is as another write leaves it, or there is none', () => {
    expect(writtenEarlier({ uncertain: true, item: { turn: 3 } }, isOwn)).toBeUndefined();
    expect(writtenEarlier({ uncertain: true, item: undefined }, isOwn)).toBeUndefined();
  });
});
