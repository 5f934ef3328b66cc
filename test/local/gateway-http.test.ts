/** Limits, what functions answer and how they fail, and HTTP itself. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { exampleTemplate, writeAssembly } from './fixture.ts';
import { answerOf, jsonOf, serveExample } from './serving.ts';

const { address, call, clock, order, output, raw, start, withKey } = serveExample();

describe('limits (point 11)', () => {
  const statuses = async (count: number, path: string, method = 'GET') => {
    const replies = [];
    for (let index = 0; index < count; index += 1) replies.push(await withKey('limits', path, method));
    return Promise.all(replies.map(async (reply) => (reply.ok ? reply.status : (await jsonOf(reply)).type)));
  };

  test('plan, method and stage throttle; the quota ends', async () => {
    expect(await statuses(4, '/v1/items/7')).toEqual([200, 200, 200, 'THROTTLED']);
    expect(await statuses(2, '/v1/items/7', 'PUT')).toEqual([200, 'THROTTLED']);
    expect(await statuses(2, '/capped')).toEqual([200, 'THROTTLED']);
    clock.now += 3000;
    expect(await statuses(2, '/v1/items/7')).toEqual([200, 'QUOTA_EXCEEDED']);
  });
});

describe('functions (points 13 to 15)', () => {
  test.each([
    ['bad output', { return: { nonsense: 1 } }, 502, 'DEFAULT_5XX'],
    ['no output', { return: null }, 502, 'DEFAULT_5XX'],
    ['over 6 MB', { fill: 6_291_556 }, 502, 'DEFAULT_5XX'],
    ['a throw', { throw: 'x' }, 502, 'INTEGRATION_FAILURE'],
    ['a crash', { exit: 3 }, 502, 'INTEGRATION_FAILURE'],
  ])('%s', async (_, value, status, type) => {
    expect(await answerOf(await order(value))).toEqual([status, { code: 5, type }]);
    expect((await order({})).status).toBe(200);
  });

  test.each([
    ['/slow', 'GET', 504, 'INTEGRATION_TIMEOUT'],
    ['/hasty/order', 'POST', 502, 'INTEGRATION_FAILURE'],
    ['/missing', 'GET', 502, 'INTEGRATION_FAILURE'],
  ])('%s answers %s %i', async (path, method, status, type) => {
    const body = method === 'POST' ? '{"hang":true}' : null;
    expect(await answerOf(await call(path, { method, body }))).toEqual([status, { code: 5, type }]);
  });

  test('what the gateway answers for a function knows what the authorizer said', async () => {
    const failed = await call('/v1/items/order', {
      method: 'PUT',
      headers: { 'x-api-key': 'k' },
      body: '{"throw":"x"}',
    });
    expect([failed.status, failed.headers.get('x-partner')]).toEqual([502, '7']);
    expect((await order({ throw: 'x' })).headers.get('x-partner')).toBeNull();
  });

  test('what went wrong is reported on stderr', () => {
    expect(output.join('')).toMatch(/DEFAULT_5XX: the response has an unknown key: nonsense/);
  });

  test('.js is CommonJS, whatever package.json lies above the assembly', async () =>
    expect(await (await call('/cjs')).text()).toBe('function'));

  test('headers and body of a reply', async () => {
    const headers = { 'X-A': '2', Date: 'never' };
    const value = {
      statusCode: 201,
      headers,
      multiValueHeaders: { 'x-a': ['1'] },
      body: 'aGk=',
      isBase64Encoded: true,
    };
    const reply = await order({ return: value }, { accept: 'image/png' });
    expect([reply.status, await reply.text()]).toEqual([201, 'hi']);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-a': '1, 2',
      'x-amzn-remapped-date': 'never',
      'content-length': '2',
    });
  });
});

describe('HTTP', () => {
  test.each([
    ['of a known length', () => Buffer.alloc(11_000_000)],
    [
      'of an unknown length',
      () =>
        new ReadableStream({
          start: (stream) => {
            for (let megabyte = 0; megabyte < 11; megabyte += 1) stream.enqueue(Buffer.alloc(1_000_000));
            stream.close();
          },
        }),
    ],
  ])('a body over 10 MB %s is AWS\u2019s own 413', async (_, body) => {
    const reply = await call('/order', { method: 'POST', body: body(), duplex: 'half' } as RequestInit);
    expect(await answerOf(reply)).toEqual([413, { message: 'HTTP content length exceeded 10485760 bytes.' }]);
  });

  test('an event that Lambda cannot take is a 413 too, which the API may word', async () =>
    expect(await answerOf(await order({ x: 'x'.repeat(7_000_000) }))).toEqual([413, { code: 413 }]));

  test('what is no HTTP is a 400 in our shape', async () => {
    const answer = await raw('GET / HTTP/9.9\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\n\{"code":400,"message":"Bad request"\}$/s);
  });

  test('a request without a Host is a 400 in our shape', async () => {
    const answer = await raw('GET /open/x HTTP/1.1\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\n\{"code":400,"message":"Bad request"\}$/s);
  });

  test.each([
    ['a URL near 16 KB', `GET /open/${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'The URL is too long'],
    [
      'headers of 17 KB',
      `GET /open/x HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'The headers are too large',
    ],
    ['no HTTP', 'GET / HTTP/9.9\r\n\r\n', 400, 'Bad request'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 400, 'Bad request'],
    ['no Host', 'GET /open/x HTTP/1.1\r\n\r\n', 400, 'Bad request'],
  ])('%s is refused in our shape, with an id', async (_, text, status, message) => {
    const answer = await raw(text);
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(answer.endsWith(`\r\n\r\n${JSON.stringify({ code: status, message })}`)).toBe(true);
  });

  test('every response has an id, also what an API can’t word', async () => {
    const replies = [
      await call('/order', { method: 'POST', body: Buffer.alloc(11_000_000) }),
      await order({ return: null }),
      await call('/nowhere'),
      await withKey('good', `/v1/items/${'x'.repeat(1600)}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([413, 502, 404, 414]);
    for (const { headers } of replies) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an expectation that is not known is ignored', async () => {
    const answer = await raw('GET /open/x HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test('a client that waits for 100 Continue gets it', async () => {
    const request = httpRequest(`${address().url}/order`, { method: 'POST', headers: { Expect: '100-continue' } });
    request.flushHeaders();
    await once(request, 'continue');
    request.end('{}');
    const [response] = await once(request, 'response');
    response.resume();
    expect(response.statusCode).toBe(200);
  });

  test('a client that asks for a tunnel and resets the connection does no harm', async () => {
    const socket = connect(address().port, '127.0.0.1');
    socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    await once(socket, 'data');
    socket.resetAndDestroy();
    // An error that no one hears would end the process, and this run.
    expect((await call('/open/x')).status).toBe(200);
  });

  test('a client that leaves half way does no harm', async () => {
    const socket = connect(address().port, '127.0.0.1');
    socket.write('POST /order HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await order({})).status).toBe(200);
  });

  test('localhost and 127.0.0.1 both answer', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await fetch(`http://${host}:${address().port}/open/x`)).status).toBe(200);
    }
  });

  test('a taken port is Node\u2019s own error', async () => {
    await expect(start({ port: address().port })).rejects.toMatchObject({ code: 'EADDRINUSE', port: address().port });
  });

  test('close ends idle connections and running calls, and may be called twice', async () => {
    const other = await start();
    await fetch(`${other.url}/open/x`);
    const running = fetch(`${other.url}/order`, { method: 'POST', body: '{"hang":true}' }).catch(() => 'cut');
    await fetch(`${other.url}/open/x`);
    await Promise.all([other.close(), other.close()]);
    expect(await running).toBe('cut');
    const probe = createServer().listen(other.port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
  });
});

test('functions start on their first request', async () => {
  const written: string[] = [];
  const other = await start({ onOutput: ({ functionId, text }) => written.push(`${functionId} ${text.trim()}`) });
  expect(written).toEqual([]);
  await fetch(`${other.url}/open/x`);
  await expect.poll(() => written).toEqual(['ApiFunction loaded']);
  await fetch(`${other.url}/v1/items/7`, { headers: { 'x-api-key': 'good' } });
  await expect.poll(() => written).toEqual(['ApiFunction loaded', 'AuthorizerFunction loaded']);
  await other.close();
});

test('without gateway responses, AWS\u2019s own bodies show that they are missing', async () => {
  const bare = await writeAssembly(exampleTemplate({ responses: false }));
  const other = await start({ assemblyDirectory: bare.directory });
  const ask = async (path: string, headers = {}) => answerOf(await fetch(other.url + path, { headers }));
  expect(await ask('/nowhere')).toEqual([403, { message: 'Missing Authentication Token' }]);
  expect(await ask('/v1/items/7')).toEqual([401, { message: 'Unauthorized' }]);
  expect(await ask('/v1/items/7', { 'x-api-key': 'throw-other' })).toEqual([500, { message: null }]);
  expect(await ask('/missing')).toEqual([502, { message: 'Internal server error' }]);
  await other.close();
  await bare.remove();
});
