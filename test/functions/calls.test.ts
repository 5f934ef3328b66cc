/** How often each operation asks the table once the key is known: each call is a wait of its own, and has its price. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { handler as updateBusiness } from '../../functions/business/update-business.ts';
import { handler as addAggregationLink } from '../../functions/competitors/add-aggregation-link.ts';
import { handler as getContact } from '../../functions/contacts/get-contact.ts';
import { handler as getMapsActionLinks } from '../../functions/listing/get-maps-action-links.ts';
import { handler as getMenuDetails } from '../../functions/menus/get-menu-details.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import { startCounter } from '../bench/engine.ts';
import { type Call, call } from '../support/call.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { REQUIRED, world } from '../support/world.ts';

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** 250 locations, each with a menu of `size` characters. */
const account = (accountNumber: number, numbers: readonly number[], size: number) => [
  { type: 'account', accountNumber, partnerId: 'ours', name: `Account ${accountNumber}` },
  ...numbers.flatMap((businessNumber) => [
    { type: 'business', businessNumber, accountNumber, business: {} },
    { type: 'menu', businessNumber, menu: { id: 'm', menuDetails: { menus: [], name: 'x'.repeat(size) } } },
  ]),
];
const numbers = range(1000, 250);
const large = range(5000, 12);

let counter: Awaited<ReturnType<typeof startCounter>>;

/** The calls that a request makes, retries among them. */
const callsOf = async (handler: LambdaHandler, request: Call, status = 200): Promise<readonly string[]> => {
  counter.take();
  const answer = await call(handler, request);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return counter.take().calls;
};

const contact = (businessId: number, body: object, status?: number) =>
  callsOf(getContact, { query: { businessId: String(businessId) }, body }, status);
const menus = (number: number, body?: object, status?: number) =>
  callsOf(getMenuDetails, { headers: { 'x-business-number': String(number) }, body }, status);
const update = (businessId: number, body: object, more: Call = {}, status?: number) =>
  callsOf(
    updateBusiness,
    { path: { businessId: String(businessId) }, body: { ...REQUIRED, ...body }, ...more },
    status,
  );

beforeAll(async () => {
  const records = [...world, ...account(500, numbers, 10), ...account(600, large, 200_000)];
  expect(await load(await createTestTable(), records)).toEqual([]);
  counter = await startCounter(inject('endpoint'));
  process.env.DYNAMODB_ENDPOINT = counter.endpoint;
  // Each function looks the key up once.
  await contact(100, { id: 1 });
  await menus(100);
  await update(103, {});
  await callsOf(getMapsActionLinks, { path: { businessNumber: '101' } });
  await callsOf(addAggregationLink, {
    path: { compAccountId: '301', businessNumber: '101' },
    body: { sourceAlias: 'alpha', url: 'https://first.example' },
  });
});

afterAll(() => counter.stop());

describe('Calls to the table, the key known', () => {
  it('are 1 for a contact by id', async () => {
    expect(await contact(100, { id: 1 })).toEqual(['BatchGetItem']);
  });

  it('are 2 for a contact by email, phone or cid', async () => {
    const bodies = [{ email: 'ada@mail.example' }, { phone: '6505550111' }, { phone: '0412345678' }, { cid: 11 }];
    for (const body of bodies) expect(await contact(100, body)).toEqual(['BatchGetItem', 'GetItem']);
  });

  it("are as few by a location's number, once its account is known", async () => {
    expect(await contact(102, { id: 1 })).toEqual(['BatchGetItem', 'BatchGetItem']);
    expect(await contact(102, { id: 1 })).toEqual(['BatchGetItem']);
    expect(await contact(102, { cid: 12 })).toEqual(['BatchGetItem', 'GetItem']);
  });

  it('are 1 for a contact that is not there, or an account that is not ours', async () => {
    expect(await contact(100, { email: 'nobody@mail.example' }, 404)).toEqual(['BatchGetItem']);
    expect(await contact(200, { id: 3 }, 404)).toEqual(['BatchGetItem']);
  });

  it('are 1 for the menus of each 100 locations, once the account is known', async () => {
    expect(await menus(500, { businessNumbers: numbers.slice(0, 100) })).toEqual(['BatchGetItem', 'BatchGetItem']);
    expect(await menus(500, { businessNumbers: [1000] })).toEqual(['BatchGetItem']);
    expect(await menus(500, { businessNumbers: numbers.slice(0, 100) })).toEqual(['BatchGetItem']);
    expect(await menus(500, { businessNumbers: numbers })).toEqual(Array(3).fill('BatchGetItem'));
  });

  it('are 1 for each MB of the menus of an account', async () => {
    expect(await menus(500)).toEqual(['Query']);
    // What fills a page's MB is counted a little differently by each engine.
    const [first, ...pages] = await menus(600);
    expect(first).toBe('BatchGetItem');
    expect([2, 3]).toContain(pages.length);
    expect(new Set(pages)).toEqual(new Set(['Query']));
  });

  it('are 1 more where a location has no menu: whose it is must be read', async () => {
    expect(await menus(100, { businessNumbers: [101, 103] })).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  it("are as many for a location that is another partner's as for one that is not there", async () => {
    for (const number of [201, 999])
      expect(await menus(100, { businessNumbers: [number] }, 404)).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  it('are 1 for action links', async () => {
    expect(await callsOf(getMapsActionLinks, { path: { businessNumber: '101' } })).toEqual(['GetItem']);
  });

  it('are 1 for an update', async () => {
    expect(
      await update(103, {
        name: 'Ours',
        location: { city: 'Springfield', state: 'IL', countryCode: 'US', zip: '62701' },
      }),
    ).toEqual(['UpdateItem']);
  });

  it('are 1 for an update of a location that is unknown or not ours', async () => {
    expect(await update(999, {}, {}, 404)).toEqual(['UpdateItem']);
    expect(await update(201, {}, {}, 404)).toEqual(['UpdateItem']);
  });

  it('are 2 for an update that a rule judges by the stored record', async () => {
    const attributes = { alphaListing: { attributes: { wheelchair: true } } };
    expect(await update(103, attributes)).toEqual(['GetItem', 'UpdateItem']);
    expect(await update(103, {}, { headers: { 'If-Match': '*' } })).toEqual(['GetItem', 'UpdateItem']);
  });

  it('are 2 for a link, new or known', async () => {
    const link = { sourceAlias: 'alpha', url: 'https://rival.example' };
    const path = { compAccountId: '301', businessNumber: '101' };
    for (let time = 0; time < 2; time++) {
      expect(await callsOf(addAggregationLink, { path, body: link })).toEqual(['BatchGetItem', 'PutItem']);
    }
  });
});

describe('The account of a number', () => {
  it("is not remembered beyond the records' own owner", async () => {
    await menus(151);
    const moved = [
      { type: 'account', accountNumber: 150, partnerId: 'theirs', name: 'Sold' },
      { type: 'business', businessNumber: 151, accountNumber: 150, business: {} },
      { type: 'menu', businessNumber: 151, menu: { id: 'm-151', menuDetails: { menus: [] } } },
    ];
    expect(await load(serviceTable(), moved)).toEqual([]);
    const request = { headers: { 'x-business-number': '151' } };
    expect((await call(getMenuDetails, request)).body).toEqual([]);
    expect((await call(getMenuDetails, { ...request, body: { businessNumbers: [151] } })).status).toBe(404);
    expect((await call(getContact, { query: { businessId: '151' }, body: { id: 1 } })).status).toBe(404);
  });
});
