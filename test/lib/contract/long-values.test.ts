/** Values as long as a body are refused without being worked through (docs/trust.md, `costly-inputs`). */
import { expect, test } from 'vitest';
import { valueIn } from '../../../lib/contract/any-case.ts';
import { readChoice, readNamed } from '../../../lib/contract/readings.ts';
import { MOST_PAYMENT, paymentAfter } from '../../../lib/listing/rules/payment.ts';

test('a listed value is found in any case, also by letters that only become ASCII', () => {
  expect(readChoice(' close ', ['OPEN', 'CLOSE'])).toBe('CLOSE');
  expect(readChoice('\u212aind', ['Kind'])).toBe('Kind');
  expect(valueIn(['REEL', 'IMAGE'], ' Reel\u00a0')).toBe('REEL');
  expect(valueIn(['Kind'], '\u212aIND')).toBe('Kind');
  expect(valueIn(['REEL', 'IMAGE'], 'REELS')).toBeUndefined();
});

test('the case of a text that is longer than every listed value stays as it is', () => {
  const long = 'a\u0130'.repeat(51);
  expect(readChoice(long, ['OPEN'])).toBe(long);
  expect(readNamed('upper', long)).toBe(long);
  expect(readNamed('country', long)).toBe(long);
  expect(readNamed('upper', 'usd')).toBe('USD');
});

test('payment types are the same in any case, up to the length that all may have', () => {
  const twice = (length: number) =>
    paymentAfter({ types: ['A', 'a'].map((each) => each.repeat(length)), additional: null }, null);
  expect(twice(MOST_PAYMENT)).toBe('A'.repeat(MOST_PAYMENT));
  expect(twice(MOST_PAYMENT + 1)).toHaveLength(2 * MOST_PAYMENT + 4);
});
