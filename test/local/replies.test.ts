/** What the local gateway makes of a function's result, and what it answers by itself. */
import { describe, expect, test } from 'vitest';
import { GatewayFault } from '../../tools/local/gateway-fault.ts';
import { fillTemplate, gatewayReply } from '../../tools/local/gateway-response.ts';
import { lambdaPayloadLimit, proxyReply } from '../../tools/local/proxy-response.ts';

describe('gateway responses (point 12)', () => {
  const variables = {
    context: { requestId: 'r', extendedRequestId: 'e', error: { message: 'a', messageString: '"a"' } },
    stageVariables: { tier: 'gold' },
    request: { header: (name: string) => (name === 'x-a' ? 'h' : undefined), path: () => 'p', querystring: () => 'q' },
  };

  test.each([
    ['{"m":$context.error.messageString}', '{"m":"a"}'],
    ['$context.requestId. $stageVariables.tier', 'r. gold'],
    ['$method.request.header.x-a $method.request.path.id', 'h p'],
    ['$context.none $context.error $context.__proto__', 'null null null'],
    ["#set($a = 1)$a $util.escapeJavaScript('x')", "#set($a = 1)$a $util.escapeJavaScript('x')"],
  ])('%s becomes %s', (template, filled) => expect(fillTemplate(template, variables)).toBe(filled));

  const own = { statusCode: undefined, parameters: {}, templates: undefined };
  const text = (body: string) => ({ 'application/json': body });
  test.each([
    ['own template, own status', { ACCESS_DENIED: { ...own, templates: text('own'), statusCode: 401 } }, 401, 'own'],
    ['default template, type status', { DEFAULT_4XX: { ...own, templates: text('other') } }, 403, 'other'],
    ['default status is for all', { DEFAULT_4XX: { ...own, statusCode: 418, templates: text('t') } }, 418, 't'],
    [
      'own template, default status',
      { ACCESS_DENIED: { ...own, templates: text('own') }, DEFAULT_4XX: { ...own, statusCode: 418 } },
      418,
      'own',
    ],
    ['nothing', {}, 403, '{"Message":"User is not authorized to access this resource"}'],
  ])('%s', (_, responses, status, body) => {
    const reply = gatewayReply(new Map(Object.entries(responses)), new GatewayFault('ACCESS_DENIED'), variables);
    expect(reply).toMatchObject({ status, body });
    expect(reply.headers).toMatchObject({
      'Content-Type': 'application/json',
      'x-amzn-RequestId': 'r',
      'x-amzn-ErrorType': 'AccessDeniedException',
    });
  });

  test('a body that is too large has an answer that nothing customises', () => {
    const responses = new Map([['DEFAULT_4XX', { ...own, statusCode: 400, templates: text('x') }]]);
    const reply = gatewayReply(responses, new GatewayFault('REQUEST_TOO_LARGE'), variables);
    expect(reply).toMatchObject({ status: 413, body: '{"message":"HTTP content length exceeded 10485760 bytes."}' });
  });
});

describe('proxy responses (points 13 to 15)', () => {
  const map = (value: unknown, accept?: string) => proxyReply(JSON.stringify(value), ['image/png'], accept);

  test.each([
    ['text', '"x"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an unknown key', '{"cookies":[]}'],
    ['a status that is no number', '{"statusCode":"ok"}'],
    ['a status that is no status', '{"statusCode":1000}'],
    ['a number as a header', '{"headers":{"a":1}}'],
    ['an object as a header', '{"headers":{"a":{}}}'],
    ['multiValueHeaders without a list', '{"multiValueHeaders":{"a":"b"}}'],
    ['a header that HTTP cannot carry', '{"headers":{"a":"b\\r\\nc: d"}}'],
    ['a body that is no text', '{"body":{}}'],
    ['over 6 MB', JSON.stringify({ body: 'x'.repeat(lambdaPayloadLimit) })],
  ])('%s is a 502', (_, payload) => {
    expect(() => proxyReply(payload, [], undefined)).toThrow(
      expect.objectContaining({ type: 'DEFAULT_5XX', status: 502 }),
    );
  });

  test.each([
    [{}, 200],
    [{ statusCode: '201' }, 201],
    [{ statusCode: 404 }, 404],
  ])('%j has status %i', (value, status) => {
    expect(map(value)).toEqual({ status, headers: { 'Content-Type': ['application/json'] }, body: '' });
  });

  test('headers merge without regard to case, the reserved ones move, some vanish', () => {
    const headers = {
      'x-a': '3',
      'content-type': 'text/plain',
      Date: 'd',
      'WWW-Authenticate': 'w',
      Host: 'h',
      b: true,
    };
    expect(map({ headers, multiValueHeaders: { 'X-A': ['1', '2'] } }).headers).toEqual({
      'X-A': ['1', '2', '3'],
      'content-type': ['text/plain'],
      'x-amzn-Remapped-Date': ['d'],
      'x-amzn-Remapped-WWW-Authenticate': ['w'],
      b: ['true'],
    });
  });

  test('base64 is decoded for a client that puts a binary type first', () => {
    const value = { body: 'aGk=', isBase64Encoded: true };
    expect(map(value, 'image/png, */*').body).toEqual(Buffer.from('hi'));
    expect(map(value, '*/*, image/png').body).toBe('aGk=');
    expect(map({ ...value, isBase64Encoded: false }, 'image/png').body).toBe('aGk=');
    expect(() => map({ ...value, body: '%' }, 'image/png')).toThrow(expect.objectContaining({ status: 500 }));
  });
});
