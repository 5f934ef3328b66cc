/** The whole service over HTTP: the gateway, the authorizer, the bundles and a DynamoDB engine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { RequestLine } from '../../cdk/tools/local/gateway.ts';
import { type Service, startService } from '../../cdk/tools/local/service.ts';
import { load } from '../support/load.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';

const partnerWith = (name: string, keys: Readonly<Record<string, string>>) => [
  { type: 'partner', partnerId: name, name },
  { type: 'account', accountNumber: 900 + name.length, partnerId: name, name },
  ...Object.entries(keys).map(([key, plan]) => ({ type: 'apiKey', partnerId: name, key, plan })),
];
const TRIAL = 'test-key-on-the-trial-plan-1';
const ROTATED = 'test-key-on-the-trial-plan-2';
const BESIDE = 'test-key-on-the-standard-plan';
const QUOTA = 'test-key-that-meets-its-quota';
const records = [
  ...world,
  ...partnerWith('rotating', { [TRIAL]: 'trial', [ROTATED]: 'trial', [BESIDE]: 'standard' }),
  ...partnerWith('counted', { [QUOTA]: 'trial' }),
];

interface Ask {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

describe('Over HTTP', () => {
  let service: Service;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const lines: RequestLine[] = [];

  beforeAll(async () => {
    process.env.DYNAMODB_ENDPOINT = inject('endpoint');
    service = await startService({
      assemblyDirectory: inject('assemblyDirectory'),
      tableName: `service-${randomUUID()}`,
      now: () => clock.now,
      onRequest: (line) => lines.push(line),
      onOutput: () => {},
      load: async (table) => expect(await load(table, records)).toEqual([]),
    });
  });
  afterAll(() => service.close());
  // Each test finds full buckets and empty caches.
  beforeEach(() => {
    clock.now += 3_600_000;
  });

  const ask = async (method: string, path: string, { key = KEYS.ours, headers, body }: Ask = {}) => {
    const reply = await fetch(service.url + path, {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, text, body: text === '' ? undefined : JSON.parse(text), headers: reply.headers };
  };
  const error = (status: number, code: number, message: string) => ({
    status,
    text: JSON.stringify({ code, message }),
  });
  const errorOf = async (...request: Parameters<typeof ask>) => {
    const { status, text, headers } = await ask(...request);
    expect(headers.get('content-type')).toBe('application/json');
    return { status, text };
  };

  const contactPath = '/v1/customer-v2/external/getCustomer?businessId=100';
  const linkPath = '/v1/aggregation/competitor/301/101';
  const link = { sourceAlias: 'alpha', url: 'https://x.example' };
  const menuHeaders = { 'x-business-number': '100' };

  describe('every operation', () => {
    it.each<[string, string, string, Ask, unknown]>([
      ['updates a business', 'PUT', '/v1/business/103', { body: { ...REQUIRED, name: 'New' } }, { name: 'New' }],
      ['gets a contact', 'POST', contactPath, { body: { id: 1 } }, { id: 1, firstName: 'First 1' }],
      [
        'retrieves menus',
        'POST',
        '/v1/listing/menu-details',
        { headers: menuHeaders },
        [{ id: 'm-101' }, { id: 'm-102' }],
      ],
      ['adds a link', 'POST', linkPath, { body: link }, { sourceUrl: 'https://x.example', compAccountId: 301 }],
      ['gets action links', 'GET', '/v1/listing/102/maps-action-links', {}, expect.arrayContaining([])],
    ])('%s', async (_, method, path, request, expected) => {
      const { status, body, headers } = await ask(method, path, request);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body).toMatchObject(expected as object);
    });

    const foreign = (code: number, message: string, status = 404) => error(status, code, message);
    it.each<[string, string, Ask, ReturnType<typeof error>]>([
      ['PUT', '/v1/business/201', { body: REQUIRED }, foreign(1175, 'No business exists with the given id')],
      ['PUT', '/v1/business/103', { body: {} }, error(400, 400, 'emailId is required')],
      [
        'POST',
        contactPath.replace('100', '200'),
        { body: { id: 1 } },
        foreign(1532, 'Business id is missing or invalid'),
      ],
      [
        'POST',
        contactPath.replace('?', '?a='),
        { body: { id: 1 } },
        foreign(1532, 'Business id is missing or invalid'),
      ],
      ['POST', contactPath, { body: { id: 99 } }, error(404, 5043, 'No contact matches the request')],
      ['POST', contactPath, { body: {} }, error(400, 400, 'id, cid, email or phone is required')],
      ['POST', contactPath, {}, error(400, 400, 'Request body must be a JSON object')],
      ['POST', '/v1/listing/menu-details', {}, foreign(1011, 'Business id is invalid')],
      [
        'POST',
        '/v1/listing/menu-details?sortBy=x',
        { headers: menuHeaders },
        error(400, 2457, 'Invalid sortBy value: use frequency or keyword'),
      ],
      [
        'POST',
        '/v1/listing/menu-details?sindex=100000',
        { headers: menuHeaders },
        error(400, 2348, 'sindex + count must not exceed 100000'),
      ],
      ['POST', linkPath.replace('301', '401'), { body: link }, foreign(1011, 'Business id is invalid')],
      ['POST', linkPath.replace('301', '%2F'), { body: link }, foreign(1011, 'Business id is invalid')],
      [
        'POST',
        linkPath,
        { body: { ...link, sourceAlias: 'x' } },
        error(400, 400, 'sourceAlias is not a known review source'),
      ],
      ['GET', '/v1/listing/201/maps-action-links', {}, error(400, 400, 'Category id not found')],
      ['GET', '/v1/listing/%23/maps-action-links', {}, error(400, 400, 'Category id not found')],
    ])('%s %s with %j: %j', async (method, path, request, expected) =>
      expect(await errorOf(method, path, request)).toEqual(expected),
    );

    const routes: [string, string][] = [
      ['PUT', '/v1/business/103'],
      ['POST', contactPath],
      ['POST', '/v1/listing/menu-details'],
      ['POST', linkPath],
      ['GET', '/v1/listing/102/maps-action-links'],
    ];
    it.each(routes)('%s %s tells a missing key from one that may not be used', async (method, path) => {
      const body = method === 'GET' ? undefined : '{';
      for (const key of [null, '']) {
        expect(await errorOf(method, path, { key, body })).toEqual(error(401, 1167, 'API key is missing'));
      }
      for (const key of ['short', 'no-such-key-is-known-here', KEYS.revoked, KEYS.expired]) {
        expect(await errorOf(method, path, { key, body })).toEqual(error(401, 1161, 'Invalid API key'));
      }
    });

    it("answers for another partner's as for what does not exist, byte for byte", async () => {
      const both = async (method: string, path: (number: string) => string, request: Ask, theirs: string) => {
        const [foreignAnswer, unknown] = await Promise.all([
          ask(method, path(theirs), request),
          ask(method, path('98765'), request),
        ]);
        expect([foreignAnswer.status, foreignAnswer.text]).toEqual([unknown.status, unknown.text]);
        expect([...foreignAnswer.headers.keys()]).toEqual([...unknown.headers.keys()]);
      };
      await both('PUT', (number) => `/v1/business/${number}`, { body: REQUIRED }, '201');
      await both('POST', (number) => contactPath.replace('100', number), { body: { id: 3 } }, '200');
      await both('POST', (number) => `/v1/aggregation/competitor/${number}/101`, { body: link }, '401');
      await both('POST', (number) => `/v1/aggregation/competitor/301/${number}`, { body: link }, '201');
      await both('GET', (number) => `/v1/listing/${number}/maps-action-links`, {}, '201');
      const menus = (number: string) =>
        errorOf('POST', '/v1/listing/menu-details', { headers: { 'x-business-number': number } });
      expect(await menus('201')).toEqual(await menus('98765'));
    });
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/listing/102/maps-action-links'],
    ['GET', '/V1/listing/102/maps-action-links'],
    ['GET', '/v1/listing//maps-action-links'],
    ['GET', '/v1/listing/102/maps-action-links/more'],
    ['GET', '/v1/listing/menu-details'],
    ['GET', '/v1/business/103'],
    ['POST', '/v1/business/103'],
    ['PATCH', '/v1/business/103'],
    ['DELETE', '/v1/business/103'],
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
    const request = httpRequest(`${service.url}/v1/listing/menu-details`, {
      method: 'POST',
      headers: { 'X-API-KEY': KEYS.ours, 'X-BUSINESS-NUMBER': '100', 'CONTENT-TYPE': 'application/json' },
    });
    request.end('{"businessNumbers":["102"]}');
    const [response] = await once(request, 'response');
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject([{ businessNumber: 102 }]);
  });

  describe('a usage plan', () => {
    const tooMany = error(429, 89, 'Rate limit exceeded');
    const use = (key: string, body: unknown = {}) => ask('POST', '/v1/listing/menu-details', { key, body });

    it('throttles: 89 with Retry-After, before the body is read, and no longer once time has passed', async () => {
      for (let index = 0; index < 5; index++) expect((await use(TRIAL)).status).toBe(404);
      for (const body of [{}, '{', 'x'.repeat(1_048_577)]) {
        const { status, text, headers } = await use(TRIAL, body);
        expect({ status, text }).toEqual(tooMany);
        expect(headers.get('retry-after')).toBe('1');
      }
      clock.now += 1000;
      expect([(await use(TRIAL)).status, (await use(TRIAL)).status, (await use(TRIAL)).status]).toEqual([
        404, 404, 429,
      ]);
    });

    it('is shared by the keys of one partner on one plan, so that a key can be rotated, and by no others', async () => {
      const keys = [TRIAL, ROTATED, TRIAL, ROTATED, TRIAL, ROTATED, TRIAL, QUOTA, BESIDE];
      const statuses = [];
      for (const key of keys) statuses.push((await use(key)).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 404, 404]);
    });

    it('has a quota: 89 with Retry-After until the day is over', async () => {
      clock.now = Date.UTC(2026, 5, 1);
      let accepted = 0;
      for (let batch = 0; batch < 200; batch++) {
        const replies = await Promise.all(Array.from({ length: 5 }, () => use(QUOTA)));
        accepted += replies.filter(({ status }) => status === 404).length;
        clock.now += 2500;
      }
      expect(accepted).toBe(1000);
      const { status, text, headers } = await use(QUOTA);
      expect({ status, text }).toEqual(tooMany);
      expect(headers.get('retry-after')).toBe('3600');
      clock.now = Date.UTC(2026, 5, 2);
      expect((await use(QUOTA)).status).toBe(404);
    });
  });

  it('tells of each request its method, path and status, and nothing that is the partner\u2019s own', async () => {
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

// Each start synthesizes the stack.
describe('npm start', { timeout: 120_000 }, () => {
  const root = resolve(import.meta.dirname, '../..');
  let directory: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'start-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts the service with the engine of its own; `ended` answers with what it wrote and how it ended. */
  const start = (...args: string[]) => {
    const { DYNAMODB_ENDPOINT: _, ...env } = process.env;
    const child = spawn(process.execPath, ['cdk/tools/local/start.ts', ...args], {
      cwd: root,
      env: { ...env, CDK_OUTDIR: join(directory, `out-${children.length}`) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
    const ready = async () => {
      for (let attempt = 0; attempt < 1000; attempt++) {
        const url = /Ready at (http:[^\s,]+)/.exec(output.stdout)?.[1];
        if (url) return url;
        if (child.exitCode !== null) break;
        await new Promise((done) => setTimeout(done, 30));
      }
      throw new Error(`not ready: ${JSON.stringify(output)}`);
    };
    return { child, output, ended, ready };
  };

  /** The processes whose command line names this text: a test's database file. */
  const processesOf = async (text: string): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
    return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'));
  };
  const untilNone = async (text: string) => {
    for (let attempt = 0; attempt < 40 && (await processesOf(text)).length > 0; attempt++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    return processesOf(text);
  };

  const freePort = async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return { server, port: String(port), close: () => new Promise((done) => server.close(done)) };
  };
  const dataFile = async (name: string, records: readonly unknown[]) => {
    const file = join(directory, name);
    await writeFile(
      file,
      records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
    );
    return file;
  };

  it('ends at once, with a sentence, where the user can mend it', async () => {
    const taken = await freePort();
    const missing = join(directory, 'missing.jsonl');
    const runs = [
      [['--port', taken.port], `Port ${taken.port} is taken; choose another with --port.\n`],
      [['--data', missing], `The data file ${missing} can't be read.\n`],
      [['--data', directory], `The data file ${directory} can't be read.\n`],
      [['--port', '70000'], '--port 70000 is not a port number.\n'],
      [['--port', 'x'], '--port x is not a port number.\n'],
    ] as const;
    const ends = await Promise.all(runs.map(([args]) => start(...args).ended));
    expect(ends).toEqual(runs.map(([, stderr]) => ({ code: 1, signal: null, stdout: '', stderr })));
    const { code, stderr } = await start('--nonsense').ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/--nonsense.*\n\nUsage: npm start/s)]);
    await taken.close();
  });

  it('ends with a sentence where a line is refused, and keeps the refused lines as they came', async () => {
    const wrong = ['{"type":"partner"', ' {"type":"account","accountNumber":1,"partnerId":"none","name":"x"} '];
    const file = await dataFile('refused.jsonl', [wrong[0], ...world, wrong[1]]);
    const db = join(directory, 'refused.db');
    const { code, stdout, stderr } = await start('--port', '0', '--data', file, '--db', db).ended;
    const count = world.length + 2;
    expect([code, stderr]).toEqual([
      1,
      `2 of ${count} records of ${file} were refused and stand in ${file}.rejected: ` +
        `line 1: not a JSON object; line ${count}: partner none does not exist.\n`,
    ]);
    expect(stdout).not.toContain('Ready');
    expect(await readFile(`${file}.rejected`, 'utf8')).toBe(`${wrong[0]}\n${wrong[1]}\n`);
    expect(await untilNone(db)).toEqual([]);
  });

  it('keeps its data, through a kill too, and leaves no engine behind', async () => {
    const file = await dataFile('kept.jsonl', world);
    const db = join(directory, 'kept.db');
    const first = start('--port', '0', '--data', file, '--db', db);
    const url = await first.ready();
    expect((await processesOf(db)).length).toBeGreaterThan(1);
    const headers = { 'x-api-key': KEYS.ours, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...REQUIRED, name: 'Kept name' });
    expect((await fetch(`${url}/v1/business/101?x=secret-query`, { method: 'PUT', headers, body })).status).toBe(200);
    const contact = `${url}/v1/customer-v2/external/getCustomer?businessId=100&email=ada@mail.example`;
    await fetch(contact, { method: 'POST', headers, body: '{"email":"ada@mail.example"}' });
    await fetch(`${url}/nowhere?x-api-key=${KEYS.ours}`);
    await expect.poll(() => first.output.stdout).toContain('/nowhere');
    const log = first.output.stdout.slice(first.output.stdout.indexOf('Ready'));
    expect(log.split('\n').filter((line) => /^[A-Z]+ \//.test(line))).toEqual([
      expect.stringMatching(/^PUT \/v1\/business\/101 200 \d+\.\d ms$/),
      expect.stringMatching(/^POST \/v1\/customer-v2\/external\/getCustomer 200 \d+\.\d ms$/),
      expect.stringMatching(/^GET \/nowhere 404 \d+\.\d ms$/),
    ]);
    for (const secret of [KEYS.ours, 'mail.example', 'secret-query', 'businessId']) expect(log).not.toContain(secret);
    expect(first.output.stderr).toBe('');
    first.child.kill('SIGKILL');
    expect(await untilNone(db)).toEqual([]);
    expect(existsSync(db)).toBe(true);

    const second = start('--port', '0', '--db', db);
    const again = await second.ready();
    const reply = await fetch(`${again}/v1/business/101`, { method: 'PUT', headers, body: JSON.stringify(REQUIRED) });
    expect(await reply.json()).toMatchObject({ name: 'Kept name' });
    expect(second.output.stdout).not.toContain('Demo keys');
    const started = performance.now();
    second.child.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(await untilNone(db)).toEqual([]);
  });
});
