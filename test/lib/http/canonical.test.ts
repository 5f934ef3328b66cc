import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberText, parseJson } from '../../../lib/contract/number-text.ts';
import { fingerprint } from '../../../lib/http/idempotency/canonical.ts';

const json = fc.json().map((text) => JSON.parse(text) as unknown);

/** The value with its objects as pairs, in the order of their names. */
const pairs = (value: unknown): unknown => {
  if (Array.isArray(value)) return ['list', ...value.map(pairs)];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return ['object', ...entries.map(([name, each]) => [name, pairs(each)])];
};

/** The same value with the names of its objects the other way round. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, each]) => [name, turned(each)]));
};

describe('the fingerprint of a request', () => {
  it('is the same for whatever means the same', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(fingerprint(turned(value))).toBe(fingerprint(value));
        expect(fingerprint(JSON.parse(JSON.stringify(value, null, 3)))).toBe(fingerprint(value));
      }),
    );
  });

  it('is another for whatever means something else', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const isSame = JSON.stringify(pairs(a)) === JSON.stringify(pairs(b));
        expect(fingerprint(a) === fingerprint(b)).toBe(isSame);
      }),
    );
  });

  it.each<[unknown[], unknown[]]>([
    [[{ a: 1 }], [{ a: '1' }]],
    [[{ a: [1, 2] }], [{ a: [2, 1] }]],
    [[{ a: null }], [{}]],
    [
      ['a', 'b'],
      ['ab', ''],
    ],
    [[['a'], 'b'], [['a', 'b']]],
    [['a,b'], ['a', 'b']],
    [[parseJson('{"a":12345678901234567890}')], [parseJson('{"a":12345678901234567891}')]],
    [[new NumberText('1e400')], ['1e400']],
    [[parseJson('{"__proto__":1}')], [{}]],
  ])('distinguishes %j from %j', (a, b) => expect(fingerprint(...a)).not.toBe(fingerprint(...b)));

  it('takes what is undefined as left out', () => {
    expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
  });
});
