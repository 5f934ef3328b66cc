/** Get usage: API Gateway's counts, whose they are, and what becomes of a fault of it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/usage/get-usage.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { meteringKeyKey } from '../../../lib/partners/repository/metering-key.ts';
import { answerOf, call, proxyEvent } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const TRIAL = 'test-key-of-ours-on-a-trial-1';
const SECOND = 'test-key-of-ours-on-a-trial-2';
const SLOW = 'test-key-of-ours-on-standard-1';
const NOW = Date.UTC(2026, 10, 4, 12);
const unavailable = { status: 503, body: { code: 503, message: expect.any(String) } };

/** Requests that the control plane got, and how it answers the next ones; the last one stays. */
let asked: URL[] = [];
let answers: ((response: ServerResponse, keyId: string) => void)[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const url = new URL(request.url ?? '/', 'http://here');
  asked.push(url);
  expect(request.method).toBe('GET');
  expect(request.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=.*\/us-east-1\/apigateway\/aws4_request/);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response, url.searchParams.get('keyId') ?? '');
});
const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));
const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Length': 99 }).write('{"values":', () => response.destroy());
};
const counts =
  (...rows: readonly (readonly [number, number])[]) =>
  (response: ServerResponse, keyId: string): void =>
    json({ values: { [keyId]: rows } })(response);
const refusal = (status: number, type: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'x-amzn-ErrorType': type }).end('{"message":"no"}');

let table: Table;
let time = NOW;
beforeAll(async () => {
  table = await createTestTable();
  const keyOf = (key: string, plan: string) => ({ type: 'apiKey', partnerId: 'ours', key, plan });
  const keys = [keyOf(TRIAL, 'trial'), keyOf(SECOND, 'trial'), keyOf(SLOW, 'standard')];
  expect(await load(table, [...world, ...keys])).toEqual([]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  // What is remembered of one test is over in the next.
  time += 3_600_000 * 24 * 28;
  vi.spyOn(clock, 'now').mockImplementation(() => time);
  asked = [];
});
afterEach(() => vi.restoreAllMocks());

const usage = (key: string = TRIAL) => answerOf(call(handler, { key }));
const keyIdOf = async (partner: string, plan: string) => (await table.get(meteringKeyKey(partner, plan)))?.apiKeyId;

describe('get usage', () => {
  it('answers today, the month and what is left of the quota, by the counts of the days', async () => {
    time = NOW;
    answers = [counts([10, 990], [0, 1000], [2, 998], [7, 993])];
    expect(await usage()).toEqual({
      status: 200,
      body: {
        plan: 'trial',
        rateLimit: 2,
        burstLimit: 5,
        quota: { limit: 1000, period: 'DAY' },
        today: { date: '2026-11-04', used: 7 },
        month: { since: '2026-11-01', used: 19 },
        remaining: 993,
        resetsAt: '2026-11-05T00:00:00.000Z',
        asOf: '2026-11-04T12:00:00.000Z',
      },
    });
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      `/usageplans/trial/usage?endDate=2026-11-04&keyId=${await keyIdOf('ours', 'trial')}&startDate=2026-11-01`,
    ]);
  });

  it('has neither quota nor remaining on a plan without one, and 0 where nothing was used', async () => {
    answers = [json({ values: {} })];
    const { body } = await usage(KEYS.ours);
    expect(body).toMatchObject({ plan: 'enterprise', quota: null, remaining: null, resetsAt: null });
    expect([body.today.used, body.month.used]).toEqual([0, 0]);
    expect((await usage()).body.remaining).toBe(1000);
  });

  it.each([[[5]], [[5, null]], [[5, 1e30]]])('reads no remainder on a plan without a quota: %j', async (...rows) => {
    answers = [counts(...(rows as unknown as [number, number][]))];
    const { status, body } = await usage(KEYS.ours);
    expect([status, body.remaining, body.month.used]).toEqual([200, null, 5]);
    expect((await usage()).status).toBe(503);
  });

  it("asks for the metering key of the key's own partner and plan, and sees no other's counts", async () => {
    // A control plane that answers with everybody's.
    const all = await Promise.all(['ours', 'theirs'].map((partner) => keyIdOf(partner, 'enterprise')));
    answers = [json({ values: Object.fromEntries(all.map((id, index) => [id, [[100 * (index + 1), 0]]])) })];
    time = Date.UTC(2027, 11, 1);
    expect((await usage(KEYS.ours)).body.today.used).toBe(100);
    expect((await usage(KEYS.theirs)).body.today.used).toBe(200);
    expect(asked.map(({ searchParams }) => searchParams.get('keyId'))).toEqual(all);
  });

  it('asks once a minute, for all keys of the partner on the plan', async () => {
    answers = [counts([1, 999])];
    const first = await usage();
    answers = [counts([2, 998])];
    time += 59_999;
    expect(await usage()).toEqual(first);
    expect(await usage(SECOND)).toEqual(first);
    expect(asked).toHaveLength(1);
    time += 1;
    expect((await usage()).body.asOf).toBe(new Date(time).toISOString());
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['throttled twice', [refusal(429, 'TooManyRequestsException:')], 2],
    ['a fault twice', [refusal(500, 'InternalFailure')], 2],
    ['a plan that is gone', [refusal(404, 'NotFoundException')], 1],
    ['a right that is missing', [refusal(403, 'AccessDeniedException')], 1],
    ['a connection that is cut', [(response: ServerResponse) => void response.destroy()], 2],
    ['half an answer', [cut], 2],
    ['no JSON', [(response: ServerResponse) => void response.end('<html>')], 2],
    ['no values', [json({})], 1],
    ['values that are none', [json({ values: [] })], 1],
    [
      'a day that is no pair',
      [(response: ServerResponse, id: string): void => json({ values: { [id]: [7] } })(response)],
      1,
    ],
    ['half a request', [counts([0.5, 1])], 1],
  ] as const)('%s is a 503, and nothing is remembered', async (_, broken, times) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    answers = [...broken];
    expect(await usage()).toEqual(unavailable);
    expect(asked).toHaveLength(times);
    answers = [counts([3, 997])];
    expect((await usage()).status).toBe(200);
  });

  it('tries once more where the first try is lost', async () => {
    answers = [(response) => void response.destroy(), counts([3, 997])];
    expect((await usage()).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('an answer that does not come is a 503 before the function is ended', async () => {
    vi.restoreAllMocks();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    answers = [() => {}];
    const context = { getRemainingTimeInMillis: () => 2300 };
    const { statusCode } = await handler(proxyEvent({ key: SLOW }), context as never);
    expect(statusCode).toBe(503);
    expect(asked).toHaveLength(1);
  });

  it('a metering key that does not know its plan, or a plan that is not deployed, is a 503', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    answers = [counts([1, 1])];
    const Key = meteringKeyKey('ours', 'trial');
    const stored = (await table.get(Key))!;
    const { usagePlanId: _, ...without } = stored;
    await table.put({ Item: without });
    expect(await usage()).toEqual(unavailable);
    await table.put({ Item: stored });
    vi.stubEnv('USAGE_PLANS', 'enterprise:1:1');
    expect(await usage()).toEqual(unavailable);
    expect(asked).toEqual([]);
  });
});
