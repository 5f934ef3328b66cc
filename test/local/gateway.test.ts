/** What the function sees of a request, and who may call it. */
import { describe, expect, test } from 'vitest';
import { answerOf, jsonOf, serveExample } from './serving.ts';

const { address, asked, call, clock, lines, raw, start, withKey } = serveExample();

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
        'X-Forwarded-Port': String(address().port),
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

  test('an answer is kept for its time, and checked again for another route', async () => {
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
    expect(await answerOf(reply)).toEqual([414, { code: 414, message: 'The URL is too long' }]);
    expect(reply.headers.get('x-request-id')).toBe(reply.headers.get('x-amzn-requestid'));
  });
});
