/** What every response carries, whose key a request has, and how a request ends that the store holds up. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as update } from '../../../functions/business/update-business.ts';
import { handler as listSurveys } from '../../../functions/surveys/list-surveys.ts';
import { updateBusiness } from '../../../lib/business/contracts/update-business.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { type Table, tableOf } from '../../../lib/dynamodb/table/table.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { Versioned } from '../../../lib/http/versions.ts';
import { call, proxyEvent } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { KEYS, REQUIRED } from '../../support/world.ts';
import { found, newBusiness, openWorld, put } from '../business/update-business/support.ts';

let table: Table;
beforeAll(async () => {
  table = await openWorld();
});
afterEach(() => useTable(undefined));

describe('what is sent more than once, or is no text', () => {
  it('is a list of all values where it is a header: no single Idempotency-Key, but a list of tags', async () => {
    const twice = (name: string, values: string[]) =>
      put(
        '101',
        {},
        {
          headers: { [name]: values.at(-1)! },
          event: { multiValueHeaders: { [name]: values } },
        },
      );
    const isNoKey = refusal(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters');
    expect(bare(await twice('Idempotency-Key', ['one', 'two']))).toEqual(isNoKey);
    const { headers } = await put('101', {});
    for (const tags of [
      [String(headers.ETag), '"9.9"'],
      ['"9.9"', String(headers.ETag)],
    ])
      expect((await twice('If-Match', tags)).status).toBe(200);
    expect((await twice('If-Match', ['"9.8"', '"9.9"'])).status).toBe(412);
    // Two spellings are one header.
    const spelled = (one: string, two: string) =>
      put(
        '101',
        {},
        {
          headers: { 'Idempotency-Key': one, 'idempotency-key': two },
          event: { multiValueHeaders: { 'Idempotency-Key': [one], 'idempotency-key': [two] } },
        },
      );
    for (const [one, two] of [
      ['one', 'two'],
      ['same', 'same'],
    ] as const)
      expect(bare(await spelled(one, two))).toEqual(isNoKey);
  });

  it.each(['a\0b', 'a\uFFFDb'])('is a 400 in a query: %j', async (searchStr) => {
    const answer = await call(listSurveys, { path: { businessId: '100' }, query: { searchStr } });
    const message = 'searchStr must be Unicode text without U+0000 and halves of surrogate pairs';
    expect(bare(answer)).toEqual(refusal(400, message));
  });
});

describe('the key of a request', () => {
  const keyed = (headers: Record<string, string>, multiValueHeaders?: Record<string, string[]>) =>
    put('101', {}, { key: null, headers, ...(multiValueHeaders && { event: { multiValueHeaders } }) });

  it.each(['x-api-key', 'X-API-KEY', 'X-Api-Key'])('is taken from %s', async (name) =>
    expect((await keyed({ [name]: ` ${KEYS.ours} ` })).status).toBe(200),
  );

  it('is refused where it comes in two spellings, or with two values', async () => {
    const twice = { 'x-api-key': KEYS.ours, 'X-Api-Key': KEYS.ours };
    expect(bare(await keyed(twice))).toEqual(refusal(1161));
    expect(bare(await keyed({ 'x-api-key': KEYS.ours, 'X-API-KEY': KEYS.theirs }))).toEqual(refusal(1161));
    const values = { 'x-api-key': [KEYS.ours, KEYS.theirs] };
    expect(bare(await keyed({ 'x-api-key': KEYS.theirs }, values))).toEqual(refusal(1161));
    const spelled = { 'x-api-key': [KEYS.ours], 'X-API-KEY': [KEYS.ours] };
    expect(bare(await keyed({ 'x-api-key': KEYS.ours }, spelled))).toEqual(refusal(1161));
    expect(bare(await keyed({ 'x-api-key': '', 'X-API-KEY': ' ' }))).toEqual(refusal(1167));
    expect((await keyed({ 'x-api-key': KEYS.ours }, { 'x-api-key': [KEYS.ours] })).status).toBe(200);
  });
});

describe('a request that the store holds up', () => {
  it('is answered 503 ahead of its time-out, and writes nothing after', async () => {
    const id = await newBusiness();
    const before = await found(id);
    let held = 0;
    // Takes requests, and never answers.
    const server = createServer(() => held++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stalled = tableOf(table.name, functionClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const stalling = (inner: Table, limits = {}): Table => ({
      ...inner,
      within: (narrower) => stalling(inner.within(narrower), { ...limits, ...narrower }),
      update: (input) => stalled.within(limits).update(input),
    });
    useTable(stalling(table));
    const context = { awsRequestId: 'test', getRemainingTimeInMillis: () => 2500 } as never;
    const event = proxyEvent({ path: { businessId: id }, body: { ...REQUIRED, keywords: 'late' } });
    const { statusCode, body, headers } = await update(event, context);
    expect({ status: statusCode, body: JSON.parse(body) }).toEqual(refusal(503));
    expect(headers?.['Retry-After']).toBe('1');
    expect(held).toBeGreaterThan(0);
    server.closeAllConnections();
    server.close();
    expect(await found(id)).toEqual(before);
  });
});

describe('standard headers', () => {
  const request = { path: { businessId: '101' }, body: REQUIRED, requestId: 'request-1' };

  it("name the request's id on every response", async () => {
    expect((await call(update, request)).headers['X-Request-Id']).toBe('request-1');
    expect((await call(update, { ...request, key: null })).headers['X-Request-Id']).toBe('request-1');
    expect((await call(update, { ...request, body: '{' })).headers['X-Request-Id']).toBe('request-1');
  });

  it('announce the end of a deprecated operation', async () => {
    const deprecation = {
      since: '2026-01-01T00:00:00Z',
      sunset: '2027-01-01T00:00:00Z',
      link: 'https://docs.example/x',
    };
    const handler = endpoint({ ...updateBusiness, deprecation }, async () => new Versioned({}, 1));
    expect((await call(handler, request)).headers).toMatchObject({
      Deprecation: '@1767225600',
      Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      Link: '<https://docs.example/x>; rel="deprecation"',
    });
    expect((await call(update, request)).headers).not.toHaveProperty('Deprecation');
  });
});

describe('a contract', () => {
  it('that was not compiled has no endpoint', () => {
    expect(() => endpoint({ ...updateBusiness, id: 'unknownOperation' }, async () => new Versioned({}, 1))).toThrow(
      'not compiled',
    );
  });

  it('with a version whose handler answers without one is a fault', async () => {
    const handler = endpoint(updateBusiness, async () => ({}) as Versioned);
    expect(bare(await call(handler, { path: { businessId: '101' }, body: REQUIRED }))).toEqual(refusal(500));
  });
});
