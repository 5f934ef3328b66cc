/** What holds beside the plain contract: problem details, dry run, versions, safe retries, and standard headers. */
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as update } from '../../functions/business/update-business.ts';
import { handler as addLink } from '../../functions/competitors/add-aggregation-link.ts';
import { handler as getContact } from '../../functions/contacts/get-contact.ts';
import { updateBusiness } from '../../lib/business/contracts/update-business.ts';
import { errors } from '../../lib/contract/errors.ts';
import { keys } from '../../lib/dynamodb/keys.ts';
import type { Table } from '../../lib/dynamodb/table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { type Call, call } from '../support/call.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';

let table: Table;
const PROBLEM = { accept: 'application/problem+json' };

const put = (body: object, { path = { businessId: '101' }, ...more }: Call = {}) =>
  call(update, { path, body: { ...REQUIRED, ...body }, ...more });

beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});

describe('problem details', () => {
  const broken = {
    name: 'ab',
    emailId: '',
    phone: '555',
    keywords: 'k'.repeat(1001),
    location: { city: 'c'.repeat(1002) },
    hoursOfOperations: [{ day: 0 }, { isOpen: 5 }],
    businessStatus: 'Open',
    openedOnDate: '01/01/2999',
  };

  it('names every violated rule, the first being that of the plain answer', async () => {
    const plain = await put(broken);
    const { status, body, headers } = await put(broken, { headers: PROBLEM });
    expect(headers['Content-Type']).toBe('application/problem+json');
    expect(status).toBe(plain.status);
    expect(body).toMatchObject({ ...plain.body, status, title: plain.body.message, type: expect.any(String) });
    expect(body.errors[0]).toMatchObject(plain.body);
    expect(body.errors.map(({ pointer, code }: { pointer: string; code: number }) => [pointer, code])).toEqual([
      ['/location/zip', 400],
      ['/emailId', 400],
      ['/name', 1047],
      ['/location/city', 400],
      ['/phone', 1055],
      ['/hoursOfOperations/1/day', 400],
      ['/hoursOfOperations/1/isOpen', 400],
      ['/openedOnDate', 2513],
      ['/keywords', 1070],
    ]);
    expect(body.errors[2]).toMatchObject({ limit: 3, actual: 2 });
    expect(body.errors[3]).toMatchObject({ limit: 1000, actual: 1002 });
    expect(body.errors.at(-1)).toMatchObject({ limit: 1000, actual: 1001 });
  });

  it('names the rules that need the stored record too', async () => {
    const { body } = await put(
      { alphaListing: { primaryCategoryAlpha: 'Hotel', foodDelivery: 'https://x.example' } },
      {
        headers: PROBLEM,
      },
    );
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/alphaListing/foodDelivery', code: 2290 })]);
  });

  it('serves errors that are about no field, and other operations', async () => {
    const unknown = await put({}, { path: { businessId: '999' }, headers: PROBLEM });
    expect(unknown.body).toMatchObject({ status: 404, code: 1175, errors: [{ code: 1175 }] });
    const none = await call(getContact, { query: { businessId: '100' }, body: {}, headers: PROBLEM });
    expect(none.body.errors).toEqual([{ pointer: '', code: 400, message: 'id, cid, email or phone is required' }]);
  });

  for (const accept of ['application/json', '*/*', 'application/problem+json;q=0', 'text/html']) {
    it(`changes nothing for Accept: ${accept}`, async () => {
      const { body, headers } = await put(broken, { headers: { accept } });
      expect(body).toEqual({ code: 400, message: 'location.zip is required' });
      expect(headers['Content-Type']).toBe('application/json');
    });
  }
});

describe('dry run', () => {
  const dry = (body: object, more: Call = {}) => put(body, { ...more, query: { validateOnly: 'true' } });
  const stored = () => table.get(keys.business(101));

  it('answers with what would be stored, and writes nothing', async () => {
    const before = await stored();
    const { status, body } = await dry({ keywords: 'dry', location: { zip: '1', countryCode: 'uk' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ keywords: 'dry', location: { zip: '1', countryName: 'United Kingdom' } });
    expect(await stored()).toEqual(before);
  });

  it('refuses a value that is neither true nor false', async () => {
    expect(await put({}, { query: { validateOnly: 'maybe' } })).toMatchObject({ status: 400, body: { code: 400 } });
    expect(await put({}, { query: { validateOnly: 'false' } })).toMatchObject({ status: 200 });
  });

  const field = fc.record(
    {
      name: fc.constantFrom('ab', 'A fine name', '', 'x'.repeat(251)),
      phone: fc.constantFrom('(650) 555-0100', '+64 9 555 0100', '5'),
      location: fc.record(
        {
          zip: fc.constantFrom('1', ''),
          countryCode: fc.constantFrom('US', 'NZ', 'GB', 'nowhere'),
          subLocality: fc.constantFrom('Ponsonby', 'abc', ''),
          state: fc.constantFrom('CA', 'Auckland'),
        },
        { requiredKeys: [] },
      ),
      businessStatus: fc.constantFrom('Open', 'Opening Soon', 'Permanently Closed', 'Shut', ''),
      openedOnDate: fc.constantFrom('01/01/2020', '01/01/2999', '02/30/2020'),
      alphaListing: fc.record(
        {
          primaryCategoryAlpha: fc.constantFrom('Restaurant', 'Hotel'),
          additionalCategory: fc.constantFrom('Bar', 'Bar, bar', 'Restaurant'),
          foodDelivery: fc.constantFrom('https://x.example', 'x.example'),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  it('has the verdict of the real update', async () => {
    await fc.assert(
      fc.asyncProperty(field, fc.constantFrom('101', '102', '999', '201'), async (body, businessId) => {
        const path = { businessId };
        const dryVerdict = await dry(body, { path });
        const real = await put(body, { path });
        expect({ status: dryVerdict.status, body: dryVerdict.body }).toEqual({ status: real.status, body: real.body });
      }),
      { numRuns: 150 },
    );
  });
});

describe('versions', () => {
  it('passes an update of the version that If-Match names, once', async () => {
    const { headers } = await put({});
    const version = String(headers.ETag);
    expect(version).toMatch(/^"[0-9]+"$/);
    const second = await put({ keywords: 'second' }, { headers: { 'If-Match': version } });
    expect(second).toMatchObject({ status: 200 });
    expect(second.headers.ETag).not.toBe(version);
    const { code, message } = errors.versionChanged;
    const third = await put({ keywords: 'third' }, { headers: { 'If-Match': version } });
    expect(third).toMatchObject({ status: 412, body: { code, message } });
    expect(await put({}, { headers: { 'If-Match': '*' } })).toMatchObject({
      status: 200,
      body: { keywords: 'second' },
    });
  });

  it('lets one of many updates of a version pass', async () => {
    const version = String((await put({})).headers.ETag);
    const all = Array.from({ length: 8 }, (_, n) => put({ keywords: `k${n}` }, { headers: { 'if-match': version } }));
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  it('tells an unknown business from another version', async () => {
    const answer = await put({}, { path: { businessId: '201' }, headers: { 'If-Match': '"1"' } });
    expect(answer).toMatchObject({ status: 404, body: { code: 1175 } });
  });
});

describe('safe retries', () => {
  let key = 0;
  beforeEach(() => {
    key++;
  });
  const retry = (body: object, more: Call = {}) =>
    put(body, { ...more, headers: { ...more.headers, 'Idempotency-Key': `retry-${key}` } });

  it('answers a repeated request as the first time, marked, and changes nothing', async () => {
    const first = await retry({ keywords: 'first' });
    await put({ keywords: 'in between' });
    const again = await retry({ keywords: 'first' });
    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect(again.headers).toMatchObject({ ETag: first.headers.ETag, 'Idempotent-Replayed': 'true' });
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
    expect((await put({})).body.keywords).toBe('in between');
  });

  it('keeps a refusal too, and refuses the key for another request', async () => {
    expect(await retry({ name: 'ab' })).toMatchObject({ status: 401, body: { code: 1047 } });
    const again = await retry({ name: 'ab' });
    expect(again).toMatchObject({ status: 401, body: { code: 1047 } });
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    const { status, code, message } = errors.idempotencyKeyReused;
    expect(await retry({ name: 'abc' })).toMatchObject({ status, body: { code, message } });
    expect(await retry({ name: 'ab' }, { path: { businessId: '102' } })).toMatchObject({ status });
  });

  it("is one partner's own, and one operation's", async () => {
    await retry({});
    const theirs = await retry({}, { key: KEYS.theirs, path: { businessId: '201' } });
    expect(theirs).toMatchObject({ status: 200, body: { name: 'Theirs' } });
    const link = await call(addLink, {
      path: { compAccountId: '301', businessNumber: '101' },
      body: { sourceAlias: 'alpha', url: 'https://alpha.example/retry' },
      headers: { 'Idempotency-Key': `retry-${key}` },
    });
    expect(link.status).toBe(200);
  });

  it('carries out one of many at once; the others wait or repeat its answer', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => retry({ keywords: 'at once' })));
    expect(all.filter(({ status, headers }) => status === 200 && !headers['Idempotent-Replayed'])).toHaveLength(1);
    for (const { status, body } of all) expect([200, 409]).toContain(body.code ?? status);
  });

  it('refuses a key that is no header value', async () => {
    const answer = await put({}, { headers: { 'Idempotency-Key': 'x'.repeat(256) } });
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } });
  });
});

describe('a handler that the store holds up', () => {
  it('is given up in time to answer 503', async () => {
    const parts = { findPartner: async () => ({ partnerId: 'ours' }) };
    const handler = endpoint(updateBusiness, parts, () => new Promise(() => {}));
    const { status, code, message } = errors.unavailable;
    // `call` leaves it ten seconds.
    const answer = await call(handler, {});
    expect(answer).toMatchObject({ status, body: { code, message }, headers: { 'Retry-After': '1' } });
  });
});

describe('standard headers', () => {
  const request = { path: { businessId: '101' }, body: REQUIRED, requestId: 'request-1' };

  it("names the request's id on every answer", async () => {
    expect((await call(update, request)).headers['X-Request-Id']).toBe('request-1');
    expect((await call(update, { ...request, key: null })).headers['X-Request-Id']).toBe('request-1');
  });

  it('announces the end of a deprecated operation', async () => {
    const deprecation = {
      since: '2026-01-01T00:00:00Z',
      sunset: '2027-01-01T00:00:00Z',
      link: 'https://docs.example/x',
    };
    const handler = endpoint(
      { ...updateBusiness, deprecation },
      { findPartner: async () => ({ partnerId: 'ours' }) },
      async () => ({}),
    );
    expect((await call(handler, {})).headers).toMatchObject({
      Deprecation: '@1767225600',
      Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      Link: '<https://docs.example/x>; rel="deprecation"',
    });
  });
});
