/** The clients for Python, blocking and async, as they are installed: their calls through the fault proxy, TLS and proxies. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../lib/operations.ts';
import { DEMO, TOM } from '../../../../lib/tickets/contracts/demo.cases.ts';
import { writeWheel } from '../../../../tools/docs/client/archives.ts';
import { buildPythonClient } from '../../../../tools/docs/client/build.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Network, networkCases, networkVariables, startNetwork } from './network.ts';
import { callsOf, exampleCalls, installed, run, STYLES, type Task } from './python-support.ts';
import { findPython, PYTHON_VERSIONS } from './pythons.ts';

const MINUTES = 6 * 60_000;

const newest = PYTHON_VERSIONS.findLast(findPython);

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${btoa('another secret of 24 bytes')}`;

/** Of selected fields none is there for sure. */
const WRONG = `from partner_listing_client import PartnerListing

api = PartnerListing("", "")
part = api.get_business(business_id=1, fields="name").data
api.update_business(business_id=1, body={**part, "name": "New"})
`;

const update = {
  business_id: 700101,
  body: { emailId: 'hello@copperkettle.example', phone: '(805) 555-0142', services: 'Dine-in' },
};
let changes = 0;
const change = () => ({ ...update, body: { ...update.body, websiteUrl: `https://kettle.example/${++changes}` } });

describe.skipIf(!newest)(`The clients for Python (on ${newest ?? 'none: there is no Python 3.10 or later'})`, () => {
  let directory: string;
  let service: Service;
  let proxy: FaultProxy;
  let network: Network;
  let key: string;
  let bin: (name: string) => string;
  const project = (file: string) => join(directory, file);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'client-python-'));
    [service, key] = await Promise.all([
      startDemoService([], { requestsOnly: true }),
      demoKey(),
      buildPythonClient(project('python')),
    ]);
    [proxy, network] = await Promise.all([startFaultProxy(service.url), startNetwork(service.url)]);
    await writeFile(project('authority.pem'), network.authority);
    const wheel = await writeWheel(project('python'), directory);
    bin = await installed(findPython(newest!)!, project('venv'), `${wheel}[http2]`);
  }, MINUTES);
  afterAll(async () => {
    network?.close();
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
    'send back what they have read with a field changed, without a cast',
    async () => {
      const program = join(import.meta.dirname, 'round_trips.py');
      await run(bin('pip'), ['install', '--quiet', 'mypy==2.4.1', 'pyright==1.1.414']);
      const byMypy = await run(bin('mypy'), ['--strict', '--python-executable', bin('python'), program]);
      expect(byMypy.stdout).toMatch(/^Success/);
      const byPyright = await run(bin('pyright'), ['--pythonpath', bin('python'), program]);
      expect(byPyright.stdout).toContain('0 errors, 0 warnings');
      await writeFile(project('wrong.py'), WRONG);
      const refused = spawnSync(bin('mypy'), ['--strict', '--python-executable', bin('python'), 'wrong.py'], {
        cwd: directory,
      });
      expect(refused.stdout.toString()).toMatch(/^wrong\.py:5: error: Missing keys \("emailId", "phone", "services"\)/);
      const { stdout } = await run(bin('python'), [program, service.url, key]);
      expect(stdout.trim().split('\n')).toEqual([
        'business Copper Kettle Grill Grill on Traffic Way',
        'listing Steaks Copper Kettle Grill',
        'contact Adele Field',
        "part Copper Kettle Grill ['location', 'name']",
      ]);
    },
    MINUTES,
  );

  describe.each(STYLES)('of the %s client', (style) => {
    const ran = (task: Task, env?: NodeJS.ProcessEnv) =>
      callsOf({ python: bin('python'), style, key, ...(env && { env }) }, task);

    it(
      'every operation is called whose examples need the demo data alone',
      async () => {
        const shown = operations.filter(({ cases }) => !cases.items && !cases.examples[0].ofItems);
        const calls = exampleCalls(shown, service.url);
        const { calls: outcomes } = await ran({ calls });
        expect(calls.length).toBeGreaterThan(60);
        expect(
          outcomes.flatMap(({ error, ...facts }, index) => (error ? [[calls[index]!.method, error, facts]] : [])),
        ).toEqual([]);
      },
      MINUTES,
    );

    it('a write is sent again under its key, and executed once', async () => {
      const before = await version();
      const scenarios: Fault[][] = [
        ['429'],
        ['503'],
        ['reset'],
        ['lost'],
        ['half'],
        ['page'],
        ['stall'],
        ['stall-half'],
        ['lost', '503', 'reset'],
      ];
      const urls = scenarios.map((faults) => proxy.faulty(...faults));
      const calls = urls.map((url) => ({ url, method: 'update_business', with: change(), settings: { timeout: 3 } }));
      const { calls: outcomes } = await ran({ calls });
      expect(outcomes.map(({ error, etag, replayed }) => [error, etag, replayed])).toEqual(
        scenarios.map(([first = '429'], index) => [
          undefined,
          `"${before + index + 1}"`,
          ['lost', 'half', 'page', 'stall-half'].includes(first),
        ]),
      );
      const keys = urls.map((url) => proxy.seen(url).map(({ headers }) => headers['idempotency-key']));
      expect(keys.map((each) => new Set(each).size)).toEqual(scenarios.map(() => 1));
      expect(new Set(keys.flat()).size).toBe(scenarios.length);
      expect(proxy.seen(urls[0]!)[0]?.headers['user-agent']).toMatch(
        /^our-sync\/4 partner-listing-client\/\S+ \(Python\/3/,
      );
    });

    it('an error has a class that says what to do, at once where another try is of no use', async () => {
      const at = (...faults: Fault[]) => proxy.faulty(...faults);
      const events = { method: 'list_events', with: {} };
      const wrong = { ...update, body: { ...update.body, name: 'C', fax: '1' } };
      const comment = { ticketId: DEMO.asked, comment: 'Called back.', userEmail: TOM };
      const steps = [
        { url: at(), method: 'update_business', with: wrong },
        { url: at(), method: 'update_business', with: { ...update, if_match: '"0"' } },
        { url: at(), method: 'get_business', with: { business_id: 799999 } },
        { url: at(), method: 'comment_ticket', with: { business_id: 700100, body: comment } },
        { url: at('quota'), ...events },
        { url: at('503', '503'), ...events, settings: { retries: 1 } },
        { url: at('stall'), ...events, settings: { deadline: 0.3 } },
        { url: at('stall-half'), ...events, settings: { retries: 0, timeout: 1.5 } },
        { url: at('reset'), ...events, settings: { retries: 0 } },
        { url: at('moved'), ...events },
        { url: at('other-401'), ...events },
        { url: at('other-403'), ...events },
        { url: at('other-404'), ...events },
        { url: at(), ...events, with: { nonsense: 1 } },
        { url: at(), ...events, with: { timeout: 0 } },
        { url: at(), method: 'delete_card', with: { card_id: '..', business_number: 1 } },
        { url: at(), method: 'get_business', with: { business_id: null } },
        { url: at(), method: 'subscribe', with: { business_id: 1, body: {}, idempotency_key: 'one\ntwo' } },
        { url: at(), ...events, settings: { key: 'a\u2028key' } },
        { url: at(), ...events, settings: { retries: -1 } },
        { url: 'ftp://api.example', ...events },
        { url: 'https://user:secret@api.example', ...events },
      ];
      const { calls } = await ran({ calls: steps });
      expect(
        calls.map(({ error, status, code, attempts }) => [error, status ?? null, code ?? null, attempts ?? null]),
      ).toEqual([
        ['InvalidRequestError', 401, 1047, 1],
        ['VersionChangedError', 412, 412, 1],
        ['NotFoundError', 404, expect.any(Number), 1],
        ['ConflictError', 403, 1033, 1],
        ['RateLimitError', 429, 89, 1],
        ['UnavailableError', 503, 503, 2],
        ['TimeoutError', null, null, 1],
        ['TimeoutError', null, null, 1],
        ['ConnectionError', null, null, 1],
        ['ListingError', 307, 307, 1],
        ...[401, 403, 404].map((status) => ['ListingError', status, null, 1]),
        ['TypeError', null, null, null],
        ...Array(8).fill(['ValueError', null, null, null]),
      ]);
      expect(calls[0]?.violations).toMatchObject([{ pointer: '/name', limit: 3 }, { pointer: '/fax' }]);
      expect(calls[1]?.etag).toBe(`"${await version()}"`);
      expect(calls[4]?.retry_after).toBe(3600);
      const sent = steps.slice(0, -2).map(({ url }) => proxy.seen(url).length);
      expect(sent).toEqual([1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, ...Array(7).fill(0)]);
    });

    it('lists are read to their end, and calls run at the same time', async () => {
      const list = (page_size: number, of = 'all') => ({
        url: service.url,
        of,
        method: 'search_businesses',
        with: { business_id: 700100, page_size },
      });
      const get = { url: service.url, method: 'get_business', with: { business_id: 700101 } };
      const { calls, at_once } = await ran({
        calls: [list(1), list(3), list(1000)],
        at_once: [get],
      });
      const [ones, threes, whole] = calls.map(({ data }) => data as readonly unknown[]);
      expect(whole!.length).toBeGreaterThan(3);
      expect([ones, threes]).toEqual([whole, whole]);
      const names = at_once[0]?.map(({ data }) => (data as Readonly<Record<string, unknown>>).name);
      expect(names).toEqual(Array(8).fill('Copper Kettle Grill'));
    });

    it('a connection is opened again that was closed between two pages', async () => {
      const url = proxy.faulty('none', 'reset');
      const list = { of: 'all', method: 'search_businesses' };
      const { calls } = await ran({
        calls: [4, 1000].map((page_size) => ({ url, ...list, with: { business_id: 700100, page_size } })),
      });
      expect(calls[0]?.data).toEqual(calls[1]?.data);
      expect(calls[0]?.data).toHaveProperty('4');
    });

    it('a key is sent without the line break that a file ends in', async () => {
      const { calls } = await ran({
        calls: [{ url: service.url, method: 'list_events', with: {}, settings: { key: `${key}\n` } }],
      });
      expect(calls[0]?.error).toBeUndefined();
    });

    it.each(networkCases)('a call meets $title', async (each) => {
      const { at, trusts, arrives, isTunnelled = false } = each;
      network.seen();
      const step = { url: at(network), method: 'list_events', with: {}, settings: { retries: 0 } };
      const env = networkVariables(network, each);
      const { calls } = await ran(
        { calls: [step] },
        { ...env, ...(trusts && { SSL_CERT_FILE: project('authority.pem') }) },
      );
      expect(calls[0]?.error).toBe(arrives ? undefined : 'ConnectionError');
      expect(network.seen()).toEqual({
        requests: arrives ? ['1.1'] : [],
        tunnels: isTunnelled ? [new URL(network.url).host] : [],
      });
    });

    it('a call takes an authority as a setting, and HTTP/2', async () => {
      network.seen();
      const settings = { authority: project('authority.pem'), http2: true };
      const { calls } = await ran({ calls: [{ url: network.url, method: 'list_events', with: {}, settings }] });
      expect(calls[0]?.error).toBeUndefined();
      expect(network.seen().requests).toEqual(['2.0']);
    });
  });

  it('verify webhooks', async () => {
    const now = 1_790_000_000;
    const body = '{"id":"evt_1","data":{"name":"Café"}}';
    const headers = (secret = SECRET, at = now) => ({
      'Webhook-Id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': new Webhook(secret).sign('evt_1', new Date(at * 1000), body),
    });
    const { verified } = await callsOf(
      { python: bin('python'), style: 'blocking', key },
      {
        verified: [
          { body, headers: headers(), secrets: SECRET, now },
          { body, headers: headers(), secrets: [OTHER, SECRET], now },
          { body, headers: headers(OTHER), secrets: [SECRET], now },
          { body: `${body} `, headers: headers(), secrets: SECRET, now },
          { body, headers: headers(SECRET, now - 301), secrets: SECRET, now },
          { body, headers: {}, secrets: SECRET, now },
          { body, headers: headers(), secrets: 'whsec_', now },
        ],
      },
    );
    expect(verified.map(({ error, data }) => error ?? data)).toEqual([
      JSON.parse(body),
      JSON.parse(body),
      ...Array(4).fill('WebhookError'),
      'ValueError',
    ]);
  });
});
