/** The checker against one that tries every order, and against histories of which it is known what is wrong with them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/chosen.ts';
import { isLinearizable, type Operation, type State, stuckAt } from './linearizable.ts';

const initial: State = { a: '', b: '' };

const write = (invoked: number, returned: number, fields: State, more: Partial<Operation> = {}): Operation => ({
  invoked,
  returned,
  step: (state) => ({ ...state, ...fields }),
  isOptional: false,
  text: `write ${JSON.stringify(fields)}`,
  ...more,
});
const open = (invoked: number, fields: State, over?: number): Operation =>
  write(invoked, Number.POSITIVE_INFINITY, fields, { isOptional: true, over });
const read = (invoked: number, returned: number, shown: State, after?: Operation): Operation => ({
  invoked,
  returned,
  step: (state) => (Object.entries(shown).every(([name, value]) => state[name] === value) ? state : undefined),
  isOptional: false,
  text: `read ${JSON.stringify(shown)}`,
  after,
});

/** Every order, by the definition. */
const hasOrder = (state: State, left: readonly Operation[], newest = Number.NEGATIVE_INFINITY): boolean => {
  if (left.every(({ isOptional }) => isOptional)) return true;
  return left.some((operation) => {
    const others = left.filter((other) => other !== operation);
    if (others.some(({ returned, isOptional }) => !isOptional && returned < operation.invoked)) return false;
    if (operation.after && left.includes(operation.after)) return false;
    if ((operation.over ?? Number.POSITIVE_INFINITY) < newest) return false;
    const next = operation.step(state);
    if (next === undefined) return false;
    return hasOrder(next, others, next === state ? newest : Math.max(newest, operation.invoked));
  });
};

/** Histories of a few operations on two fields, of which about half can be explained. */
const histories = fc
  .array(
    fc.record({
      kind: fc.constantFrom('write', 'write', 'shown write', 'open', 'open and over', 'read', 'read'),
      invoked: fc.nat(12),
      lasts: fc.nat(8),
      field: fc.constantFrom('a', 'b'),
      seen: fc.nat(5),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.flatMap(({ kind, invoked, lasts, field, seen }, index): Operation[] => {
      const returned = invoked + lasts + 0.5;
      const own = { [field]: `v${index}` };
      const shown = { [field]: seen >= drawn.length ? '' : `v${seen}` };
      if (kind === 'read') return [read(invoked, returned, shown)];
      if (kind === 'open') return [open(invoked, own)];
      if (kind === 'open and over') return [open(invoked, own, returned)];
      const written = write(invoked, returned, own);
      return kind === 'write' ? [written] : [written, read(invoked, returned, shown, written)];
    }),
  );

describe('The checker', () => {
  it('agrees with a search of every order', () => {
    let explained = 0;
    let searched = 0;
    fc.assert(
      fc.property(histories, (history) => {
        const expected = hasOrder(initial, history);
        searched++;
        if (expected) explained++;
        expect(isLinearizable(initial, history)).toBe(expected);
      }),
      { numRuns: runs(500, 2000), seed: 12 },
    );
    expect(explained).toBeGreaterThan(searched / 10);
    expect(explained).toBeLessThan((searched * 9) / 10);
  });

  it('says where no order goes on: a write that was answered is lost', () => {
    const lost = [write(1, 2, { a: 'first' }), write(3, 4, { a: 'second' }), read(5, 6, { a: 'first' })];
    expect(stuckAt(initial, lost)).toMatchObject({
      state: { a: 'second' },
      next: [{ text: 'read {"a":"first"}' }],
    });
  });

  it('has a write of unknown fate take effect late, but not on top of a newer one', () => {
    const newer = write(4, 5, { a: 'newer' });
    const late = read(6, 7, { a: 'late' });
    expect(isLinearizable(initial, [open(1, { a: 'late' }), newer, late])).toBe(true);
    expect(isLinearizable(initial, [open(1, { a: 'late' }, 3), newer, late])).toBe(false);
    // It was still under way when the other was sent.
    expect(isLinearizable(initial, [open(1, { a: 'late' }, 4.5), newer, late])).toBe(true);
  });

  it('holds an answer to a state after its write', () => {
    const first = write(1, 9, { a: 'first' });
    const second = write(1, 9, { a: 'second' });
    const answers = (shown: string) => [first, second, read(1, 9, { a: shown }, second)];
    expect(isLinearizable(initial, answers('second'))).toBe(true);
    expect(isLinearizable(initial, answers('first'))).toBe(true);
    expect(isLinearizable(initial, answers(''))).toBe(false);
  });
});
