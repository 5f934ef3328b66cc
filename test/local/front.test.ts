/** Before the functions: routes, sizes and usage plans of the whole service over HTTP. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { KEYS } from '../support/world.ts';
import { contactPath, error, serveWorld } from './serving-world.ts';

const partnerWith = (name: string, keys: Readonly<Record<string, string>>) => [
  { type: 'partner', partnerId: name, name },
  { type: 'account', accountNumber: 900 + name.length, partnerId: name, name },
  ...Object.entries(keys).map(([key, plan]) => ({ type: 'apiKey', partnerId: name, key, plan })),
];
const TRIAL = 'test-key-on-the-trial-plan-1';
const ROTATED = 'test-key-on-the-trial-plan-2';
const ON_STANDARD = 'test-key-on-the-standard-plan';
const QUOTA = 'test-key-that-meets-its-quota';
const records = [
  ...partnerWith('rotating', { [TRIAL]: 'trial', [ROTATED]: 'trial', [ON_STANDARD]: 'standard' }),
  ...partnerWith('counted', { [QUOTA]: 'trial' }),
];

describe('Over HTTP', () => {
  const { ask, clock, errorOf, lines, url } = serveWorld(records);

  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/listing/102/maps-action-links'],
    ['GET', '/V1/listing/102/maps-action-links'],
    ['GET', '/v1/listing//maps-action-links'],
    ['GET', '/v1/listing/102/maps-action-links/more'],
    ['GET', '/v1/listing/menu-details'],
    ['GET', '/v1/business/103/profile'],
    ['POST', '/v1/business/103'],
    ['PATCH', '/v1/business/103/status'],
    ['DELETE', '/v1/business/103/status'],
    ['OPTIONS', '/v1/business/103'],
    ['PUT', '/v1/business'],
    ['GET', '/v1/customer-v2/external/getCustomer'],
    ['POST', '/v1/customer-v2/external/getcustomer'],
    ['POST', '/v1/listing/102/maps-action-links'],
    ['POST', '/v1/aggregation/competitor/301'],
  ])('%s %s is no route, with a key or without', async (method, path) => {
    for (const key of [KEYS.ours, 'unknown', null]) {
      expect(await errorOf(method, path, { key })).toEqual(error(404, 404, 'Resource not found'));
    }
  });

  it('a HEAD has no body', async () =>
    expect(await ask('HEAD', '/v1/business/103')).toMatchObject({ status: 404, text: '' }));

  it.each([
    [1_048_577, 413],
    [7_000_000, 413],
    [10_485_760, 413],
  ])('a body of %i bytes is too large', async (bytes, status) =>
    expect(await errorOf('POST', contactPath, { body: 'x'.repeat(bytes) })).toEqual(
      error(status, 413, 'Request body is too large'),
    ),
  );

  it("a body over 10 MB is AWS's own answer, the one that is not ours", async () =>
    expect(await ask('POST', contactPath, { body: 'x'.repeat(10_485_761) })).toMatchObject({
      status: 413,
      text: '{"message":"HTTP content length exceeded 10485760 bytes."}',
    }));

  it('header names may come in any case', async () => {
    const request = httpRequest(`${url()}/v1/listing/menu-details`, {
      method: 'POST',
      headers: { 'X-API-KEY': KEYS.ours, 'X-BUSINESS-NUMBER': '100', 'CONTENT-TYPE': 'application/json' },
    });
    request.end('{"businessNumbers":["102"]}');
    const [response] = await once(request, 'response');
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject([{ businessNumber: 102 }]);
  });

  describe('a usage plan', () => {
    const tooMany = error(429, 89, 'Rate limit exceeded');
    const TRIAL_POLICY = '"rate";q=2;w=1, "quota";q=1000;w=86400';
    const rates = (headers: Headers) => ({ limit: headers.get('ratelimit'), policy: headers.get('ratelimit-policy') });
    const use = (key: string, body: unknown = {}) => ask('POST', '/v1/listing/menu-details', { key, body });

    it('throttles: 89 with Retry-After, before the body is read, and no longer once time has passed', async () => {
      for (let index = 0; index < 5; index++) expect((await use(TRIAL)).status).toBe(404);
      for (const body of [{}, '{', 'x'.repeat(1_048_577)]) {
        const { status, text, headers } = await use(TRIAL, body);
        expect({ status, text }).toEqual(tooMany);
        expect(headers.get('retry-after')).toBe('1');
        expect(rates(headers)).toEqual({ limit: '"rate";r=0;t=1', policy: TRIAL_POLICY });
      }
      clock.now += 1000;
      expect([(await use(TRIAL)).status, (await use(TRIAL)).status, (await use(TRIAL)).status]).toEqual([
        404, 404, 429,
      ]);
    });

    it('stands in the header RateLimit-Policy of what a function answers, whatever that is', async () => {
      const answers = async (key: string) => [
        await ask('GET', '/v1/business/103', { key }),
        await use(key),
        await use(key, '{'),
        await use(key, 'x'.repeat(1_048_577)),
      ];
      for (const [key, policy] of [
        [TRIAL, TRIAL_POLICY],
        [ON_STANDARD, '"rate";q=50;w=1, "quota";q=1000000;w=2678400'],
        [KEYS.ours, '"rate";q=500;w=1'],
      ] as const) {
        const replies = await answers(key);
        expect(new Set(replies.map(({ status }) => status)).size).toBeGreaterThan(2);
        for (const { headers } of replies) expect(rates(headers)).toEqual({ limit: null, policy });
      }
      for (const { headers } of [await use('unknown'), await ask('GET', '/v1', { key: TRIAL })])
        expect(rates(headers)).toEqual({ limit: null, policy: null });
    });

    it('is shared by the keys of one partner on one plan, so that a key can be rotated, and by no others', async () => {
      const keys = [TRIAL, ROTATED, TRIAL, ROTATED, TRIAL, ROTATED, TRIAL, QUOTA, ON_STANDARD];
      const statuses = [];
      for (const key of keys) statuses.push((await use(key)).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 404, 404]);
    });

    it('has a quota: 89 with Retry-After until the day is over', async () => {
      clock.now = Date.UTC(2026, 5, 1);
      let accepted = 0;
      for (let batch = 0; batch < 200; batch++) {
        // No JSON: its function answers it without the store.
        const replies = await Promise.all(Array.from({ length: 5 }, () => use(QUOTA, '{')));
        accepted += replies.filter(({ status }) => status === 400).length;
        clock.now += 2500;
      }
      expect(accepted).toBe(1000);
      const { status, text, headers } = await use(QUOTA);
      expect({ status, text }).toEqual(tooMany);
      expect(headers.get('retry-after')).toBe('3600');
      expect(rates(headers)).toEqual({ limit: '"quota";r=0', policy: TRIAL_POLICY });
      clock.now = Date.UTC(2026, 5, 2);
      expect((await use(QUOTA)).status).toBe(404);
    });
  });

  it('shows method, path and status of each request, and nothing that is the partner\u2019s own', async () => {
    lines.length = 0;
    await ask('POST', `${contactPath}&email=ada@mail.example`, { body: { email: 'ada@mail.example' } });
    expect(lines).toEqual([
      {
        method: 'POST',
        path: '/v1/customer-v2/external/getCustomer',
        status: 200,
        milliseconds: expect.any(Number),
        requestId: expect.any(String),
      },
    ]);
  });
});
