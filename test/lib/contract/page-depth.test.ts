/** What is read of numbers that are sent as they rarely are. */
import { expect, it } from 'vitest';
import { NumberText } from '../../../lib/contract/number-text.ts';
import { sentPage } from '../../../lib/contract/page-window.ts';
import { isTooDeep } from '../../../lib/contract/parameters.ts';
import { readNumber } from '../../../lib/contract/readings.ts';

it('-0 is 0, however it is sent', () => {
  for (const sent of [-0, '-0', ' -0.0 ', new NumberText('-0'), new NumberText('-0.0')])
    expect(Object.is(readNumber(sent), 0)).toBe(true);
  expect(readNumber('-1')).toBe(-1);
});

it('a page is too deep for its start alone, next to a size that is none', () => {
  const depth = { start: 'sindex', size: 'count', defaultSize: 25 } as Parameters<typeof isTooDeep>[0];
  for (const count of ['abc', '-1', '1.5', 25]) {
    expect(isTooDeep(depth, { sindex: '200000', count })).toBe(true);
    expect(isTooDeep(depth, { sindex: '0', count })).toBe(false);
    expect(isTooDeep(depth, { sindex: 'abc', count })).toBe(false);
  }
});

it('what is no number of records begins nowhere, and is of the least length', () => {
  for (const sent of ['5', -1, 1.5, null, undefined])
    expect(sentPage(sent, sent)).toEqual({ start: Number.NaN, size: 1 });
  expect(sentPage(7, 8)).toEqual({ start: 7, size: 8 });
});
