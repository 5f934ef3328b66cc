/** What CI asks the registry (`.ci/audit`): where it can't be asked, that is a failure; where it has no such thing, a skip. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { tried } from '../support/chosen.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const status =
  (code: number, body: object = {}): Respond =>
  (_, response) =>
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** One advisory about a package that is bundled into every function. */
const advisory = {
  '@middy/core': [
    { id: 1, url: 'https://example.com', title: 'A weakness', severity: 'low', vulnerable_versions: '>=0.0.0' },
  ],
};

const audit = async (what: string, respond: Respond) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    request.once('end', () => respond(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const child = spawn(join(projectRoot, '.ci/audit'), [what], {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      npm_config_fetch_retries: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.resume();
  const [code] = await once(child, 'close');
  return { passed: code === 0, skipped: /^skipped: /m.test(output), asked: asked.length > 0 };
};

const CASES = [
  ['advisories', 'has none to report', status(405), { passed: true, skipped: true }],
  ['advisories', 'knows of no weakness', status(200), { passed: true, skipped: false }],
  ['advisories', 'knows of one', status(200, advisory), { passed: false, skipped: false }],
  ['advisories', 'is out of order', status(503), { passed: false, skipped: false }],
  ['signatures', 'has no keys', status(404), { passed: true, skipped: true }],
] as const;

it.each(tried(CASES, 1, { salt: 'audit', nameOf: ([what, how]) => `${what} ${how}` }))(
  'the audit of %s, where the registry %s',
  async (what, _, respond, expected) => {
    expect(await audit(what, respond)).toEqual({ ...expected, asked: true });
  },
);
