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
import { buildClient } from '../../../../cdk/tools/docs/client/build.ts';
import { demoAccount, demoKey } from '../../../../cdk/tools/local/demo.ts';
import type { Service } from '../../../../cdk/tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
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

  const sync = async (): Promise<unknown> => {
    const env = { ...process.env, API_URL: service.url, API_KEY: await demoKey(), ACCOUNT: String(demoAccount) };
    const { stdout, stderr } = await run(process.execPath, ['sync.ts'], { cwd: directory, env });
    return stderr === '' ? JSON.parse(stdout) : stderr;
  };

  it('creates what is missing, then finds all right, and corrects what someone else has written', async () => {
    expect(await sync()).toEqual({ created: 2 });
    // A list follows a write within a second.
    await expect.poll(sync, { timeout: 20_000, interval: 500 }).toEqual({ right: 2 });
    const headers = { 'x-api-key': await demoKey(), 'content-type': 'application/json' };
    const search = await fetch(`${service.url}/v1/business/${demoAccount}/search`, {
      method: 'POST',
      headers,
      body: '{"externalReferenceId":"shop-0002"}',
    });
    const { accounts } = (await search.json()) as { accounts: { businessNumber: number }[] };
    const changed = await fetch(`${service.url}/v1/business/${accounts[0]!.businessNumber}`, {
      method: 'PUT',
      headers,
      body: '{"emailId":"other@copperkettle.example","phone":"(503) 555-0102","services":"Takeout","keywords":"kept"}',
    });
    expect(changed.status).toBe(200);
    expect(await sync()).toEqual({ changed: 1, right: 1 });
    const now = await fetch(changed.url, { headers });
    expect(await now.json()).toMatchObject({ emailId: 'shop2@copperkettle.example', keywords: 'kept' });
  });

  it('reports a location that is refused, and goes on with the others', async () => {
    const file = join(directory, 'locations.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('(503) 555-0102', '0102'));
    expect(await sync()).toMatch(/^shop-0002: .*code 1055, request [\w-]+\)\n$/);
    await writeFile(file, text);
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
      await expect.poll(() => send(signature), { timeout: 15_000 }).toBe(204);
      expect(await send('v1,AAAA')).toBe(400);
      await expect.poll(() => output).toBe('look at 700101\n');
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
