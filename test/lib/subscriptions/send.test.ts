/** One request to a webhook: where it goes, how long it takes, and what is said of whatever comes back. */
import dns from 'node:dns/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Resolve } from '../../../lib/outside/resolve.ts';
import { closeServers, listen, receiving, sending, servers } from './receivers.ts';

afterEach(() => {
  closeServers();
  vi.restoreAllMocks();
});

describe('A request', () => {
  it('is a POST with its body and headers, and answers the status', async () => {
    const { port, seen } = await receiving();
    expect(await sending(`http://localhost:${port}/a/b?c=d`)).toEqual({
      status: 204,
      milliseconds: expect.any(Number),
    });
    expect(seen).toEqual([`POST /a/b?c=d localhost:${port} a {"a":"ä"}`]);
  });

  it.each(['http', 'https'])(
    'is not sent by %s where this process stood still while it connected',
    async (protocol) => {
      const seen: string[] = [];
      const note = ({ method }: IncomingMessage, response: ServerResponse) => {
        seen.push(String(method));
        response.writeHead(204).end();
      };
      // Without a certificate.
      const anonymous = { ciphers: 'ADH:@SECLEVEL=0', dhparam: 'auto', maxVersion: 'TLSv1.2' } as const;
      const isPlain = protocol === 'http';
      const server = isPlain ? http.createServer(note) : https.createServer(anonymous, note);
      const url = `${protocol}://localhost:${await listen(server as http.Server)}/`;
      const { request } = https;
      vi.spyOn(https, 'request').mockImplementation(((options: object) =>
        request({ ...options, ...anonymous, rejectUnauthorized: false })) as never);
      expect(await sending(url, { sendBy: clock.now() + 5000 })).toMatchObject({ status: 204 });
      expect(seen).toEqual(['POST']);

      server.once('secureConnection', () => standStill(7000));
      const resolve: Resolve = async () => {
        if (isPlain) standStill(7000);
        return [{ address: '127.0.0.1', family: 4 }];
      };
      const late = await sending(url, { resolve, sendBy: clock.now() + 5000 });
      expect(late).toMatchObject({ error: 'timeout', isOurs: true });
      expect(seen).toEqual(['POST']);
    },
  );

  it('fails at an endpoint that does not let it connect in time, unless it began late', async () => {
    // It accepts, and is silent where it should shake hands.
    const url = `https://127.0.0.1:${await listen(net.createServer((socket) => void socket.on('error', () => {})))}/`;
    const { now } = clock;
    const begun = now();
    let passed = 0;
    vi.spyOn(clock, 'now').mockImplementation(() => begun + passed);
    const setTimer = setTimeout;
    // The timer of the connection is up at once, and by the clock as well.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds = 0, ...more: never[]) => {
      if (milliseconds !== 4000 && milliseconds !== 2000) return setTimer(work, milliseconds, ...more);
      return setTimer(() => {
        passed = milliseconds;
        work();
      }, 1);
    }) as never);
    const late = { error: 'timeout', milliseconds: 4000 };
    expect(await sending(url, { sendBy: begun + 4000 })).toEqual(late);
    passed = 0;
    expect(await sending(url, { sendBy: begun + 2000 })).toEqual({ ...late, milliseconds: 2000, isOurs: true });
    // A resolution takes four seconds, and says itself whose failure it is.
    passed = 0;
    const resolve = () => new Promise<never>(() => {});
    const unresolved = await sending('https://hooks.example/', { resolve, sendBy: begun + 4000 });
    expect(unresolved).toEqual({ ...late, isOurs: true });
  });

  it('follows no redirect', async () => {
    const other = await receiving();
    const location = `http://127.0.0.1:${other.port}/`;
    const { port } = await receiving((_, response) => void response.writeHead(302, { location }).end());
    expect(await sending(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(other.seen).toEqual([]);
  });

  it('returns how long an endpoint asks to wait, and nothing else of its response', async () => {
    const { port } = await receiving(
      (_, response) => void response.writeHead(503, { 'retry-after': '120', 'x-secret': 'word' }).end('a secret'),
    );
    const sent = await sending(`http://127.0.0.1:${port}/`);
    expect(sent).toEqual({ status: 503, retryAfter: '120', milliseconds: expect.any(Number) });
  });

  it('waits for a quarter of a second for the rest of an answer, and no longer', async () => {
    let isCut = false;
    const { port } = await receiving((_, response) => {
      response.writeHead(200).write('a');
      response.on('close', () => {
        isCut = true;
      });
    });
    const sent = sending(`http://127.0.0.1:${port}/`);
    const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'late').unref());
    expect(await Promise.race([sent, late])).toMatchObject({ status: 200 });
    await expect.poll(() => isCut).toBe(true);
  });

  it.each([
    ['a body where there is none', 204, '', '{"a":1}'],
    ['more than its length', 200, 'Content-Length: 2\r\n', 'OK more'],
    ['a broken chunk', 200, 'Transfer-Encoding: chunked\r\n', 'ZZ\r\nfoo'],
    ['a broken chunk', 410, 'Transfer-Encoding: chunked\r\n', 'ZZ\r\nfoo'],
  ])('takes the status of an answer with %s: %i', async (_, status, headers, body) => {
    const head = `HTTP/1.1 ${status} So\r\n${headers}\r\n`;
    for (const [first, later] of [
      [head + body, ''],
      [head, body],
    ] as const) {
      const server = net.createServer((socket) => {
        socket
          .on('error', () => {})
          .once('data', () => {
            socket.write(first);
            setTimeout(() => socket.write(later), 20);
          });
      });
      const url = `http://127.0.0.1:${await listen(server)}/`;
      expect(await sending(url)).toEqual({ status, milliseconds: expect.any(Number) });
      // Of an answer that is read, all that its length says counts, and nothing of one that breaks off.
      const isWhole = headers.startsWith('Content-Length');
      expect((await sending(url, { reads: 1000 })).body).toBe(isWhole ? 'OK' : undefined);
      expect(await sending(url, { reads: 1000 })).toMatchObject({ status });
    }
  });

  it('reads no answer that is not UTF-8', async () => {
    const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n');
    const bodies = [Buffer.from('"é'), Buffer.from([0x22, 0xff, 0x22])];
    const server = net.createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write(Buffer.concat([head, bodies.shift()!])));
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    expect(await sending(url, { reads: 1000 })).toMatchObject({ status: 200, body: '"é' });
    const answer = await sending(url, { reads: 1000 });
    expect([answer.status, answer.body]).toEqual([200, undefined]);
  });

  it('takes the status of an answer that changes the protocol', async () => {
    const head = 'HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n';
    const server = net.createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write(head));
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    for (const reads of [{}, { reads: 1000 }]) expect(await sending(url, reads)).toMatchObject({ status: 101 });
  });

  it('ends interim responses that do not end, and takes what follows a few', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const server = net.createServer((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(interim.repeat(100)));
      };
      socket
        .on('error', () => {})
        .once('data', (request) => {
          if (String(request).startsWith('POST /few'))
            return void socket.write(`${interim.repeat(5)}HTTP/1.1 204 So\r\n\r\n`);
          if (String(request).startsWith('POST /many'))
            return void socket.write(`${interim.repeat(11)}HTTP/1.1 204 So\r\n\r\n`);
          socket.on('drain', more);
          more();
        });
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    for (const reads of [{}, { reads: 1000 }]) {
      // At once: it is no time-out.
      expect(await sending(url, reads)).toMatchObject({ error: 'refused' });
      expect(await sending(`${url}few`, reads)).toMatchObject({ status: 204 });
      expect(await sending(`${url}many`, reads)).toMatchObject({ error: 'refused' });
    }
  });

  it('has a connection of its own, and goes where its name leads by then', async () => {
    const { port, seen } = await receiving();
    let asked = 0;
    const resolve: Resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const url = `http://hooks.example:${port}/`;
    expect(await sending(url, { resolve })).toMatchObject({ status: 204 });
    expect(await sending(url, { resolve })).toMatchObject({ error: 'forbidden address' });
    expect(seen).toHaveLength(1);
  });

  it('ends an answer that does not end, once its status is there', async () => {
    const sockets: net.Socket[] = [];
    const connect = net.Socket.prototype.connect;
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...all: never[]) {
      sockets.push(this);
      return Reflect.apply(connect, this, all);
    } as never);
    let closed = false;
    const { port } = await receiving((_, response) => {
      response.writeHead(200);
      const flood = () => {
        while (!closed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', flood).on('close', () => {
        closed = true;
      });
      flood();
    });
    expect(await sending(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    await expect.poll(() => closed).toBe(true);
    expect(Math.max(...sockets.map(({ bytesRead }) => bytesRead))).toBeLessThan(1_000_000);
  });
});

/** The process stands still for so long, or is too busy to look at its clock. */
const standStill = (milliseconds: number) => {
  const { now } = clock;
  vi.spyOn(clock, 'now').mockImplementation(() => now() + milliseconds);
};

describe('What goes wrong is said in a word:', () => {
  it('timeout, whether nothing answers, or bytes trickle', async () => {
    const silent = await listen(net.createServer(() => {}));
    expect(await sending(`http://127.0.0.1:${silent}/`, { milliseconds: 100 })).toMatchObject({ error: 'timeout' });
    const slow = await listen(
      net.createServer((socket) => {
        const timer = setInterval(() => socket.write('H'), 20);
        socket.on('close', () => clearInterval(timer)).on('error', () => {});
      }),
    );
    expect(await sending(`http://127.0.0.1:${slow}/`, { milliseconds: 15 })).toMatchObject({ error: 'timeout' });
    for (const head of ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nConnection: close\r\nA: b\r\n']) {
      const begun = await listen(net.createServer((socket) => void socket.on('error', () => {}).write(head)));
      // Whose failure it is hangs on how busy this machine is.
      const { isOurs: _, ...sent } = await sending(`http://127.0.0.1:${begun}/`, { milliseconds: 200 });
      expect(sent).toEqual({ error: 'timeout', milliseconds: expect.any(Number) });
    }
    const resolve: Resolve = () => new Promise(() => {});
    expect(await sending(`http://some.example:${silent}/`, { milliseconds: 100, resolve })).toMatchObject({
      error: 'timeout',
    });
  });

  it('refused, where nothing listens, a connection is reset or what answers is no HTTP', async () => {
    const port = await listen(net.createServer());
    const closed = servers.pop()!;
    await new Promise((done) => closed.close(done));
    expect(await sending(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'refused' });
    const reset = await listen(net.createServer((socket) => void socket.resetAndDestroy()));
    expect(await sending(`http://127.0.0.1:${reset}/`)).toMatchObject({ error: 'refused' });
    const garbage = await listen(net.createServer((socket) => void socket.end('garbage\r\n\r\n')));
    expect(await sending(`http://127.0.0.1:${garbage}/`)).toMatchObject({ error: 'refused' });
  });

  it('tls, where no one vouches for the certificate or what answers speaks no TLS', async () => {
    const plain = await listen(
      net.createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n')),
    );
    expect(await sending(`https://127.0.0.1:${plain}/`)).toMatchObject({ error: 'tls' });
    const unknown = await listen(https.createServer({}) as never);
    expect(await sending(`https://127.0.0.1:${unknown}/`)).toMatchObject({ error: 'tls' });
  });

  it('timeout, where the status came after the time was over and this process saw both at once', async () => {
    const { port } = await receiving((_, response) => {
      standStill(10_500);
      response.writeHead(200).end();
    });
    const sent = await sending(`http://127.0.0.1:${port}/`);
    expect([sent.error, sent.isOurs]).toEqual(['timeout', undefined]);
  });

  it('timeout, where we end a slow status that would have ended with its connection', async () => {
    const cut = await listen(
      net.createServer((socket) => {
        socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\nConnection: close\r\n');
        socket.on('end', () => socket.end('\r\n'));
      }),
    );
    const { isOurs: _, ...sent } = await sending(`http://127.0.0.1:${cut}/`, { milliseconds: 100 });
    expect(sent).toEqual({ error: 'timeout', milliseconds: expect.any(Number) });
  });

  it('dns, where a name leads nowhere', async () => {
    expect(await sending('https://no-such-host.invalid/')).toMatchObject({ error: 'dns' });
    const resolve: Resolve = async () => [];
    expect(await sending('https://empty.example/', { resolve })).toMatchObject({ error: 'dns' });
  });
});

describe('A failure is ours', () => {
  it('where this process stood still, and saw a status long after its time', async () => {
    const { port } = await receiving((_, response) => {
      standStill(12_000);
      response.writeHead(200).end();
    });
    const sent = await sending(`http://127.0.0.1:${port}/`);
    expect([sent.error, sent.isOurs, sent.status]).toEqual(['timeout', true, undefined]);
  });

  it('where it stood still, and saw nothing', async () => {
    const silent = await listen(net.createServer(() => standStill(2000)));
    const sent = await sending(`http://127.0.0.1:${silent}/`, { milliseconds: 100 });
    expect([sent.error, sent.isOurs]).toEqual(['timeout', true]);
  });

  it.each([
    ['EMFILE', true],
    ['ENFILE', true],
    ['ENOMEM', true],
    ['ENOBUFS', true],
    ['ENETUNREACH', undefined],
    ['EADDRNOTAVAIL', undefined],
  ])('where this machine can open nothing: %s', async (code, isOurs) => {
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
      process.nextTick(() => this.destroy(Object.assign(new Error(code), { code })));
      return this;
    });
    const sent = await sending('http://127.0.0.1:9999/');
    expect([sent.error, sent.isOurs]).toEqual(['refused', isOurs]);
  });
});

describe('A forbidden address', () => {
  const forbidden = (url: string, more: object = {}) => expect(sending(url, { allowLocal: false, ...more })).resolves;
  const to =
    (...addresses: readonly string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: net.isIP(address) }));

  it.each([
    ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00:ec2::254', '64:ff9b::7f00:1'],
  ])('is one that a name resolves to: %s', async (address) => {
    const connecting = vi.spyOn(net.Socket.prototype, 'connect');
    await forbidden('https://hooks.example:8443/', { resolve: to(address) }).toMatchObject({
      error: 'forbidden address',
    });
    // Among others too: which of them is connected to is for no one to choose.
    const resolve = to('93.184.216.34', address);
    await forbidden('https://hooks.example:8443/', { resolve }).toMatchObject({ error: 'forbidden address' });
    expect(connecting.mock.results.filter(({ type }) => type === 'return').length).toBeLessThanOrEqual(2);
  });

  it('is one that the system resolves: a name of this machine', async () => {
    const { port, seen } = await receiving();
    expect((await dns.lookup('localhost')).address).toMatch(/^(?:127\.|::1)/);
    await forbidden(`https://localhost:${port}/`).toMatchObject({ error: 'forbidden address' });
    expect(seen).toEqual([]);
  });

  it.each([
    ...[
      'https://127.0.0.1:8443/',
      'https://2130706433:8443/',
      'https://0177.0.0.1:8443/',
      'https://[::ffff:7f00:1]:8443/',
    ],
    ...['http://hooks.example/', 'https://hooks.example:22/', 'https://user:word@hooks.example/', 'nonsense', ''],
  ])('is in the URL, or the URL is none that a webhook may have: %s', (url) =>
    forbidden(url, { resolve: to('93.184.216.34') }).toMatchObject({ error: 'forbidden address' }),
  );

  it('is not reached by a name that changes between its resolution and the connection', async () => {
    const { port, seen } = await receiving();
    let asked = 0;
    // Public when it is checked, this machine whenever it is asked for again.
    const resolve: Resolve = async () => to(asked++ === 0 ? '203.0.114.1' : '127.0.0.1')('');
    const connected: unknown[] = [];
    const connect = net.Socket.prototype.connect;
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...all: never[]) {
      this.on('connectionAttempt', (address) => connected.push(address));
      return Reflect.apply(connect, this, all);
    } as never);
    const sent = await sending(`https://rebound.example:${port}/`, { allowLocal: false, resolve, milliseconds: 300 });
    expect(sent.status).toBeUndefined();
    expect([asked, connected, seen]).toEqual([1, ['203.0.114.1'], []]);
  });

  it('is none of another network where http and loopback are allowed', async () => {
    expect(await sending('http://10.0.0.1:9000/')).toMatchObject({ error: 'forbidden address' });
    expect(await sending('http://inner.example:9000/', { resolve: to('192.168.0.1') })).toMatchObject({
      error: 'forbidden address',
    });
  });
});
