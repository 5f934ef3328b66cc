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

/** The fingerprint of a request whose body has this number. */
const ofNumber = (source: string): string => fingerprint(parseJson(`[${source}]`, true));

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

  it.each([
    ['25.5', '25.50', '2.55e1', '255E-1', '0.255e+02'],
    ['0', '-0', '0.00', '-0e400', `-0.${'0'.repeat(100)}`],
    ['1e400', '10e399', '1.0E+400', `1${'0'.repeat(400)}`],
    ['-1e-400', '-0.1e-399'],
    ['0.1', '0.10', '1e-1'],
    ['100', '1E2', '100.0', `100.${'0'.repeat(100)}`],
    ['12345678901234567890', '1234567890123456789e1', '12345678901234567890.0'],
    ['1e-7', '0.0000001', '10E-8'],
    ['1e+21', '1e21', '1000000000000000000000'],
  ])('is the same for %s and other spellings of it', (number, ...others) => {
    for (const other of others) expect([other, ofNumber(other)]).toEqual([other, ofNumber(number)]);
  });

  it('compares numbers by their value, with all of their digits', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 40n });
    const sign = fc.constantFrom('', '-');
    const place = fc.integer({ min: -500, max: 500 });
    fc.assert(
      fc.property(digits, sign, place, fc.nat(80), (number, minus, at, more) => {
        const text = `${minus}${number}`;
        const zeros = '0'.repeat(more);
        const [first, rest] = [text.slice(0, minus.length + 1), text.slice(minus.length + 1)];
        const spellings = [
          `${text}${zeros}e${at - more}`,
          `${text}.0${zeros}E${at}`,
          `${first}.${rest}0${zeros}e${at + rest.length}`,
          `${minus}0.${zeros}${number}e${at + more + rest.length + 1}`,
        ];
        for (const spelling of spellings) expect(ofNumber(spelling)).toBe(ofNumber(`${text}e${at}`));
        for (const other of [`${minus}${number + 1n}e${at}`, `${text}e${at + 1}`, `${text}1e${at - 1}`])
          expect(ofNumber(other)).not.toBe(ofNumber(`${text}e${at}`));
      }),
    );
  });

  it('compares a number that JavaScript prints exactly with its other spellings', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = value.toExponential();
        const longer = text.replace('e', text.includes('.') ? '00e' : '.00e');
        expect([ofNumber(text), ofNumber(longer)]).toEqual([fingerprint([value]), fingerprint([value])]);
      }),
    );
  });

  it('takes what is undefined as left out', () => {
    expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
  });
});
