/** How often each operation asks the table once the key is known: each call is a wait of its own, and has its price. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { handler as updateBusiness } from '../../functions/business/update-business.ts';
import { handler as addAggregationLink } from '../../functions/competitors/add-aggregation-link.ts';
import { handler as getContact } from '../../functions/contacts/get-contact.ts';
import { handler as alphaAttributes } from '../../functions/listing/alpha-attributes.ts';
import { handler as categoryList } from '../../functions/listing/category-list.ts';
import { handler as createListing } from '../../functions/listing/create-listing.ts';
import { handler as getListing } from '../../functions/listing/get-listing.ts';
import { handler as getMapsActionLinks } from '../../functions/listing/get-maps-action-links.ts';
import { handler as hotelAttributes } from '../../functions/listing/hotel-attributes.ts';
import { handler as mapsAttributes } from '../../functions/listing/maps-attributes.ts';
import { handler as moreHoursTypes } from '../../functions/listing/more-hours-types.ts';
import { handler as updateListing } from '../../functions/listing/update-listing.ts';
import { handler as getMenuDetails } from '../../functions/menus/get-menu-details.ts';
import { businessKey } from '../../lib/business/repository/business.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import { leastListing } from '../../lib/listing/contracts/listing.provocations.ts';
import { startCounter } from '../bench/engine.ts';
import { type Call, call } from '../support/call.ts';
import { under } from '../support/expected.ts';
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
const large = range(5000, 30);

let table: Table;
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
  const records = [...world, ...account(500, numbers, 10), ...account(600, large, 100_000)];
  table = await createTestTable();
  expect(await load(table, records)).toEqual([]);
  counter = await startCounter(inject('endpoint'));
  process.env.DYNAMODB_ENDPOINT = counter.endpoint;
  // A function that another file of this worker called knows the key already, for a minute since: it is the same minute here.
  const now = Date.now();
  clock.now = () => now;
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
    expect(await contact(100, { email: 'unknown@mail.example' }, 404)).toEqual(['BatchGetItem']);
    expect(await contact(200, { id: 3 }, 404)).toEqual(['BatchGetItem']);
  });

  it('are 1 for the account of menus, and 1 for each 100 locations', async () => {
    expect(await menus(500, { businessNumbers: [1000] })).toEqual(['BatchGetItem', 'BatchGetItem']);
    expect(await menus(500, { businessNumbers: numbers.slice(0, 54) })).toEqual(['BatchGetItem', 'BatchGetItem']);
    // Of more than 54 it is found first which have a menu.
    const reads = Array(3).fill('BatchGetItem');
    expect(await menus(500, { businessNumbers: numbers })).toEqual(['BatchGetItem', 'Query', ...reads]);
  });

  it('are 1 more for all menus of an account: where they are', async () => {
    expect(await menus(500)).toEqual(['BatchGetItem', 'Query', ...Array(3).fill('BatchGetItem')]);
    const [account, where, ...reads] = await menus(600);
    expect([account, where]).toEqual(['BatchGetItem', 'Query']);
    // DynamoDB Local counts a page of the index by its records: a query more for each MB of them.
    expect(reads.filter((name) => name !== 'Query')).toEqual(['BatchGetItem']);
    expect(reads.length).toBeLessThanOrEqual(4);
    const query = { sindex: '200', count: '10' };
    const request = { headers: { 'x-business-number': '500' }, query };
    expect(await callsOf(getMenuDetails, request)).toEqual(['BatchGetItem', 'Query', 'BatchGetItem']);
  });

  it('are 1 more where a location has no menu: the index says whose it is', async () => {
    expect(await menus(100, { businessNumbers: [101, 103] })).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
    expect(await menus(100, { businessNumbers: [103, 104] })).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
  });

  it("are as many for a location that is another partner's as for one that is not there", async () => {
    // Not in the index, it may have been added just now.
    const calls = ['BatchGetItem', 'BatchGetItem', 'Query', 'BatchGetItem'];
    for (const number of [201, 999]) expect(await menus(100, { businessNumbers: [number] }, 404)).toEqual(calls);
  });

  it('are 1 for action links', async () => {
    expect(await callsOf(getMapsActionLinks, { path: { businessNumber: '101' } })).toEqual(['GetItem']);
  });

  it.each([
    ['categories', categoryList, { sourceName: 'BETA', countryCode: 'US' }],
    ['alpha attributes', alphaAttributes, { categoryId: 'bank', countryCode: 'US' }],
    ['maps attributes', mapsAttributes, {}],
    ['hotel attributes', hotelAttributes, {}],
    ['types of more hours', moreHoursTypes, {}],
  ])('are 1 for a catalogue: %s', async (_, handler, query) => {
    const request = { path: { businessNumber: '101' }, headers: { 'x-business-number': '101' }, query };
    await callsOf(handler, request);
    expect(await callsOf(handler, request)).toEqual(['BatchGetItem']);
    const absent = { ...request, path: { businessNumber: '999' }, headers: { 'x-business-number': '999' } };
    expect(await callsOf(handler, absent, 404)).toEqual(['BatchGetItem']);
  });

  it('are 1 for a listing, and 2 to write it on both sides', async () => {
    const path = { businessNumber: '104' };
    const get = () => callsOf(getListing, { path });
    await get();
    expect(await get()).toEqual(['BatchGetItem']);
    await callsOf(createListing, { path, body: leastListing });
    const write = (keywords: string, more: Call = {}) => {
      const body = { ...leastListing, additionalInfo: { ...leastListing.additionalInfo, keywords } };
      return callsOf(updateListing, { path, body, ...more });
    };
    await write('first');
    expect(await write('second')).toEqual(['BatchGetItem', 'TransactWriteItems']);
    // Nothing is left to be written.
    expect(await write('second')).toEqual(['BatchGetItem']);
    // With a version too: what the body was compared with is what it is checked and written with.
    const writeOnVersion = await write('third', { headers: { 'If-Match': '*' } });
    expect(writeOnVersion).toEqual(['BatchGetItem', 'TransactWriteItems']);
    // An update of the profile takes no more than that of a location without a listing.
    expect(await update(104, { keywords: 'fourth' })).toEqual(['UpdateItem']);
  });

  it('are 1 for an update whose rules need no record', async () => {
    expect(await update(103, { name: 'Ours' })).toEqual(['UpdateItem']);
    // The same again, which changes nothing.
    expect(await update(103, { name: 'Ours' })).toEqual(['UpdateItem']);
    expect(await update(103, { businessStatus: 'Open', keywords: 'open' })).toEqual(['UpdateItem']);
  });

  it('are 1 for an update with location and country, once that country is stored', async () => {
    const location = { city: 'Springfield', state: 'IL', countryCode: 'US', zip: '62701' };
    expect(await update(103, { location })).toEqual(['UpdateItem']);
    // A fax that another country has refuses the blind write: what it found is checked, in place of a read.
    await update(104, { location: { zip: '1', countryCode: 'GB' }, fax: '+44 20 7946 0000' });
    expect(await update(104, { location }, {}, 401)).toEqual(['UpdateItem']);
    expect(await update(104, { location: { zip: '1', countryCode: 'GB' } })).toEqual(['UpdateItem']);
    expect(await update(104, { location: { zip: '1', countryCode: 'GB' }, fax: '(650) 555-0199' })).toEqual([
      'UpdateItem',
    ]);
    // What it found lets the change of country pass, on its version.
    expect(await update(104, { location })).toEqual(['UpdateItem', 'UpdateItem']);
    expect(await update(104, { location: { ...location, city: 'Another' } })).toEqual(['UpdateItem']);
  });

  it('are 1 for an update of a location that is unknown or not ours', async () => {
    expect(await update(999, {}, {}, 404)).toEqual(['UpdateItem']);
    expect(await update(201, {}, {}, 404)).toEqual(['UpdateItem']);
  });

  it('are 2 for an update that a rule checks by the stored record', async () => {
    const attributes = { alphaListing: { attributes: { wheelchair: true } } };
    expect(await update(103, attributes)).toEqual(['GetItem', 'UpdateItem']);
    // Nothing is left to be written.
    expect(await update(103, attributes)).toEqual(['GetItem']);
  });

  it('are 2 for an update of one version, and 1 where it is another or changes nothing', async () => {
    const only = (ifMatch: string) => ({ headers: { 'If-Match': ifMatch } });
    expect(await update(103, { keywords: 'versions' }, only('*'))).toEqual(['GetItem', 'UpdateItem']);
    expect(await update(103, { keywords: 'versions' }, only('*'))).toEqual(['GetItem']);
    expect(await update(103, { keywords: 'others' }, only('"0"'), 412)).toEqual(['GetItem']);
    expect(await update(999, {}, only('*'), 404)).toEqual(['GetItem']);
  });

  it('are 1 for a dry run', async () => {
    expect(await update(103, { keywords: 'dry' }, { query: { validateOnly: 'true' } })).toEqual(['GetItem']);
    expect(await update(999, {}, { query: { validateOnly: 'true' } }, 404)).toEqual(['GetItem']);
  });

  it('are those of the key more under an idempotency key', async () => {
    const once = ['GetItem', 'TransactWriteItems', 'GetItem', 'UpdateItem'];
    expect(await update(103, { keywords: 'once' }, under('calls-1'))).toEqual(once);
    expect(await update(103, { keywords: 'once' }, under('calls-1'))).toEqual(['GetItem']);
    expect(await update(103, { keywords: '' }, under('calls-1'), 422)).toEqual(['GetItem']);
    expect(await update(103, { name: '' }, under('calls-2'), 400)).toEqual(['GetItem']);
  });

  it('are 3 for a new link, and 2 for a known one', async () => {
    const link = { sourceAlias: 'alpha', url: 'https://rival.example' };
    const path = { compAccountId: '301', businessNumber: '101' };
    const add = () => callsOf(addAggregationLink, { path, body: link });
    expect(await add()).toEqual(['BatchGetItem', 'Query', 'TransactWriteItems']);
    expect(await add()).toEqual(['BatchGetItem', 'Query']);
  });
});

describe('The account of a number', () => {
  it('is where a contact is looked for first, and is read again each time', async () => {
    // No other test file has asked for it in this process, which keeps the accounts of numbers.
    await load(table, account(9300, [9301], 1));
    expect(await contact(9301, { id: 1 }, 404)).toEqual(['BatchGetItem', 'BatchGetItem']);
    const key = businessKey('ours', 9301);
    expect((await call(getContact, { query: { businessId: '9301' }, body: { id: 1 } })).body.code).toBe(5043);
    await table.remove({ Key: key });
    expect((await call(getContact, { query: { businessId: '9301' }, body: { id: 1 } })).body.code).toBe(1532);
    expect((await call(getMenuDetails, { headers: { 'x-business-number': '9301' } })).body.code).toBe(1011);
  });
});
