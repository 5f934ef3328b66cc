import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Gateway, type GatewayOptions, type RequestLine, startGateway } from '../../cdk/tools/local/gateway.ts';
import { exampleTemplate, writeAssembly } from './fixture.ts';

const clock = { now: Date.UTC(2026, 10, 21, 5, 17) };
const lines: RequestLine[] = [];
const asked: string[] = [];
const output: string[] = [];

const findMeteringKey: GatewayOptions['findMeteringKey'] = async (value) => {
  asked.push(value);
  if (value === 'meter-store-down') throw new Error('the store is down');
  if (value === 'meter-unknown') return undefined;
  const plan = value === 'meter-elsewhere' ? 'elsewhere' : 'trial';
  return { id: `id-${value}`, plan, enabled: value !== 'meter-disabled' };
};

let assembly: Awaited<ReturnType<typeof writeAssembly>>;
let gateway: Gateway;
const start = (options: Partial<GatewayOptions> = {}) =>
  startGateway({
    assemblyDirectory: assembly.directory,
    environment: { DYNAMODB_ENDPOINT: 'here' },
    references: { Table: 'listings' },
    findMeteringKey,
    now: () => clock.now,
    onRequest: (line) => lines.push(line),
    onOutput: ({ stream, text }) => void (stream === 'stderr' && output.push(text)),
    ...options,
  });

beforeAll(async () => {
  assembly = await writeAssembly(exampleTemplate());
  gateway = await start();
});
afterAll(async () => {
  await gateway.close();
  await assembly.remove();
});
// Each test finds full buckets, fresh quotas and empty caches.
beforeEach(() => {
  clock.now += 86_400_000;
});

const call = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);
const order = (value: object, headers: Record<string, string> = {}) =>
  call('/order', { method: 'POST', body: JSON.stringify(value), headers });
const withKey = (key: string, path = '/v1/items/7', method = 'GET') =>
  call(path, { method, headers: { 'x-api-key': key } });
// biome-ignore lint/suspicious/noExplicitAny: the echoed event is looked at freely
const jsonOf = async (reply: Response | Promise<Response>): Promise<any> => (await reply).json();
const answerOf = async (reply: Response) => [reply.status, await reply.json()];

/** Sends bytes as they are and reads all that comes until the connection closes. */
const raw = async (text: string): Promise<string> => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
};

describe('requests as the function sees them (points 1, 3 to 8)', () => {
  test('the event and its context', async () => {
    const sent = await raw(
      'POST //open//%2B+/?a=1&a=%20&b HTTP/1.1\r\nHost: api.test:80\r\ntEsT-Header: 1\r\ntEsT-Header: 2\r\nuser-agent: u\r\n' +
        'Connection: close\r\nTE: trailers\r\nX-Forwarded-For: 1.2.3.4\r\nContent-Length: 3\r\n\r\n\u00e9!',
    );
    const { event } = JSON.parse(sent.slice(sent.indexOf('\r\n\r\n')));
    expect(event).toEqual({
      resource: '/open/{proxy+}',
      path: '/open//%2B+/',
      httpMethod: 'POST',
      headers: {
        Host: 'api.test:80',
        'tEsT-Header': '2',
        'User-Agent': 'u',
        'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
        'X-Forwarded-For': '1.2.3.4, 127.0.0.1',
        'X-Forwarded-Port': String(gateway.port),
        'X-Forwarded-Proto': 'http',
      },
      multiValueHeaders: expect.objectContaining({ 'tEsT-Header': ['1', '2'] }),
      queryStringParameters: { a: ' ', b: '' },
      multiValueQueryStringParameters: { a: ['1', ' '], b: [''] },
      pathParameters: { proxy: '/%2B+' },
      stageVariables: null,
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        deploymentId: 'local',
        domainName: 'api.test',
        domainPrefix: 'api',
        extendedRequestId: expect.any(String),
        httpMethod: 'POST',
        identity: {
          accessKey: null,
          accountId: null,
          caller: null,
          cognitoAuthenticationProvider: null,
          cognitoAuthenticationType: null,
          cognitoIdentityId: null,
          cognitoIdentityPoolId: null,
          principalOrgId: null,
          sourceIp: '127.0.0.1',
          user: null,
          userAgent: 'u',
          userArn: null,
        },
        path: '/prod//open//%2B+/',
        protocol: 'HTTP/1.1',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: expect.stringMatching(/^\d\d\/Nov\/2026:05:17:00 \+0000$/),
        requestTimeEpoch: clock.now,
        resourceId: 'Greedy',
        resourcePath: '/open/{proxy+}',
        stage: 'prod',
      },
      body: '\u00e9!',
      isBase64Encoded: false,
    });
  });

  test('empty maps are null, a binary body is base64, the environment is the function\u2019s own', async () => {
    const body = Buffer.from([0xff, 0]);
    const reply = await call('/prod/open/static', {
      method: 'POST',
      body,
      headers: { 'content-type': 'image/png; q=1' },
    });
    const { event, env, name } = await jsonOf(reply);
    expect(event).toMatchObject({
      body: '/wA=',
      isBase64Encoded: true,
      pathParameters: null,
      queryStringParameters: null,
    });
    expect(env).toMatchObject({ TABLE_NAME: 'listings', DYNAMODB_ENDPOINT: 'here', AWS_REGION: 'us-east-1' });
    expect(env).not.toHaveProperty('HOME');
    expect(name).toBe('ApiFunction');
    expect(reply.headers.get('x-amzn-requestid')).toBe(event.requestContext.requestId);
  });

  test('what is no valid encoding is passed as sent', async () => {
    const { event } = await jsonOf(call('/open/%zz?q=%zz'));
    expect(event).toMatchObject({ path: '/open/%zz', queryStringParameters: { q: '%zz' }, body: null });
  });

  test('header names can arrive in lower case, as over HTTP/2', async () => {
    const other = await start({ lowerCaseHeaders: true });
    const { event } = await jsonOf(fetch(`${other.url}/open/x`, { headers: { 'X-Odd': '1' } }));
    expect(Object.keys(event.headers).filter((name) => name !== name.toLowerCase())).toEqual([]);
    await other.close();
  });
});

describe('routes (point 2)', () => {
  test.each([
    ['GET', '/nowhere'],
    ['POST', '/v1/items/7'],
    ['DELETE', '/capped'],
    ['OPTIONS', '/capped'],
  ])('%s %s is the gateway response of an unknown route', async (method, path) => {
    const reply = await call(path, { method, headers: { 'x-api-key': 'good' } });
    expect(reply.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    expect(await answerOf(reply)).toEqual([404, { code: 404 }]);
  });

  test('HEAD is its own verb', async () => expect((await call('/capped', { method: 'HEAD' })).status).toBe(404));

  test('a client can override the method', async () => {
    const reply = await call('/capped', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'get' } });
    expect((await jsonOf(reply)).event.httpMethod).toBe('GET');
  });
});

describe('authorizer and key (points 9 and 10)', () => {
  test.each([
    ['no header', undefined],
    ['an empty header', ''],
  ])('%s is UNAUTHORIZED, with the response\u2019s headers', async (_, key) => {
    const before = lines.length;
    const reply = await call('/v1/items/7', { headers: { ...(key === '' && { 'x-api-key': '' }), 'X-Sent': 's' } });
    expect(await answerOf(reply)).toEqual([401, { code: 1167 }]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'retry-after': '1',
      'x-sent': 's',
      'x-request': reply.headers.get('x-amzn-requestid'),
    });
    expect(lines[before]).toMatchObject({ method: 'GET', path: '/v1/items/7', status: 401 });
  });

  test.each([
    ['throw-unauthorized', 401, { code: 1167 }],
    ['throw-other', 500, { code: 5, type: 'AUTHORIZER_FAILURE' }],
    ['output-empty', 500, { code: 5, type: 'AUTHORIZER_CONFIGURATION_ERROR' }],
    ['context-nested', 500, { code: 5, type: 'AUTHORIZER_CONFIGURATION_ERROR' }],
    ['deny', 401, { code: 1161, partner: 7 }],
    ['unknown', 403, { type: 'INVALID_API_KEY', message: 'Forbidden' }],
    ['disabled', 403, { type: 'INVALID_API_KEY', message: 'Forbidden' }],
    ['elsewhere', 403, { type: 'INVALID_API_KEY', message: 'Forbidden' }],
    ['store-down', 500, { code: 5, type: 'DEFAULT_5XX' }],
  ])('the key %s answers %i', async (key, status, body) =>
    expect(await answerOf(await withKey(key))).toEqual([status, body]),
  );

  test('an allowed call carries key and context as strings; the header\u2019s case does not matter', async () => {
    const reply = await call('/v1/items/7', { headers: { 'X-API-Key': 'context' } });
    const { requestContext } = (await jsonOf(reply)).event;
    expect(requestContext.authorizer).toMatchObject({
      partner: '7',
      admin: 'false',
      principalId: 'p',
      type: 'REQUEST',
    });
    expect(requestContext.identity).toMatchObject({ apiKey: 'meter-context', apiKeyId: 'id-meter-context' });
  });

  test('an answer is kept for its time, and judged anew for another route', async () => {
    const callsOf = async () => (await jsonOf(withKey('cached'))).event.requestContext.authorizer.calls;
    const first = await callsOf();
    clock.now += 59_999;
    expect(await callsOf()).toBe(first);
    clock.now += 1;
    expect(await callsOf()).not.toBe(first);
    expect((await withKey('only-this')).status).toBe(200);
    expect((await withKey('only-this', '/v1/items/8')).status).toBe(401);
  });

  test('a metering key is remembered for seconds, an unknown one not at all', async () => {
    const count = async (key: string) => {
      const before = asked.length;
      await withKey(key);
      return asked.length - before;
    };
    expect([
      await count('remembered'),
      await count('remembered'),
      await count('unknown'),
      await count('unknown'),
    ]).toEqual([1, 0, 1, 1]);
    clock.now += 5000;
    expect(await count('remembered')).toBe(1);
  });

  test('an over-long method ARN is a 414', async () => {
    const reply = await withKey('good', `/v1/items/${'x'.repeat(1600)}`);
    expect(await answerOf(reply)).toEqual([414, { type: 'DEFAULT_4XX', message: 'Request URI too long' }]);
  });
});

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

  test('what went wrong is told on stderr', () => {
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

  test('an expectation that is not known is ignored', async () => {
    const answer = await raw('GET /open/x HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test('a client that waits for 100 Continue gets it', async () => {
    const request = httpRequest(`${gateway.url}/order`, { method: 'POST', headers: { Expect: '100-continue' } });
    request.flushHeaders();
    await once(request, 'continue');
    request.end('{}');
    const [response] = await once(request, 'response');
    response.resume();
    expect(response.statusCode).toBe(200);
  });

  test('a client that leaves half way does no harm', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write('POST /order HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await order({})).status).toBe(200);
  });

  test('localhost and 127.0.0.1 both answer', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await fetch(`http://${host}:${gateway.port}/open/x`)).status).toBe(200);
    }
  });

  test('a taken port is Node\u2019s own error', async () => {
    await expect(start({ port: gateway.port })).rejects.toMatchObject({ code: 'EADDRINUSE', port: gateway.port });
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
