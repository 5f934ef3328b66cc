/** The client in Python: installed by pip, its types checked, and its calls through the fault proxy. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPythonClient } from '../../../../../cdk/tools/docs/client/build.ts';
import { demoKey } from '../../../../../cdk/tools/local/demo.ts';
import type { Service } from '../../../../../cdk/tools/local/service.ts';
import { operations } from '../../../../../lib/operations.ts';
import { startDemoService } from '../../../../support/demo-service.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { exampleCalls, run, told } from './python-support.ts';

const MINUTES = 6 * 60_000;

const pythonVersion = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))']).stdout?.toString();
const hasPython = pythonVersion?.trim() === 'True';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${btoa('another secret of 24 bytes')}`;

const update = {
  business_id: 700101,
  body: { emailId: 'hello@copperkettle.example', phone: '(805) 555-0142', services: 'Dine-in' },
};
let changes = 0;
const change = () => ({ ...update, body: { ...update.body, websiteUrl: `https://kettle.example/${++changes}` } });

describe.skipIf(!hasPython)('The client in Python (needs Python 3.11)', () => {
  let directory: string;
  let service: Service;
  let proxy: FaultProxy;
  let key: string;
  const bin = (name: string) => join(directory, 'venv/bin', name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'client-python-'));
    [service, key] = await Promise.all([startDemoService(), demoKey(), buildPythonClient(join(directory, 'python'))]);
    proxy = await startFaultProxy(service.url);
    await run('python3', ['-m', 'venv', join(directory, 'venv')]);
    await run(bin('pip'), ['install', '--quiet', join(directory, 'python')]);
  }, MINUTES);
  afterAll(async () => {
    await proxy?.close();
    await service?.close();
    await rm(directory, { recursive: true, force: true });
  });

  const version = async (): Promise<number> => {
    const headers = { 'x-api-key': key };
    const { headers: answered } = await fetch(`${service.url}/v1/business/700101`, { headers });
    return Number(answered.get('etag')?.replaceAll('"', ''));
  };

  it(
    'brings no other package, and its types hold',
    async () => {
      const { stdout } = await run(bin('pip'), ['list', '--format=freeze']);
      const names = stdout.split('\n').map((line) => line.split('==')[0]);
      expect(names.filter((name) => name && !['pip', 'setuptools'].includes(name))).toEqual(['partner-listing-client']);
      await run(bin('pip'), ['install', '--quiet', 'mypy==1.18.2']);
      const checked = await run(bin('mypy'), ['--strict', '-p', 'partner_listing_client'], { cwd: directory });
      expect(checked.stdout).toMatch(/^Success/);
    },
    MINUTES,
  );

  it(
    'calls each operation whose examples need the demo data alone',
    async () => {
      const shown = operations.filter(({ cases }) => !cases.items && !cases.examples[0].ofItems);
      const calls = exampleCalls(shown, service.url);
      const { calls: outcomes } = await told(bin('python'), key, { calls });
      expect(calls.length).toBeGreaterThan(60);
      expect(
        outcomes.flatMap(({ error, ...facts }, index) => (error ? [[calls[index]!.method, error, facts]] : [])),
      ).toEqual([]);
    },
    MINUTES,
  );

  it('sends a write again under its key, and it is executed once', async () => {
    const before = await version();
    const scenarios: Fault[][] = [
      ['429'],
      ['503'],
      ['reset'],
      ['lost'],
      ['half'],
      ['page'],
      ['stall'],
      ['lost', '503', 'reset'],
    ];
    const urls = scenarios.map((faults) => proxy.faulty(...faults));
    const calls = urls.map((url) => ({ url, method: 'update_business', with: change(), settings: { timeout: 3 } }));
    const { calls: outcomes } = await told(bin('python'), key, { calls });
    expect(outcomes.map(({ error, etag, replayed }) => [error, etag, replayed])).toEqual(
      scenarios.map(([first = '429'], index) => [
        undefined,
        `"${before + index + 1}"`,
        ['lost', 'half', 'page'].includes(first),
      ]),
    );
    const keys = urls.map((url) => proxy.seen(url).map(({ headers }) => headers['idempotency-key']));
    expect(keys.map((each) => new Set(each).size)).toEqual(scenarios.map(() => 1));
    expect(new Set(keys.flat()).size).toBe(scenarios.length);
    expect(proxy.seen(urls[0]!)[0]?.headers['user-agent']).toMatch(
      /^our-sync\/4 partner-listing-client\/\S+ \(Python\/3/,
    );
  });

  it('raises a class that says what to do, at once where another try is of no use', async () => {
    const at = (...faults: Fault[]) => proxy.faulty(...faults);
    const events = { method: 'list_events', with: {} };
    const wrong = { ...update, body: { ...update.body, name: 'C', fax: '1' } };
    const steps = [
      { url: at(), method: 'update_business', with: wrong },
      { url: at(), method: 'update_business', with: { ...update, if_match: '"0"' } },
      { url: at(), method: 'get_business', with: { business_id: 799999 } },
      { url: at('quota'), ...events },
      { url: at('503', '503'), ...events, settings: { retries: 1 } },
      { url: at('stall'), ...events, settings: { deadline: 0.3 } },
      { url: at('reset'), ...events, settings: { retries: 0 } },
      { url: at('moved'), ...events },
      { url: at(), ...events, with: { nonsense: 1 } },
      { url: at(), method: 'delete_card', with: { card_id: '..', business_number: 1 } },
      { url: at(), method: 'get_business', with: { business_id: null } },
      { url: at(), method: 'subscribe', with: { business_id: 1, body: {}, idempotency_key: 'one\ntwo' } },
    ];
    const { calls } = await told(bin('python'), key, { calls: steps });
    expect(calls.map(({ error, status, code, attempts }) => [error, status, code, attempts])).toEqual([
      ['InvalidRequestError', 401, 1047, 1],
      ['VersionChangedError', 412, 412, 1],
      ['NotFoundError', 404, expect.any(Number), 1],
      ['RateLimitError', 429, 89, 1],
      ['UnavailableError', 503, 503, 2],
      ['TimeoutError', null, null, 1],
      ['ConnectionError', null, null, 1],
      ['ListingError', 307, 307, 1],
      ['TypeError', null, null, null],
      ['ValueError', null, null, null],
      ['ValueError', null, null, null],
      ['ValueError', null, null, null],
    ]);
    expect(calls[0]?.violations).toMatchObject([{ pointer: '/name', limit: 3 }, { pointer: '/fax' }]);
    expect(calls[1]?.etag).toBe(`"${await version()}"`);
    expect(calls[3]?.retry_after).toBe(3600);
    expect(steps.map(({ url }) => proxy.seen(url).length)).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 0, 0, 0, 0]);
  });

  it('reads lists to their end, and serves threads', async () => {
    const list = (page_size: number) => ({
      url: service.url,
      of: 'all',
      method: 'search_businesses',
      with: { business_id: 700100, page_size },
    });
    const get = { url: service.url, method: 'get_business', with: { business_id: 700101 } };
    const { calls, threads } = await told(bin('python'), key, {
      calls: [list(1), list(3), list(1000)],
      threads: [get],
    });
    const [ones, threes, whole] = calls.map(({ data }) => data as readonly unknown[]);
    expect(whole!.length).toBeGreaterThan(3);
    expect([ones, threes]).toEqual([whole, whole]);
    const names = threads[0]?.map(({ data }) => (data as Readonly<Record<string, unknown>>).name);
    expect(names).toEqual(Array(8).fill('Copper Kettle Grill'));
  });

  it('opens a connection anew that was closed while it was idle', async () => {
    const url = proxy.faulty('none', 'reset');
    const list = { of: 'all', method: 'search_businesses', with: { business_id: 700100, page_size: 1000 } };
    const pages = { ...list, with: { ...list.with, page_size: 4 } };
    const { calls } = await told(bin('python'), key, {
      calls: [
        { url, ...pages, settings: { retries: 0 } },
        { url, ...list },
      ],
    });
    expect(calls[0]?.data).toEqual(calls[1]?.data);
  });

  it('verifies webhooks', async () => {
    const now = 1_790_000_000;
    const body = '{"id":"evt_1","data":{"name":"Café"}}';
    const headers = (secret = SECRET, at = now) => ({
      'Webhook-Id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': new Webhook(secret).sign('evt_1', new Date(at * 1000), body),
    });
    const { verified } = await told(bin('python'), key, {
      verified: [
        { body, headers: headers(), secrets: SECRET, now },
        { body, headers: headers(), secrets: [OTHER, SECRET], now },
        { body, headers: headers(OTHER), secrets: [SECRET], now },
        { body: `${body} `, headers: headers(), secrets: SECRET, now },
        { body, headers: headers(SECRET, now - 301), secrets: SECRET, now },
        { body, headers: {}, secrets: SECRET, now },
        { body, headers: headers(), secrets: 'whsec_', now },
      ],
    });
    expect(verified.map(({ error, data }) => error ?? data)).toEqual([
      JSON.parse(body),
      JSON.parse(body),
      ...Array(4).fill('WebhookError'),
      'ValueError',
    ]);
  });
});
