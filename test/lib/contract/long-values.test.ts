/** Values as long as a body are refused without being worked through (docs/trust.md, `costly-inputs`). */
import { expect, test } from 'vitest';
import { valueIn } from '../../../lib/contract/any-case.ts';
import { readChoice, readNamed } from '../../../lib/contract/readings.ts';

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
