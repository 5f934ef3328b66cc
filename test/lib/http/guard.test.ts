import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberText, parseJson } from '../../../lib/contract/number-text.ts';
import { DEEPEST, MOST_VALUES, shapeOf } from '../../../lib/http/body/guard.ts';
import { runs } from '../../support/chosen.ts';

const shapeProblem = (text: string) => shapeOf(text).problem;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the shape of a body', () => {
  it('has a bound on its values', () => {
    const list = (length: number) => `[${Array(length).fill('0').join()}]`;
    expect(shapeProblem(list(MOST_VALUES - 1))).toBeUndefined();
    expect(shapeProblem(list(MOST_VALUES + 1))).toBe(`holds more than ${MOST_VALUES} values`);
    const objects = (length: number) => `[${Array(length).fill('{}').join()}]`;
    expect(shapeProblem(objects(MOST_VALUES / 2 - 1))).toBeUndefined();
    expect(shapeProblem(objects(MOST_VALUES / 2 + 1))).toBe(`holds more than ${MOST_VALUES} values`);
  });

  it('has a bound on its depth', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(shapeProblem(nest(DEEPEST))).toBeUndefined();
    expect(shapeProblem(nest(DEEPEST + 1))).toBe(`is nested more than ${DEEPEST} levels deep`);
    expect(shapeProblem(`[${`${nest(DEEPEST - 1)},`.repeat(9)}0]`)).toBeUndefined();
    expect(shapeProblem('{"a":'.repeat(DEEPEST + 1))).toBe(`is nested more than ${DEEPEST} levels deep`);
  });

  it('is not looked for in texts', () => {
    expect(shapeProblem(JSON.stringify('[{,'.repeat(30_000)))).toBeUndefined();
    expect(shapeProblem(JSON.stringify(`\\"${'['.repeat(100)}`))).toBeUndefined();
    // A quote that is escaped does not end its text.
    expect(shapeProblem(`["\\"${'['.repeat(100)}"]`)).toBeUndefined();
    expect(shapeProblem(`["\\\\",${'['.repeat(100)}`)).toBeDefined();
  });

  it('is that of the value', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 50, max: 64 }), (text, around) => {
        const nested = '['.repeat(around) + text + ']'.repeat(around);
        expect(shapeProblem(nested) === undefined).toBe(depthOf(JSON.parse(text)) + around <= DEEPEST);
      }),
    );
  });

  it('says whether a number of it does not print as it came', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,24})(?:\.[0-9]{1,24})?(?:[eE][+-]?[0-9]{1,3})?$/),
    );
    const other = fc.oneof(
      fc.constantFrom('true', 'false', 'null', '[]'),
      fc.string().map((text) => JSON.stringify(text)),
    );
    const list = fc.array(
      fc.oneof(
        number,
        other,
        number.map((text) => `"${text}"`),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(list, (values) => {
        const text = `{"a":[${values.join(', ')}]}`;
        const kept = (parseJson(text) as { a: unknown[] }).a.some((value) => value instanceof NumberText);
        expect(shapeOf(text).hasNumberText).toBe(kept);
      }),
      { numRuns: runs(500, 2000) },
    );
  });
});
