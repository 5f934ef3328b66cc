/** The smoke test's requests go out as they are written. */
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendHttp1, sendHttp2 } from '../../../tools/admin/smoke/send.ts';

let http1: Server;
let http2: Http2Server;
const baseOf = (server: Server | Http2Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod/`;

beforeAll(async () => {
  http1 = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end(JSON.stringify({ path: request.url, headers: request.rawHeaders })));
  });
  http2 = createHttp2Server((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      response.writeHead(418, { 'x-more': 'yes' });
      response.end(JSON.stringify({ path: request.url, key: request.headers['x-api-key'], body }));
    });
  });
  await Promise.all(
    [http1, http2].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  );
});
afterAll(() => {
  http1.close();
  http1.closeAllConnections();
  http2.close();
});

test('HTTP/1.1 keeps the case of headers and the escapes of the path', async () => {
  const { status, text } = await sendHttp1(baseOf(http1), {
    path: '/v1/7%2F1%2B?a=%20',
    headers: { 'X-aPi-KEY': 'k' },
  });
  expect(status).toBe(200);
  expect(JSON.parse(text).path).toBe('/prod/v1/7%2F1%2B?a=%20');
  expect(JSON.parse(text).headers).toContain('X-aPi-KEY');
});

test('HTTP/2 sends headers in lower case, and a body', async () => {
  const request = { method: 'POST', path: '/v1/7%2F1', headers: { 'X-Api-Key': 'k' }, body: '{"é":1}' };
  const { status, headers, text } = await sendHttp2(baseOf(http2), request);
  expect({ status, more: headers['x-more'] }).toEqual({ status: 418, more: 'yes' });
  expect(JSON.parse(text)).toEqual({ path: '/prod/v1/7%2F1', key: 'k', body: '{"é":1}' });
});

test('no answer is an answer too', async () => {
  for (const send of [sendHttp1, sendHttp2])
    expect(await send('http://127.0.0.1:9', { path: '/' })).toMatchObject({
      status: 0,
      text: expect.stringContaining('ECONNREFUSED'),
    });
});
