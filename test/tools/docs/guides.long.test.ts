/** The guide to a thousand locations, followed to the letter: its programs run. That they compile: client/package.long.test.ts. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../../../tools/docs/client/build.ts';
import { demoAccount, demoKey } from '../../../tools/local/demo.ts';
import type { Service } from '../../../tools/local/service.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { blocksOf, programsOf } from './guide-blocks.ts';

const run = promisify(execFile);

let service: Service;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guides-'));
  [service] = await Promise.all([
    startDemoService(),
    buildClient(join(directory, 'node_modules/partner-listing-client')),
    writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
  ]);
});
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('keep a thousand locations right', () => {
  beforeAll(async () => {
    const { sync: program, receiver } = await programsOf();
    const [locations] = (await blocksOf('thousand-locations.md')).filter(({ syntax }) => syntax === 'json');
    await Promise.all([
      writeFile(join(directory, 'locations.json'), locations!.text),
      writeFile(join(directory, 'sync.ts'), program),
      writeFile(join(directory, 'receiver.ts'), receiver),
    ]);
  });

  const sync = async (): Promise<Readonly<Record<string, number>>> => {
    const env = { ...process.env, API_URL: service.url, API_KEY: await demoKey(), ACCOUNT: String(demoAccount) };
    const { stdout, stderr } = await run(process.execPath, ['sync.ts'], { cwd: directory, env });
    said = stderr;
    return JSON.parse(stdout);
  };
  /** What the program wrote to the standard error of its last run. */
  let said = '';

  const right = { created: 0, changed: 0, right: 2, refused: 0 };
  /** Changes are shown after 10 seconds. */
  const SHOWN = { timeout: 60_000, interval: 1000 };

  it('creates what is missing, then finds all right, and corrects what someone else has written', async () => {
    expect(await sync()).toEqual({ created: 2, changed: 2, right: 0, refused: 0 });
    expect(said).toContain('DONE: 2 of 2 rows');
    expect(await sync()).toEqual(right);
    const copy = JSON.parse(await readFile(join(directory, 'copy.json'), 'utf8'));
    const of = (id: string): readonly [number, unknown] =>
      copy.known.find(
        ([, { record }]: [number, { record: Record<string, unknown> }]) => record.externalReferenceId === id,
      );
    const [businessNumber] = of('shop-0002');
    const headers = { 'x-api-key': await demoKey(), 'content-type': 'application/json' };
    const changed = await fetch(`${service.url}/v1/business/${businessNumber}`, {
      method: 'PUT',
      headers,
      body: '{"emailId":"other@copperkettle.example","phone":"(503) 555-0102","services":"Takeout","keywords":"kept"}',
    });
    expect(changed.status).toBe(200);
    await expect.poll(sync, SHOWN).toEqual({ ...right, changed: 1, right: 1 });
    const now = await fetch(changed.url, { headers });
    expect(await now.json()).toMatchObject({ emailId: 'shop2@copperkettle.example', keywords: 'kept' });
    await fetch(changed.url, { method: 'DELETE', headers });
    await expect.poll(async () => (await sync()).created, SHOWN).toBe(1);
  });

  it('reports a location that is refused, and goes on with the others', async () => {
    const file = join(directory, 'locations.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('(503) 555-0102', '0102'));
    expect(await sync()).toEqual({ ...right, right: 1, refused: 1 });
    expect(said).toMatch(/^shop-0002: .*\(code 1055\)\n$/m);
    await writeFile(file, text);
    expect(await sync()).toEqual(right);
  });

  it('reads everything again if its cursor is no longer valid', async () => {
    const file = join(directory, 'copy.json');
    const copy = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...copy, cursor: 'none', known: copy.known.slice(-1) }));
    expect(await sync()).toEqual(right);
    expect(JSON.parse(await readFile(file, 'utf8')).known).toHaveLength(copy.known.length);
  });

  it('receives what is signed, and refuses the rest', async () => {
    const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
    const free = createServer().listen(0);
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    free.close();
    await once(free, 'close');
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
    const child = spawn(process.execPath, ['receiver.ts'], { cwd: directory, env });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    try {
      const body = JSON.stringify({ id: 'evt_1', type: 'BUSINESS_UPDATED', data: { businessId: 700101 } });
      const at = new Date();
      const headers = (signature: string) => ({
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      });
      const send = (signature: string) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: headers(signature), body }).then(
          ({ status }) => status,
          () => 0,
        );
      const signature = new Webhook(secret).sign('evt_1', at, body);
      await expect.poll(() => send(signature)).toBe(204);
      expect(await send('v1,AAAA')).toBe(400);
      await expect.poll(() => output).toBe('look at 700101\n');
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
