/** The menus that the tests of menu details ask for, and the request. */
import { expect } from 'vitest';
import { handler } from '../../../functions/menus/get-menu-details.ts';
import { type Call, call } from '../../support/call.ts';

export const invalid = (message: string) => ({ status: 400, body: { code: 400, message } });

export const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
export const shuffled = (numbers: readonly number[]) => numbers.toSorted((a, b) => ((a * 7) % 11) - ((b * 7) % 11));

/** An account of ours with these locations, each with a menu of about `size` characters. */
export const account = (
  accountNumber: number,
  businessNumbers: readonly number[],
  size: number,
  filler = (length: number) => 'x'.repeat(length),
) => [
  { type: 'account', accountNumber, partnerId: 'ours', name: `Account ${accountNumber}` },
  ...shuffled(businessNumbers).flatMap((businessNumber) => [
    {
      type: 'menu',
      businessNumber,
      menu: { id: `m-${businessNumber}`, menuDetails: { menus: [], name: filler(size) } },
    },
    { type: 'business', businessNumber, accountNumber, business: {} },
  ]),
];
export const many = range(1000, 230);
// The sixteenth digit: an order by text would be another one.
export const farApart = [9, 10, 2_000, 9_007_199_254_740_991];

export const get = (body?: unknown, more: Call = {}) =>
  call(handler, { headers: { 'x-business-number': '100' }, body, ...more });
export const of = (number: number | string, more: Call = {}): Call => ({
  headers: { 'x-business-number': `${number}` },
  ...more,
});
export const numbersOf = async (body?: unknown, more?: Call) => {
  const answer = await get(body, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.map(({ businessNumber }: { businessNumber: number }) => businessNumber);
};
