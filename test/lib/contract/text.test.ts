/** The length of text, of which a body may hold a million units. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePoints } from '../../../lib/contract/text.ts';

it('counts the code points of any text, lone surrogates among them', () => {
  const unit = fc.constantFrom('a', '\u0130', '\ud83d', '\ude00', '\ud83d\ude00', '\udbff\udfff');
  fc.assert(fc.property(fc.string({ unit }), (text) => codePoints(text) === [...text].length));
});

it('counts them within limits of the contract', () => {
  expect(['', 'abc', 'a\ud83d\ude00b', '\ude00\ud83d'].map(codePoints)).toEqual([0, 3, 3, 2]);
});
