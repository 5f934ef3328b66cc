/** The guides for partners, followed to the letter: their commands and programs run, and answer what the page says. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { buildClient, compilerFindings } from '../../../../cdk/tools/docs/client/build.ts';
import { demoAccount, demoKey } from '../../../../cdk/tools/local/demo.ts';
import type { Service } from '../../../../cdk/tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';

const run = promisify(execFile);

interface Block {
  readonly syntax: string;
  readonly text: string;
}

const blocksOf = async (guide: string): Promise<Block[]> => {
  const page = await readFile(join(projectRoot, 'docs/guides', guide), 'utf8');
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, syntax = '', text = '']) => ({ syntax, text }));
};

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

describe('first call in five minutes', () => {
  it('answers each command as the page says', async () => {
    const blocks = await blocksOf('first-call.md');
    const commands = blocks.filter(({ syntax }) => syntax === 'sh');
    const mark = '=== end of a block ===';
    const script = commands.map(({ text }) => `${text}\necho; echo '${mark}'\n`).join('');
    const { stdout } = await run('bash', ['-ec', script.replaceAll('http://localhost:3000', service.url)], {
      cwd: directory,
    });
    const outputs = stdout.split(`${mark}\n`);
    const checked = commands.flatMap((command, index) => {
      const said = blocks[blocks.indexOf(command) + 1];
      const output = outputs[index]!.trim();
      if (said?.syntax === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(said.text));
      else if (said?.syntax === 'text') expect(output).toBe(said.text.trim());
      else return [];
      return [said];
    });
    expect(checked.length).toBe(5);
  });
});

describe('keep a thousand locations right', () => {
  let receiver = '';

  beforeAll(async () => {
    const blocks = await blocksOf('thousand-locations.md');
    const code = blocks.filter(({ syntax }) => syntax === 'ts').map(({ text }) => text);
    receiver = code.pop()!;
    const [locations] = blocks.filter(({ syntax }) => syntax === 'json');
    await Promise.all([
      writeFile(join(directory, 'locations.json'), locations!.text),
      writeFile(join(directory, 'sync.ts'), code.join('\n')),
      writeFile(join(directory, 'receiver.ts'), receiver),
    ]);
  });

  const sync = async (): Promise<unknown> => {
    const env = { ...process.env, API_URL: service.url, API_KEY: await demoKey(), ACCOUNT: String(demoAccount) };
    const { stdout, stderr } = await run(process.execPath, ['sync.ts'], { cwd: directory, env });
    return stderr === '' ? JSON.parse(stdout) : stderr;
  };

  it('has programs that compile', () => {
    const program = ts.createProgram([join(directory, 'sync.ts'), join(directory, 'receiver.ts')], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(projectRoot, 'node_modules/@types')],
    });
    expect(compilerFindings(program)).toEqual([]);
  });

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
