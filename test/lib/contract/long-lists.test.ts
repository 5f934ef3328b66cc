/** Lists that are over their limit are cut before a refused body is looked through (docs/trust.md, `costly-inputs`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compile } from '../../../cdk/build/validators.ts';
import { withCutLists } from '../../../lib/contract/long-lists.ts';

const number = { type: 'integer' };
const schema = {
  type: 'object',
  properties: {
    ids: { type: 'array', maxItems: 3, items: number },
    free: { type: 'array', items: number },
    opaque: { type: 'array', maxItems: 2 },
    rows: {
      type: 'array',
      maxItems: 2,
      items: { type: 'object', properties: { ids: { type: 'array', maxItems: 1, items: number } } },
    },
    days: { type: 'object', additionalProperties: { type: 'array', maxItems: 1, items: number } },
  },
};

it('has one row more than is allowed, at every depth', () => {
  const body = {
    ids: [1, 2, 3, 4, 5],
    free: [1, 2, 3, 4, 5],
    opaque: [[1], {}, 'x', 4],
    rows: [{ ids: [1, 2, 3] }, 5, { ids: [1] }, { ids: [] }],
    days: { mon: [1, 2, 3], tue: [1], wed: 'x' },
    unknown: [1, 2, 3, 4, 5],
  };
  expect(withCutLists(schema, body)).toEqual({
    ids: [1, 2, 3, 4],
    free: [1, 2, 3, 4, 5],
    opaque: [[1], {}, 'x'],
    rows: [{ ids: [1, 2] }, 5, { ids: [1] }],
    days: { mon: [1, 2], tue: [1], wed: 'x' },
    unknown: [1, 2, 3, 4, 5],
  });
});

it('is the same body where no list is over its limit', () => {
  const body = { ids: [1, 2, 3], rows: [{ ids: [1] }, { ids: [2] }], days: { mon: [1] }, opaque: null };
  expect(withCutLists(schema, body)).toBe(body);
});

const rows = (item: fc.Arbitrary<unknown>) => fc.oneof(fc.array(item, { maxLength: 6 }), fc.constant('x'));
const bodies = fc.record(
  {
    ids: rows(fc.constantFrom(1, 'x')),
    free: rows(fc.constantFrom(1, 'x')),
    rows: rows(fc.oneof(fc.constant(null), fc.record({ ids: rows(fc.constantFrom(1, 'x')) }))),
    days: fc.dictionary(fc.constantFrom('mon', 'tue'), rows(fc.constantFrom(1, 'x'))),
  },
  { requiredKeys: [] },
);

it('breaks what it broke, in the same places up to the limits, and nothing else', () => {
  const validate = compile(schema, { allErrors: true });
  const broken = (body: object) => (validate(body) ? [] : validate.errors!).map((each) => JSON.stringify(each));
  fc.assert(
    fc.property(bodies, (body) => {
      const all = broken(body);
      const found = broken(withCutLists(schema, body));
      expect(all).toEqual(expect.arrayContaining(found));
      expect(found.length > 0).toBe(all.length > 0);
      const isWithin = (error: string) =>
        !/"\/(?:ids\/[4-9]|rows\/[3-9]|(?:rows\/\d\/ids|days\/\w+)\/[2-9])/.test(error);
      expect(found).toEqual(all.filter(isWithin));
    }),
  );
});
