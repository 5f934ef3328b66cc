/** Menus of more text than a response can hold are not read to their end. */
import { describe, expect, it } from 'vitest';
import { fromAttributes, toAttributes } from '../../../lib/dynamodb/attributes.ts';
import type { Call } from '../../../lib/dynamodb/call.ts';
import { tableOf } from '../../../lib/dynamodb/table.ts';
import { menus } from '../../../lib/menus/repository/menu.ts';
import { range } from './support.ts';

const NUMBERS = range(1, 500);

/** A store of 500 locations, each with a menu of 100,000 characters; counts what it is asked for. */
const storeOfLargeMenus = () => {
  const read: number[] = [];
  const record = 'x'.repeat(100_000);
  const call = (async (operation: string, input: { RequestItems?: Record<string, { Keys: never[] }> }) => {
    if (operation === 'Query') return { Items: NUMBERS.map((gsi1sk) => toAttributes({ gsi1sk: `${gsi1sk}` })) };
    const items = input.RequestItems!.t!.Keys.map((key) => {
      const { pk, sk } = fromAttributes(key);
      const businessNumber = Number(String(pk).split('#').at(-1));
      read.push(businessNumber);
      return toAttributes({ pk, sk, businessNumber, accountNumber: 100, record });
    });
    return { Responses: { t: items } };
  }) as unknown as Call;
  return { read, menus: menus({ table: tableOf('t', call), partnerId: 'ours' }) };
};

describe('Menus of more text than is wanted', () => {
  it.each([
    ['all of an account', []],
    ['named', NUMBERS],
  ])('are refused, %s, and not read to their end', async (_, businessNumbers) => {
    const { read, menus } = storeOfLargeMenus();
    const wanted = { businessNumbers, mostCharacters: 8_000_000 };
    expect(await menus.find(100, wanted)).toEqual({ refused: 'too-large' });
    expect(read.length).toBe(100);
  });

  it('are read as far as the window goes', async () => {
    const { read, menus } = storeOfLargeMenus();
    const wanted = { businessNumbers: [], mostCharacters: 8_000_000, window: { start: 450, end: 460 } };
    expect(await menus.find(100, wanted)).toMatchObject({
      menus: range(451, 10).map((each) => ({ businessNumber: each })),
    });
    expect(read).toEqual(range(451, 10));
  });
});
