/** `npm run mcp` as agents use it: over stdio, against the service with the demo data. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { allOperations } from '../../../lib/operations.ts';
import { demoKey } from '../../../tools/local/demo.ts';
import type { Service } from '../../../tools/local/service.ts';
import { MOST_CHARACTERS } from '../../../tools/mcp/send.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { type Agent, startAgent } from './agent.ts';

let service: Service;
let reader: Agent;
let writer: Agent;
let key: string;
beforeAll(async () => {
  key = await demoKey();
  service = await startDemoService([], { requestsOnly: true });
  [reader, writer] = await Promise.all([
    startAgent(['--url', service.url], { PARTNER_API_KEY: key }),
    startAgent(['--url', service.url, '--write'], { PARTNER_API_KEY: key }),
  ]);
});
afterAll(async () => {
  await Promise.all([reader.close(), writer.close()]);
  await service.close();
});

const locationOf = async () =>
  (await reader.call('read', { operation: 'getBusiness', parameters: { businessId: 700102 } })).json.body;

describe('An agent', () => {
  it('finds three tools, or four with --write, whose hints are true', async () => {
    const toolsOf = async ({ client }: Agent) => (await client.listTools()).tools;
    expect((await toolsOf(reader)).map(({ name }) => name)).toEqual(['search', 'describe', 'read']);
    const tools = await toolsOf(writer);
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual({
      search: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      describe: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      read: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
      write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
    // What read may call changes nothing; what write may call deletes too.
    const changes = ['PutItem', 'UpdateItem', 'DeleteItem'];
    for (const { id, writes, access } of allOperations)
      if (access.some((action) => changes.includes(action)) || writes) {
        const { isError, text } = await writer.call('read', { operation: id });
        expect([id, isError, text]).toEqual([id, true, expect.stringContaining(`${id} writes`)]);
      }
    expect(JSON.stringify(tools).length).toBeLessThan(6000);
    expect(reader.client.getInstructions()).toContain('without --write');
  });

  it('searches, describes and reads', async () => {
    const found = await reader.call('search', { query: 'what did customers write in reviews of location X', count: 5 });
    expect(found.json.operations[0]).toEqual({
      operation: 'getReviews',
      summary: 'Get reviews',
      request: 'POST /v1/review/businessId/{businessId}',
      tag: 'Reviews',
      tool: 'read',
    });
    expect((await reader.call('search', { tag: 'Users', count: 1 })).json).toMatchObject({ found: 5 });
    const { text } = await reader.call('describe', { operation: 'getReviews' });
    expect(text).toMatch(/^- sindex \(integer, required/m);
    const { json, isError } = await reader.call('read', {
      operation: 'getReviews',
      parameters: { businessId: 700105, sindex: 0, count: 5 },
      body: { fromDate: '03/01/2025', toDate: '04/01/2025' },
    });
    expect(isError).toBe(false);
    expect(json).toMatchObject({ status: 200, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(json.body.length).toBeGreaterThan(0);
  });

  it('gets errors of the service as they are, all violations of them', async () => {
    const absent = await reader.call('read', { operation: 'getBusiness', parameters: { businessId: 999999 } });
    expect([absent.isError, absent.json.status, absent.json.body.code]).toEqual([true, 404, 1011]);
    const { json } = await writer.call('write', {
      operation: 'updateBusiness',
      parameters: { businessId: 700102 },
      body: { phone: '1', location: { city: 'x' } },
    });
    expect(json).toMatchObject({ dryRun: true, status: expect.any(Number) });
    expect(json.body.errors.length).toBeGreaterThan(2);
  });

  it('shows where a long answer was cut', async () => {
    const { json, text } = await reader.call('read', {
      operation: 'getReviews',
      parameters: { businessId: 700100, sindex: 0, count: 1000 },
    });
    expect(json.status).toBe(200);
    expect(json.body).toHaveLength(MOST_CHARACTERS);
    expect(json.note).toMatch(
      /^The body has \d+ characters; it is cut after 24000: ask for a smaller page by count\.$/,
    );
    expect(text.length).toBeLessThan(2 * MOST_CHARACTERS);
  });

  it('can’t write without --write', async () => {
    const before = await locationOf();
    await expect(
      reader.call('write', { operation: 'deleteBusiness', parameters: { businessId: 700102 }, confirm: true }),
    ).rejects.toThrow(/write/);
    const through = await reader.call('read', { operation: 'deleteBusiness', parameters: { businessId: 700102 } });
    expect(through.json).toMatchObject({ refused: [expect.stringContaining('--write')], note: 'Nothing was sent.' });
    expect(await locationOf()).toEqual(before);
  });

  it('writes in two steps: first without saving, then once, however often it repeats the call', async () => {
    const call = {
      operation: 'setFieldValue',
      parameters: { 'x-business-number': 700100 },
      body: { businessNumber: 700102, fieldId: 740001, fieldValue: 'None', feildValue: 'typo' },
    };
    const before = await locationOf();
    const tried = await writer.call('write', call);
    expect(tried.json).toMatchObject({
      dryRun: true,
      status: 200,
      next: expect.stringContaining('confirm: true'),
      ignoredFields: ['feildValue'],
    });
    expect(tried.json.idempotencyKey).toBeUndefined();
    expect(await locationOf()).toEqual(before);
    const saved = await writer.call('write', { ...call, confirm: true });
    expect(saved.json).toMatchObject({ status: 200, idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(saved.json.dryRun).toBeUndefined();
    const after = await locationOf();
    expect(JSON.stringify(after.customFields)).toContain('None');
    const { idempotencyKey } = saved.json;
    const again = await writer.call('write', {
      ...call,
      parameters: { ...call.parameters, 'Idempotency-Key': idempotencyKey },
      confirm: true,
    });
    expect(again.json).toMatchObject({ status: 200, idempotentReplayed: true, idempotencyKey });
    // Neither false nor a text is a confirmation.
    expect((await writer.call('write', { ...call, confirm: false })).json.dryRun).toBe(true);
    expect((await writer.call('write', { ...call, confirm: 'true' })).isError).toBe(true);
  });

  it('never sees the key', async () => {
    const echo = await reader.call('read', { operation: key });
    expect(echo.isError).toBe(true);
    for (const { said, stderr } of [reader, writer]) expect([...said, stderr()].join('\n')).not.toContain(key);
    expect(reader.said.join('\n')).toContain('[key]');
  });
});

describe('Hostile arguments', () => {
  let trap: Server;
  const trapped: (string | undefined)[] = [];
  let base: Server;
  const received: IncomingMessage[] = [];
  let agent: Agent;
  const listen = async (server: Server): Promise<string> => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let trapUrl: string;
  beforeAll(async () => {
    trap = createServer((request, response) => {
      trapped.push(request.url);
      response.end('{}');
    });
    trapUrl = await listen(trap);
    base = createServer((request, response) => {
      received.push(request);
      response.writeHead(302, { Location: `${trapUrl}/stolen` }).end();
    });
    agent = await startAgent(['--url', `${await listen(base)}/stage`, '--write'], { PARTNER_API_KEY: key });
  });
  afterAll(async () => {
    await agent.close();
    trap.close();
    base.close();
  });

  it('reach no other host and no other path', async () => {
    const paths = [
      '..',
      '../../v1/usage',
      '//evil.example',
      `${trapUrl}/`,
      '%2e%2e',
      'a\r\nHost: evil.example',
      'a?b#c',
      '\\\\evil',
    ];
    const calls = paths.flatMap((text) => [
      { operation: text },
      { operation: `GET ${text}/v1/usage` },
      { operation: 'getUsage', url: trapUrl },
      {
        operation: 'getUsage',
        parameters: { url: text, path: text, host: text, Host: text, 'X-Forwarded-Host': text },
      },
      { operation: 'getBusiness', parameters: { businessId: 7, fields: text } },
      { operation: 'getBusiness', parameters: { businessId: text } },
      { operation: 'trackUpload', parameters: { businessId: 7, uploadId: text } },
      { operation: 'deleteSubscription', parameters: { subscriptionId: text }, confirm: true },
      {
        operation: 'updateBusiness',
        parameters: { businessId: 7, 'If-Match': text, 'Idempotency-Key': text },
        body: {},
        confirm: true,
      },
    ]);
    for (const call of calls)
      await agent.call(allOperations.find(({ id }) => id === call.operation)?.writes ? 'write' : 'read', call);
    expect(trapped).toEqual([]);
    expect(received.length).toBeGreaterThan(5);
    const shapes = ['business/7(?:\\?fields=[^#]*)?', 'social/7/media/upload/[^/?#]+/status', 'subscriptions/[^/?#]+'];
    for (const { url = '', headers } of received) {
      expect(url).toMatch(new RegExp(`^/stage/v1/(?:${shapes.join('|')})$`));
      expect(headers.host).toMatch(/^127\.0\.0\.1:/);
      expect(headers['x-forwarded-host']).toBeUndefined();
    }
  });

  it('get a redirect as an answer, which is not followed', async () => {
    const { json, isError } = await agent.call('read', { operation: 'getUsage' });
    expect([json.status, isError, trapped]).toEqual([302, true, []]);
  });
});

describe('npm run mcp', () => {
  const run = (options: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, ['tools/mcp/main.ts', ...options], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, ...environment },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  it.each([
    [['--url', 'ftp://x.example'], {}, /must be an http:\/\/ or https:\/\/ URL/],
    [['--url', 'nonsense'], {}, /must be an http:\/\/ or https:\/\/ URL/],
    [['--url', 'https://user:pass@x.example'], {}, /must have no user/],
    [['--url', 'http://x.example'], { PARTNER_API_KEY: 'secret-key' }, /must be https:\/\/ for x\.example/],
    [['--url', 'https://x.example'], {}, /no API key for https:\/\/x\.example: set PARTNER_API_KEY/],
    [['--key-file', '/nowhere/key'], {}, /The key file \/nowhere\/key can't be read/],
    [[], { PARTNER_API_KEY: 'secret key' }, /characters that no key has/],
    [['--nonsense'], {}, /unknown option.*Usage: npm run mcp/s],
    [['extra'], {}, /too many arguments.*Usage: npm run mcp/s],
  ])('ends with a sentence for %j', async (options, environment, message) => {
    const { code, stdout, stderr } = await run(options, environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/secret.key|\n\s+at /);
  });

  it('takes the key from a file, ahead of the environment, and on this machine the demo key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'key-'));
    const file = join(directory, 'key');
    await writeFile(file, `${key}\n`);
    const agents = await Promise.all([
      startAgent(['--url', service.url, '--key-file', file], { PARTNER_API_KEY: 'another-key-that-is-none' }),
      startAgent(['--url', service.url]),
      startAgent(['--url', service.url], { PARTNER_API_KEY: 'another-key-that-is-none' }),
    ]);
    const codes = await Promise.all(
      agents.map(async ({ call }) => (await call('read', { operation: 'getUsage' })).json.status),
    );
    await Promise.all(agents.map(({ close }) => close()));
    await rm(directory, { recursive: true });
    expect(codes).toEqual([200, 200, 401]);
  });

  it('says that nothing was sent where nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const agent = await startAgent(['--url', `http://127.0.0.1:${port}`, '--write']);
    const read = await agent.call('read', { operation: 'getUsage' });
    const written = await agent.call('write', {
      operation: 'unsubscribe',
      parameters: { subscriptionId: 'sub_1', businessId: 7 },
      confirm: true,
    });
    await agent.close();
    for (const { isError, json } of [read, written])
      expect([isError, json]).toEqual([
        true,
        expect.objectContaining({ noAnswer: expect.stringContaining('ECONNREFUSED'), note: 'Nothing was sent.' }),
      ]);
  });
});
