/** Items in DynamoDB's JSON, next to the SDK's own marshaller. */
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAttributes, toAttributes } from '../../../../lib/dynamodb/table/attributes.ts';
import { runs } from '../../../support/chosen.ts';
import { anyText } from '../../../support/texts.ts';

/** Items whose numbers lie within `most` and whose names are `name`. */
const itemOf = (most: number, name: fc.Arbitrary<string>) => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      anyText(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, min: -most, max: most }).map((each) => each + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  }));
  return fc.dictionary(name, value, { maxKeys: 8 });
};

describe('Attributes', () => {
  it("are those of the SDK's marshaller", () => {
    // It refuses numbers past the safe integers, which the table would take, and loses `__proto__`.
    const item = itemOf(
      Number.MAX_SAFE_INTEGER,
      fc.string().filter((name) => name !== '__proto__'),
    );
    fc.assert(
      fc.property(item, (each) => {
        expect(toAttributes(each)).toEqual(marshall(each));
        expect(fromAttributes(toAttributes(each))).toEqual(unmarshall(marshall(each)));
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('give back what was put', () => {
    const item = itemOf(1e120, fc.oneof(fc.string(), fc.constant('__proto__')));
    fc.assert(
      fc.property(item, (each) => {
        expect(fromAttributes(JSON.parse(JSON.stringify(toAttributes(each))))).toEqual(each);
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('leave out what is undefined, and refuse what the table does not take', () => {
    expect(toAttributes({ a: undefined, b: [undefined, 1], c: { d: undefined } })).toEqual({
      b: { L: [{ N: '1' }] },
      c: { M: {} },
    });
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, () => {}, Symbol('s'), 1n]) {
      expect(() => toAttributes({ wrong })).toThrow(TypeError);
    }
    expect(() => fromAttributes({ wrong: { SS: ['a'] } })).toThrow('SS');
  });
});
