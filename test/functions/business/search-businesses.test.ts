/** Search businesses over the whole handler. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { handler } from '../../../functions/business/search-businesses.ts';
import { businesses } from '../../../lib/business/repository/business.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { startCounter } from '../../bench/engine.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
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
const location = (businessNumber: number, business: object, more: object = {}) => ({
  type: 'business',
  businessNumber,
  accountNumber: 500,
  createdAt: `2025-01-0${businessNumber % 10}T23:30:00.000Z`,
  createdBy: 'Ours',
  business,
  ...more,
});

const records = [
  ...world,
  account(500),
  account(600, { parent: 500 }),
  location(501, {
    name: 'Zebra Café',
    alias: 'One',
    phone: '(503) 555-0101',
    location: { zip: '97205', city: 'Portland', state: 'OR', countryCode: 'US', address1: '1 Main' },
  }),
  location(502, { name: 'apple', externalReferenceId: 'CRM-2' }, { status: 'inactive' }),
  location(503, { name: 'Banana' }, { businessType: 'Product', createdBy: 'aunt' }),
  location(504, { name: 'BANANA', description: 'banana '.repeat(10) }, { createdAt: '2025-01-01T23:30:00.000Z' }),
  location(601, { name: 'Zebra of the sub-account' }, { accountNumber: 600 }),
];

let table: Table;
let counter: Awaited<ReturnType<typeof startCounter>>;

const search = (body?: unknown, more: Call = {}) => call(handler, { path: { businessId: '500' }, body, ...more });
const numbers = async (body?: unknown, more?: Call) => {
  const answer = await search(body, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const found = answer.body.accounts.map(({ businessNumber }: { businessNumber: number }) => businessNumber);
  expect(answer.body.totalCount).toBeGreaterThanOrEqual(found.length);
  return found;
};

describe('search businesses', () => {
  beforeAll(async () => {
    table = await createTestTable();
    expect(await load(table, records)).toEqual([]);
    counter = await startCounter(inject('endpoint'));
    process.env.DYNAMODB_ENDPOINT = counter.endpoint;
  });
  afterAll(() => counter.stop());

  it('answers the locations of the account, the newest first and equals by number, and no sub-accounts', async () => {
    expect(await numbers()).toEqual([503, 502, 501, 504]);
    expect(await numbers({})).toEqual([503, 502, 501, 504]);
    expect((await search()).body.totalCount).toBe(4);
  });

  it('answers a location in the form of the interface', async () => {
    expect(await answerOf(search({ searchStr: 'zebra' }))).toEqual({
      status: 200,
      body: {
        totalCount: 1,
        accounts: [
          {
            name: 'Zebra Café',
            status: 'active',
            createdAt: 'Jan 01, 2025',
            createdBy: 'Ours',
            businessNumber: 501,
            type: 'Business',
            externalReferenceId: null,
            city: 'Portland',
            state: 'OR',
            zip: '97205',
          },
        ],
      },
    });
  });

  it.each([
    [{ searchStr: ' cafe ' }, [501]],
    [{ searchStr: 'one' }, [501]],
    [{ searchStr: 503 }, [503, 501]],
    [{ searchStr: 'CRM-2' }, [502]],
    [{ externalReferenceId: 'CRM-2', status: ['active'] }, []],
    [{ status: 'inactive, active', type: 'Product' }, [503]],
    [{ status: [], type: '', searchStr: null, sortBy: '', pageSize: '', startIndex: null }, [503, 502, 501, 504]],
    [{ type: ['Enterprise'] }, []],
    [{ sortBy: 'name', sortOrder: 'ASC' }, [502, 503, 504, 501]],
    [{ sortBy: 'name' }, [501, 503, 504, 502]],
    [{ sortBy: 'createdBy', sortOrder: 'ASC' }, [503, 501, 502, 504]],
    [{ startIndex: '1', pageSize: '2' }, [502, 501]],
    [{ startIndex: 4 }, []],
    [{ startIndex: 99_975 }, []],
    [{ customFields: {} }, [503, 502, 501, 504]],
  ])('%j finds %j', async (body, found) => {
    expect(await numbers(body)).toEqual(found);
  });

  it('searches the account of a location', async () => {
    expect(await numbers({ searchStr: 'apple' }, { path: { businessId: '501' } })).toEqual([502]);
  });

  it.each([
    [{ pageSize: 0 }, 400, 'pageSize must be at least 1'],
    [{ pageSize: 1001 }, 400, 'pageSize must be at most 1000'],
    [{ pageSize: 2.5 }, 400, 'pageSize must be an integer'],
    [{ startIndex: -1 }, 400, 'startIndex must be at least 0'],
    [{ startIndex: 'abc' }, 400, 'startIndex must be an integer'],
    [{ startIndex: 99_976 }, 2348, 'The page window is too large'],
    [{ startIndex: 99_001, pageSize: 1000 }, 2348, 'The page window is too large'],
    [{ startIndex: 9_007_199_254_740_991, pageSize: 1 }, 2348, 'The page window is too large'],
    [{ startIndex: '1000000000000000000000000' }, 2348, 'The page window is too large'],
    [{ sortBy: 'zip' }, 400, 'sortBy must be one of name, createdAt, createdBy'],
    [{ sortOrder: 'UP' }, 400, 'sortOrder must be one of ASC, DESC'],
    [{ status: ['closed'] }, 400, 'status[0] must be one of active, inactive, demo, paid, suspended'],
    [{ searchStr: 'a\u0000b' }, 400, 'searchStr must be Unicode text without U+0000 and halves of surrogate pairs'],
    [{ customFields: { Seats: 7 } }, 400, 'customFields must name fields that can be filtered by, and Seats is none'],
    [{ customFields: [1] }, 400, 'customFields must be an object'],
  ])('%j is refused', async (body, code, message) => {
    expect(await answerOf(search(body))).toEqual({ status: 400, body: { code, message } });
  });

  it.each(['200', '201', '999', '0', 'abc', '%31'])('answers 1011 for %s', async (businessId) => {
    expect(await answerOf(search({}, { path: { businessId } }))).toEqual({
      status: 404,
      body: { code: 1011, message: 'Business id is invalid' },
    });
  });

  it('checks the body before what is addressed', async () => {
    expect((await search({ pageSize: 0 }, { path: { businessId: '999' } })).status).toBe(400);
  });

  it("does not find what is ours with the other partner's key", async () => {
    expect((await search({}, { key: KEYS.theirs })).status).toBe(404);
  });

  it('takes one query next to the look-up of the number, and reads no whole record', async () => {
    await numbers();
    counter.take();
    await numbers();
    expect(counter.take().calls).toEqual(['BatchGetItem', 'Query']);
  });

  it('neither repeats nor loses a location while others change', async () => {
    const { update } = businesses({ table, partnerId: 'ours' });
    const seen: number[] = [];
    for (let startIndex = 0; startIndex < 4; startIndex++) {
      seen.push(...(await numbers({ startIndex, pageSize: 1 })));
      const changed = [501, 502, 503, 504][startIndex]!;
      await update(changed, { writes: { name: `Renamed ${startIndex}`, phone: '(503) 555-0199' } });
    }
    expect(seen).toEqual([503, 502, 501, 504]);
  });

  it('in the order of creation misses none and repeats none while an account grows', async () => {
    const seen: number[] = [];
    for (let startIndex = 0; startIndex < 6; startIndex++) {
      seen.push(...(await numbers({ sortOrder: 'ASC', startIndex, pageSize: 1 })));
      if (startIndex > 1) continue;
      const grown = location(
        550 + startIndex,
        { name: 'New' },
        { createdAt: `2026-01-0${1 + startIndex}T00:00:00.000Z` },
      );
      expect(await load(table, [grown])).toEqual([]);
    }
    expect(seen).toEqual([501, 504, 502, 503, 550, 551]);
  });
});
