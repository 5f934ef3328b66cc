/** Get child businesses over the whole handler. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/business/get-child-businesses.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const account = (accountNumber: number, more: object = {}) => ({
  type: 'account',
  accountNumber,
  partnerId: 'ours',
  name: `Account ${accountNumber}`,
  ...more,
});
const location = (businessNumber: number, accountNumber: number, business: object = {}) => ({
  type: 'business',
  businessNumber,
  accountNumber,
  business,
});

const records = [
  ...world,
  account(500),
  account(2000, { parent: 500, status: 'inactive', businessType: 'Reseller', createdAt: '2025-12-31T23:59:59.999Z' }),
  account(3000, { parent: 2000 }),
  account(700),
  location(501, 500, {
    name: 'Far',
    alias: 'F',
    phone: '(503) 555-0101',
    location: { zip: '97205', state: 'OR', countryCode: 'US' },
  }),
  location(9_007_199_254_740_991, 500),
  location(9, 500),
  location(2001, 2000),
  location(2002, 2000),
];
const FAR_ACCOUNT = 700;

let table: Table;
const children = (pid: number | string | undefined, query: Record<string, string> = {}, key?: string) =>
  call(handler, { query: { ...(pid !== undefined && { pid: String(pid) }), ...query }, ...(key && { key }) });
const ids = async (pid: number, query?: Record<string, string>) =>
  (await children(pid, query)).body.map(({ id }: { id: number }) => id);

describe('get child businesses', () => {
  beforeAll(async () => {
    table = await createTestTable();
    expect(await load(table, records)).toEqual([]);
    const each = (businessNumber: number) =>
      businessItem('ours', { businessNumber, accountNumber: FAR_ACCOUNT, listingFixed: false, profile: {} });
    const numbers = Array.from({ length: 1002 }, (_, index) => 10_000 + index);
    for (let at = 0; at < numbers.length; at += 100) {
      await table.transact(numbers.slice(at, at + 100).map((number) => ({ Put: { Item: each(number) } })));
    }
  });

  it('answers locations and sub-accounts in order of number', async () => {
    expect(await ids(500)).toEqual([9, 501, 2000, 9_007_199_254_740_991]);
  });

  it('answers a child in the form of the interface, and counts the children of an account alone', async () => {
    const { body } = await children(500, { startIndex: '1', pageSize: '2' });
    expect(body).toEqual([
      {
        id: 501,
        name: 'Far',
        alias: 'F',
        phone: '(503) 555-0101',
        address: {
          address1: '',
          address2: '',
          city: '',
          state: 'OR',
          zip: '97205',
          countryCode: 'US',
          countryName: 'United States',
        },
        status: 'active',
        type: 'Business',
        createdOn: expect.any(String),
        createdBy: expect.any(String),
      },
      {
        id: 2000,
        name: 'Account 2000',
        alias: '',
        phone: '',
        address: { address1: '', address2: '', city: '', state: '', zip: '', countryCode: '', countryName: '' },
        status: 'inactive',
        type: 'Reseller',
        createdOn: 'Dec 31, 2025',
        createdBy: expect.any(String),
        childCount: 3,
      },
    ]);
  });

  it('answers the first thousand, and others page by page', async () => {
    const first = await ids(FAR_ACCOUNT);
    expect([first.length, first[0], first.at(-1)]).toEqual([1000, 10_000, 10_999]);
    expect(await ids(FAR_ACCOUNT, { startIndex: '1000' })).toEqual([11_000, 11_001]);
    expect(await ids(FAR_ACCOUNT, { startIndex: '999', pageSize: '2' })).toEqual([10_999, 11_000]);
    expect(await ids(FAR_ACCOUNT, { pageSize: '1' })).toEqual([10_000]);
    expect(await ids(FAR_ACCOUNT, { startIndex: '99999', pageSize: '1' })).toEqual([]);
  });

  it('has none for a location', async () => {
    expect(await answerOf(children(501))).toEqual({ status: 200, body: [] });
  });

  it.each([undefined, '', '0', 'abc', '0500', '999', '200', '201'])('answers 1175 for %s', async (pid) => {
    expect(await answerOf(children(pid))).toEqual({
      status: 404,
      body: { code: 1175, message: 'No business with this id' },
    });
  });

  it("does not answer what is ours to the other partner's key", async () => {
    expect((await children(500, {}, KEYS.theirs)).status).toBe(404);
  });

  it.each([
    [{ startIndex: '-1' }, 400, 'startIndex must be a whole number from 0'],
    [{ pageSize: '0' }, 400, 'pageSize must be a whole number from 1'],
    [{ pageSize: '1001' }, 400, 'pageSize must be at most 1000'],
    [{ startIndex: '99001', pageSize: '1000' }, 2348, 'The page window is too large'],
    [{ startIndex: '100000' }, 2348, 'The page window is too large'],
  ])('%j is refused', async (query, code, message) => {
    expect(await answerOf(children(500, query as unknown as Record<string, string>))).toEqual({
      status: 400,
      body: { code, message },
    });
  });
});
