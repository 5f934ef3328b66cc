/** Fetches that end in time, whatever a server does. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { download } from '../../../lib/media/download.ts';
import { ResolverFailed } from '../../../lib/outside/resolve.ts';
import { film, png } from '../../support/media-files.ts';
import { type Answer, bytes, serve } from './rig.ts';

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;
const good = png(800, 800);

/** As `dripping`, of a file whose length is nowhere said: its end is that of the connection. */
const drippingToTheEnd =
  (head: Buffer): Answer =>
  (_, response) => {
    const socket = response.socket!;
    socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
    socket.write(head);
    const timer = setInterval(() => socket.write(Buffer.alloc(1)), 50);
    socket.on('error', () => {}).once('close', () => clearInterval(timer));
  };

/** Sends what is left of a file that `inParts` serves. */
const rest = new Map<string, () => void>();
const inParts =
  (name: string, file: Buffer): Answer =>
  (_, response) => {
    // As much as is written at once, and more.
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 100_000));
    rest.set(name, () => response.end(file.subarray(100_000)));
  };

/** Bytes one by one, each in time by itself. */
const dripping =
  (head: Buffer): Answer =>
  (_, response) => {
    response.writeHead(200).write(head);
    const timer = setInterval(() => response.write(Buffer.alloc(1)), 50);
    response.once('close', () => clearInterval(timer));
  };

/** Writes the same for ever, as fast as it is read. */
const endless = (socket: net.Socket, text: string): void => {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('error', () => {}).on('drain', more);
  more();
};

/** A large picture in chunks of so many bytes, hundreds of them with each write. */
const large = png(800, 800, 1_000_000);
const cutInto =
  (size: number): Answer =>
  (_, response) => {
    const chunks = Array.from({ length: Math.ceil(large.length / size) }, (_, index) => {
      const chunk = large.subarray(index * size, (index + 1) * size);
      return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
    });
    const socket = response.socket!.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]));
  };

/** A part of a file, and the end of the connection by a reset. */
const reset =
  (part: Buffer, header = ''): Answer =>
  (_, response) => {
    const socket = response.socket!.on('error', () => {});
    socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n${header}\r\n`);
    socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 100));
  };
/** They say nothing of where a body ends. */
const CODINGS = ['identity', 'gzip', 'chunked-not', 'chunked, identity'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'));
  const movie = await film();
  server = await serve({
    '/silent': () => {},
    '/head-only': (_, response) => void response.writeHead(200).flushHeaders(),
    '/stalls': (_, response) => void response.writeHead(200, { 'content-length': 10_000 }).write(good.subarray(0, 100)),
    '/drips-picture': dripping(good.subarray(0, 100)),
    '/drips-film': dripping(movie.subarray(0, 100)),
    '/drips-to-the-end': drippingToTheEnd(good.subarray(0, 100)),
    '/stalls-to-the-end': (_, response) =>
      void response
        .socket!.on('error', () => {})
        .write(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), good.subarray(0, 100)])),
    '/whole-to-the-end': (_, response) => {
      response.socket!.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      response.socket!.end(good);
    },
    '/picture-in-parts': inParts('picture-in-parts', png(800, 800, 200_000)),
    '/film-in-parts': inParts('film-in-parts', await film({ bytes: 200_000 })),
    '/good': bytes(good),
    '/reset': reset(good.subarray(0, 9000)),
    ...Object.fromEntries(
      CODINGS.map((coding) => [
        `/reset-${encodeURIComponent(coding)}`,
        reset(good.subarray(0, 9000), `Transfer-Encoding: ${coding}\r\n`),
      ]),
    ),
    '/mov': bytes(await film({ isMov: true })),
    '/cut-small': cutInto(1),
    '/cut': cutInto(300),
    '/interim': (_, response) => endless(response.socket!, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
    '/few-interim': (request, response) => {
      for (let each = 0; each < 5; each++) response.writeProcessing();
      bytes(good)(request, response);
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
const fetchIt = (url: string, more: object = {}) => {
  const path = join(folder, String(files++));
  // A good server is waited for, however busy the machine is.
  const patience = { idle: 60_000, picture: 120_000, film: 240_000 };
  return download({ url, path, wanted: 'SOCIAL', allowLocal: true, patience, ...more });
};
const SLOW = { failure: { code: 2171, text: 'The URL does not answer with the entire file in time' }, again: true };

it.each([
  ...['/silent', '/head-only', '/stalls', '/drips-picture', '/drips-film'],
  ...['/drips-to-the-end', '/stalls-to-the-end'],
])('%s ends, and is tried again', async (path) => {
  const patience = { idle: 300, picture: 900, film: 2000 };
  expect(await fetchIt(`${server.url}${path}`, { patience })).toEqual(SLOW);
});

it('ends a file that is cut into pieces of a few bytes, each of which takes time and memory', async () => {
  const failure = { code: 2171, text: 'The URL answers in pieces of a few bytes each' };
  expect(await fetchIt(`${server.url}/cut-small`)).toEqual({ failure, again: false });
});

it('writes pieces of any other size as they came', async () => {
  const path = join(folder, 'pieces');
  expect(await fetchIt(`${server.url}/cut`, { path })).toEqual({ format: 'PNG' });
  expect((await readFile(path)).equals(large)).toBe(true);
});

it('ends interim responses that do not end, and takes what follows a few', async () => {
  const failure = { code: 2171, text: 'The URL does not answer with a file; redirects are not followed' };
  expect(await fetchIt(`${server.url}/interim`)).toEqual({ failure, again: false });
  expect(await fetchIt(`${server.url}/few-interim`)).toEqual({ format: 'PNG' });
});

it('what ends with its connection is whole where the server ended it', async () => {
  expect(await fetchIt(`${server.url}/whole-to-the-end`)).toEqual({ format: 'PNG' });
});

it('what ends with its connection is cut off where that was reset', async () => {
  const failure = { code: 2171, text: 'The answer of the URL ends early' };
  for (const path of ['/reset', ...CODINGS.map((coding) => `/reset-${encodeURIComponent(coding)}`)])
    expect([path, await fetchIt(`${server.url}${path}`)]).toEqual([path, { failure, again: true }]);
});

it('files that are refused by their first bytes end, many at once', async () => {
  const refused = { failure: { code: 2181, text: 'The video is MOV; it must be MP4' }, again: false };
  const tries = Array.from({ length: 30 }, () => fetchIt(`${server.url}/mov`, { wanted: 'VIDEO' }));
  for (const found of await Promise.all(tries)) expect(found).toEqual(refused);
});

it('a server that does not speak TLS cannot be reached, and is tried again', async () => {
  const alert = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.from('15030300020228', 'hex')));
  });
  await new Promise<void>((resolve) => alert.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void alert.close());
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const failure = { code: 2171, text: 'The URL cannot be reached' };
  for (const { port } of [new URL(server.url), alert.address() as net.AddressInfo])
    expect(await fetchIt(`https://picture.example:${port}/good`, { resolve })).toEqual({ failure, again: true });
});

it('each try has a connection of its own, and goes where its name leads by then', async () => {
  const port = new URL(server.url).port;
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  const url = `http://picture.example:${port}/good`;
  expect(await fetchIt(url, { resolve })).toEqual({ format: 'PNG' });
  expect(await fetchIt(url, { resolve })).toMatchObject({ failure: { text: 'The URL cannot be reached' } });
});

it('a failure of this machine is thrown, and is none of the file', async () => {
  const resolve = async () => {
    throw new ResolverFailed('no name server could be asked: ECONNREFUSED');
  };
  await expect(fetchIt('http://picture.example:9999/good', { resolve })).rejects.toThrow('no name server');
  const connect = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
    process.nextTick(() => this.destroy(Object.assign(new Error('nothing more can be opened'), { code: 'EMFILE' })));
    return this;
  });
  onTestFinished(() => connect.mockRestore());
  await expect(fetchIt(`${server.url}/good`)).rejects.toThrow('nothing more can be opened');
});

it('a film has more time than a picture', async () => {
  const { now } = clock;
  let ahead = 0;
  clock.now = () => now() + ahead;
  const patience = { idle: 3_600_000, picture: 900_000, film: 3_600_000 };
  const found = async (name: string) => {
    ahead = 0;
    const path = join(folder, name);
    const done = download({ url: `${server.url}/${name}`, path, wanted: 'SOCIAL', allowLocal: true, patience });
    await expect.poll(async () => (await stat(path).catch(() => undefined))?.size ?? 0).toBeGreaterThan(0);
    ahead = 1_000_000;
    // Several looks at the clock later.
    setTimeout(() => rest.get(name)!(), 1000);
    return done;
  };
  try {
    expect(await found('picture-in-parts')).toEqual(SLOW);
    expect(await found('film-in-parts')).toEqual({ format: 'MP4' });
  } finally {
    clock.now = now;
  }
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
