/** Fetches that end in time, whatever a server does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { download } from '../../../lib/media/download.ts';
import { film, png } from '../../support/media-files.ts';
import { type Answer, bytes, serve } from './rig.ts';

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;
const good = png(800, 800);

/** Bytes one by one, each in time by itself. */
const dripping =
  (head: Buffer): Answer =>
  (_, response) => {
    response.writeHead(200).write(head);
    const timer = setInterval(() => response.write(Buffer.alloc(1)), 50);
    response.once('close', () => clearInterval(timer));
  };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'));
  const movie = await film();
  server = await serve({
    '/silent': () => {},
    '/head-only': (_, response) => void response.writeHead(200).flushHeaders(),
    '/stalls': (_, response) => void response.writeHead(200, { 'content-length': 10_000 }).write(good.subarray(0, 100)),
    '/drips-picture': dripping(good.subarray(0, 100)),
    '/drips-film': dripping(movie.subarray(0, 100)),
    '/good': bytes(good),
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
const fetchIt = (url: string, more: object = {}) => {
  const path = join(folder, String(files++));
  const patience = { idle: 300, picture: 900, film: 2000 };
  return download({ url, path, wanted: 'SOCIAL', allowLocal: true, patience, ...more });
};
const SLOW = { failure: { code: 2171, text: 'The URL does not answer with the whole file in time' }, again: true };

it.each(['/silent', '/head-only', '/stalls', '/drips-picture', '/drips-film'])(
  '%s ends, and is tried again',
  async (path) => {
    expect(await fetchIt(`${server.url}${path}`)).toEqual(SLOW);
  },
);

it('a film has more time than a picture', async () => {
  const times = await Promise.all(
    ['/drips-picture', '/drips-film'].map(async (path) => {
      const begun = Date.now();
      await fetchIt(`${server.url}${path}`);
      return Date.now() - begun;
    }),
  );
  expect(times[1]! - times[0]!).toBeGreaterThan(500);
});

it('a name that resolves to an address of ours leads nowhere, whatever else it resolves to', async () => {
  const port = new URL(server.url).port;
  const to = (...addresses: string[]) => ({
    allowLocal: false,
    resolve: async () => addresses.map((address) => ({ address, family: 4 })),
  });
  const refused = { failure: { code: 2171, text: 'The URL cannot be reached' }, again: false };
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['169.254.169.254']])
    expect(await fetchIt(`https://picture.example:${port}/good`, to(...addresses))).toEqual(refused);
  expect(await fetchIt(`http://picture.example:${port}/good`, to('127.0.0.1'))).toEqual(refused);
  const found = await fetchIt(`http://picture.example:${port}/good`, { ...to('127.0.0.1'), allowLocal: true });
  expect(found).toEqual({ format: 'PNG' });
});
