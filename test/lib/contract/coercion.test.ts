import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { normalize } from '../../../lib/contract/coercion.ts';
import { changesOf, fieldPaths, inFieldOrder, nested } from '../../../lib/contract/fields.ts';
import { anyBody } from '../../support/any-body.ts';
import { runs } from '../../support/chosen.ts';
import { bodyOf, FIELDS, flat } from '../../support/profiles.ts';

const PATHS = fieldPaths(profile);

describe('reading a body', () => {
  it('changes nothing in what it has read before', () => {
    fc.assert(
      fc.property(anyBody, (sent) => {
        const { body } = normalize(profile, sent);
        expect(normalize(profile, body)).toEqual({ body, cleared: [] });
      }),
      { numRuns: runs(300, 1000) },
    );
  });

  it('changes nothing in a body that is in the form of the store, however often', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), (sent) => {
        expect(normalize(profile, sent)).toEqual({ body: sent, cleared: [] });
        expect(changesOf(profile, normalize(profile, sent))).toEqual(flat(sent));
      }),
    );
  });

  it('finds each field either set, cleared or left out, and no field that the schema has not', () => {
    fc.assert(
      fc.property(anyBody, (sent) => {
        const normalized = normalize(profile, sent);
        const changes = changesOf(profile, normalized);
        for (const path of Object.keys(changes)) expect(PATHS).toContain(path);
        expect(normalized.cleared.filter((path) => (changes[path] ?? null) !== null)).toEqual([]);
      }),
      { numRuns: runs(300, 1000) },
    );
  });

  it('leaves the body that was sent as it came', () => {
    fc.assert(
      fc.property(anyBody, (sent) => {
        const before = structuredClone(sent);
        normalize(profile, sent);
        expect(sent).toEqual(before);
      }),
    );
  });
});

describe('a blank list', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const reading = (node: object, sent: unknown) => normalize({ properties: { list: node } }, { list: sent });

  it.each([null, '', ' ', 'null', []])(
    'is one of nothing where blanks are checked, and cleared elsewhere: %j',
    (sent) => {
      expect(reading({ ...list, 'x-blank': 'check' }, sent)).toEqual({ body: { list: [] }, cleared: [] });
      expect(reading(list, sent)).toEqual({ body: {}, cleared: ['list'] });
    },
  );
});

describe('fields by path', () => {
  it('come back as the object that they lie in', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), (body) => {
        expect(nested(flat(body))).toEqual(body);
      }),
    );
  });

  it('answer in the order of the schema, what is missing first', () => {
    const error = { status: 400, code: 400, message: '' };
    const violation = fc.record({ path: fc.constantFrom(...PATHS), missing: fc.boolean() });
    fc.assert(
      fc.property(fc.array(violation), (violations) => {
        const sorted = inFieldOrder(
          profile,
          violations.map((each) => ({ ...each, error })),
        );
        const rank = ({ path, missing }: { path: string; missing?: boolean }) => (missing ? -1 : PATHS.indexOf(path));
        expect(sorted.map(rank)).toEqual(violations.map(rank).toSorted((a, b) => a - b));
      }),
    );
  });

  it('answer row by row, in each row what it lacks first, and behind what is said of the whole list', () => {
    const row = { properties: { a: {}, b: {}, rows: { items: { properties: { c: {}, d: {} } } } } };
    const schema = { properties: { first: {}, list: { items: row }, last: {} } };
    const due = [
      ['list', {}],
      ['list[0]', {}],
      ['list[0].b', { lacking: true }],
      ['list[0].a', {}],
      ['list[0].rows[2].d', {}],
      ['list[0].rows[10].c', {}],
      ['list[2].a', {}],
      ['list[10].a', {}],
      ['last', {}],
    ] as const;
    const violations = due.map(([path, more]) => ({ path, error: { status: 400, code: 400, message: '' }, ...more }));
    fc.assert(
      fc.property(fc.shuffledSubarray(violations), (some) => {
        expect(inFieldOrder(schema, some)).toEqual(violations.filter((each) => some.includes(each)));
      }),
    );
  });
});
