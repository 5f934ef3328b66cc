/** What progress says of rate and time left. */
import { expect, test } from 'vitest';
import { doneText, durationText, paceText } from '../../../tools/admin/pace.ts';

test('the rate is that of this run, and the estimate that of what is left', () => {
  expect(paceText({ done: 250_000, total: 1_000_000, from: 0, seconds: 10 })).toBe('25,000 a second, about 30 s left');
  expect(paceText({ done: 250_000, total: 1_000_000, from: 200_000, seconds: 10 })).toBe(
    '5,000 a second, about 3 min left',
  );
});

test('says nothing that is not known', () => {
  expect(paceText({ done: 5, total: 10, from: 5, seconds: 10 })).toBe('');
  expect(paceText({ done: 5, total: 10, from: 0, seconds: 0 })).toBe('');
  expect(paceText({ done: 20, total: 0, from: 0, seconds: 10 })).toBe('2 a second');
  expect(doneText({ done: 1200, total: 0 })).toBe('1,200');
  expect(doneText({ done: 1200, total: 1000 })).toBe('1,200');
  expect(doneText({ done: 120, total: 1000 })).toBe('120 of about 1,000 (12 %)');
});

test('a duration is short', () => {
  expect([1.2, 99, 150, 5900, 7500].map(durationText)).toEqual(['2 s', '99 s', '3 min', '98 min', '2 h 5 min']);
});
