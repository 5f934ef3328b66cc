/** `verify` of both clients with the headers of real frameworks, and Python's types of events by mypy and pyright. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClient, buildPythonClient } from '../../../../tools/docs/client/build.ts';
import { markedLines, pythonProgram } from './event-programs.ts';

const run = promisify(execFile);
const MINUTES = 10 * 60_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const NODE_PACKAGES = ['express@5.3.0', 'fastify@5.12.8', 'hono@4.13.19', '@hono/node-server@2.1.9'];
const PYTHON_PACKAGES = ['flask==3.1.3', 'django==5.2.19', 'fastapi==0.165.0', 'uvicorn==0.54.0'];

let directory: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-frameworks-'));
});
afterAll(async () => {
  for (const child of children) child.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Starts a program that prints URLs by name. */
const started = async (program: string, file: string): Promise<Readonly<Record<string, string>>> => {
  const child = spawn(program, [file], {
    cwd: directory,
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => expect.fail(`${file} ended early`)),
  ])) as [Buffer];
  return JSON.parse(line.toString());
};

/** What each receiver answers to a request, and to one that was changed on its way. */
const answersOf = async (urls: Readonly<Record<string, string>>) => {
  const body = JSON.stringify({ id: 'evt_1', type: 'BUSINESS_UPDATED', data: { name: 'Café' } });
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(SECRET).sign('evt_1', at, body),
  };
  const answer = async (url: string, text: string) => {
    const response = await fetch(url, { method: 'POST', headers, body: text });
    return `${response.status} ${await response.text()}`;
  };
  const found = Object.entries(urls).map(async ([name, url]) => [
    name,
    await answer(url, body),
    await answer(url, body.replace('Café', 'Cafe')),
  ]);
  return Promise.all(found);
};
const right = (urls: object) => Object.keys(urls).map((name) => [name, '200 BUSINESS_UPDATED', '400 WebhookError']);

it(
  'takes the headers of Express, Fastify, Hono and Node',
  async ({ skip }) => {
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...NODE_PACKAGES];
    const failure = await run('npm', install, { cwd: directory }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    if (failure !== undefined) return skip(`npm can't bring the frameworks: ${failure.slice(0, 200)}`);
    await buildClient(join(directory, 'node_modules/partner-listing-client'));
    await copyFile(join(import.meta.dirname, 'frameworks.mjs'), join(directory, 'frameworks.mjs'));
    const urls = await started(process.execPath, 'frameworks.mjs');
    expect(Object.keys(urls)).toHaveLength(5);
    expect(await answersOf(urls)).toEqual(right(urls));
  },
  MINUTES,
);

it(
  'takes the headers of Flask, Django, FastAPI and http.server; mypy and pyright distinguish events',
  async ({ skip }) => {
    const bin = (name: string) => join(directory, 'venv/bin', name);
    const packages = [...PYTHON_PACKAGES, 'mypy==2.4.1', 'pyright==1.1.414', join(directory, 'python')];
    await buildPythonClient(join(directory, 'python'));
    const failure = await run('python3', ['-m', 'venv', join(directory, 'venv')])
      .then(() => run(bin('pip'), ['install', '--quiet', ...packages]))
      .then(
        () => undefined,
        ({ message }: Error) => message,
      );
    if (failure !== undefined) return skip(`pip can't bring the frameworks: ${failure.slice(0, 200)}`);
    const urls = await started(bin('python'), join(import.meta.dirname, 'frameworks.py'));
    expect(Object.keys(urls)).toHaveLength(7);
    expect(await answersOf(urls)).toEqual(right(urls));

    const marked = markedLines(pythonProgram, '#!');
    await writeFile(join(directory, 'program.py'), pythonProgram);
    const findings = async (program: string, options: readonly string[]) => {
      const checked = run(bin(program), [...options, 'program.py'], { cwd: directory });
      const { stdout } = await checked.catch((error: { stdout: string }) => error);
      const lines = [...stdout.matchAll(/program\.py:(\d+):(?:\d+ -)? error/g)].map(([, line]) => Number(line));
      return [...new Set(lines)];
    };
    expect(await findings('mypy', ['--strict'])).toEqual(marked);
    expect(await findings('pyright', ['--pythonpath', bin('python')])).toEqual(marked);
  },
  MINUTES,
);
