/** Guides, followed to the letter: their commands answer what the pages say. That of a program: guides.long.test.ts. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../tools/local/service.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { blocksOf } from './guide-blocks.ts';

const run = promisify(execFile);

let service: Service;
let directory: string;
let connectorPort: number;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guides-'));
  connectorPort = await freePort();
  service = await startDemoService([], {
    environment: { REQUEST_PAGE_URL: 'http://localhost:3000/r', WEBHOOKS_LOCAL: 'allowed' },
  });
});
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The same at the addresses of this test. */
const here = (script: string): string =>
  script.replaceAll('http://localhost:3000', service.url).replaceAll('9001', String(connectorPort));

/** Runs the commands of a guide as one script, and compares what each prints with what the page says; how many say it. */
const follow = async (guide: string): Promise<number> => {
  const blocks = await blocksOf(guide);
  const commands = blocks.filter(({ syntax }) => syntax === 'sh');
  const mark = '=== end of a block ===';
  const script = commands.map(({ text }) => `${text}\necho; echo '${mark}'\n`).join('');
  // A program that a guide starts ends with it, whatever happens.
  const guarded = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${script}`;
  const { stdout } = await run('bash', ['-ec', here(guarded)], { cwd: directory });
  const outputs = stdout.split(`${mark}\n`);
  const checked = commands.flatMap((command, index) => {
    const said = blocks[blocks.indexOf(command) + 1];
    const output = outputs[index]!.trim();
    if (said?.syntax === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(said.text));
    else if (said?.syntax === 'text') expect(output).toBe(said.text.trim());
    else return [];
    return [said];
  });
  return checked.length;
};

describe('first call in five minutes', () => {
  it('answers each command as the page says', async () => {
    expect(await follow('first-call.md')).toBe(5);
  });
});

describe('from a bad review to a closed ticket', () => {
  it('answers each command as the page says', async () => {
    expect(await follow('bad-review.md')).toBe(8);
  });
});

describe('publish a post', () => {
  it('answers each command as the page says, with the connector that the page shows', async () => {
    const programs = (await blocksOf('publish-a-post.md')).filter(({ syntax }) => syntax === 'js');
    expect(programs).toHaveLength(1);
    await writeFile(join(directory, 'connector.mjs'), programs[0]!.text);
    expect(await follow('publish-a-post.md')).toBe(9);
  });
});
