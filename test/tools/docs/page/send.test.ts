/** What the forms of the reference page send, and what `npm start` forwards for them. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../../../lib/operations.ts';
import { freshDocument } from '../../../../tools/docs/document.ts';
import { requestOf, wayOf } from '../../../../tools/docs/page/send.js';
import { tryFacts } from '../../../../tools/docs/page/try-facts.ts';
import { serveDocs } from '../../../../tools/local/docs.ts';
import { plainRequest } from '../../../../tools/sample-request.ts';

const facts = (path: string, ...parameters: readonly { name: string; in: 'path' | 'query' | 'header' }[]) => ({
  method: 'PUT',
  path,
  parameters: parameters.map((each) => ({ ...each, required: false, description: '', value: '' })),
});
const typed = { base: 'https://host/prod/', key: 'k', values: {} };

describe('A form', () => {
  it('sends the first example of every operation as it stands', async () => {
    const document = await freshDocument();
    for (const operation of allOperations) {
      const own = tryFacts(operation, document);
      const values = Object.fromEntries(
        own.parameters.map(({ name, in: place, value }) => [`${place}.${name}`, value]),
      );
      const { body } = own;
      const sent = requestOf(own, { ...typed, values, ...(body !== undefined && { body }) });
      const plain = plainRequest(operation, operation.cases.examples[0]);
      expect(new URL(sent.url), operation.id).toEqual(new URL(`https://host/prod${plain.path}`));
      expect(sent.method).toBe(plain.method);
      expect(JSON.parse(sent.body ?? 'null'), operation.id).toEqual(JSON.parse(plain.body ?? 'null'));
      expect(Object.fromEntries(sent.headers), operation.id).toEqual({ 'x-api-key': 'k', ...plain.headers });
    }
  });

  it('sends what was typed: escaped, and nothing for an empty field', () => {
    const own = facts(
      '/v1/{a}/b',
      { name: 'a', in: 'path' },
      { name: 'q', in: 'query' },
      { name: 'If-Match', in: 'header' },
    );
    const values = { 'path.a': 'x/../y?', 'query.q': 'a b&c', 'header.If-Match': '"7"' };
    const more = 'Accept: application/problem+json\n\n x-other : a: b ';
    const sent = requestOf(own, { ...typed, values, more, body: '{ not json' });
    expect(sent.url).toBe('https://host/prod/v1/x%2F..%2Fy%3F/b?q=a+b%26c');
    expect(sent.headers).toEqual([
      ['x-api-key', 'k'],
      ['Content-Type', 'application/json'],
      ['If-Match', '"7"'],
      ['Accept', 'application/problem+json'],
      ['x-other', 'a: b'],
    ]);
    // How the API refuses it is what the reader wants to see.
    expect(sent.body).toBe('{ not json');
    const bare = requestOf(own, { ...typed, key: '', values: { 'path.a': '1' }, body: ' ' });
    expect(bare).toEqual({ method: 'PUT', url: 'https://host/prod/v1/1/b', headers: [] });
  });

  it('says what can not be sent', () => {
    const own = facts('/v1/{a}', { name: 'a', in: 'path' });
    const values = { 'path.a': '1' };
    for (const base of ['', 'host', 'ftp://host', 'javascript:alert(1)']) {
      expect(() => requestOf(own, { ...typed, values, base })).toThrow('must begin with https:// or http://');
    }
    expect(() => requestOf(own, typed)).toThrow('a is part of the path');
    expect(() => requestOf(own, { ...typed, values, more: 'no colon' })).toThrow('no colon');
  });

  it('knows how its request gets to another host', () => {
    const home = 'http://localhost:3000';
    expect(wayOf('http://localhost:3000/v1', { home, forward: 'forward' })).toBe('direct');
    expect(wayOf('http://127.0.0.1:3000/v1', { home, forward: 'forward' })).toBe('forwarded');
    expect(wayOf('https://host/prod/v1', { home })).toBe('cors');
  });
});

describe('npm start', () => {
  const seen: { method: string | undefined; url: string | undefined; headers: object; body: string }[] = [];
  const servers: Server[] = [];
  const started = async (server: Server): Promise<string> => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let [api, docs, plain] = ['', '', ''];
  beforeAll(async () => {
    api = await started(
      createServer(async (request, response) => {
        const { method, url, headers } = request;
        seen.push({ method, url, headers, body: await text(request) });
        if (url === '/moved') response.writeHead(302, { Location: '/elsewhere' }).end();
        else response.writeHead(418, 'Teapot', { 'X-Own': 'a header' }).end('short and stout');
      }),
    );
    const serving = (options: { tryWithKey?: string }) => {
      const aside = serveDocs(options);
      return createServer((request, response) => {
        if (!aside(request, response)) response.writeHead(404).end();
      });
    };
    docs = await started(serving({ tryWithKey: 'a key' }));
    plain = await started(serving({}));
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** Sends to a server of pages as a page would; Node's own fetch sets neither Host nor Origin. */
  const forward = async (server: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
    const own = { origin: server, 'content-type': 'application/json', ...headers };
    const sent = httpRequest(`${server}/docs/forward`, { method: 'POST', headers: own }).end(body);
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, text: await text(response) };
  };
  const asked = (path: string) =>
    JSON.stringify({ method: 'PUT', url: `${api}${path}`, headers: [['x-api-key', 'k']], body: '{}' });

  it('forwards a request of a page, and answers with all of the response', async () => {
    const { status, text: answer } = await forward(docs, asked('/v1/a?b=c'));
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({ status: 418, statusText: 'Teapot', text: 'short and stout' });
    expect(JSON.parse(answer).headers).toContainEqual(['x-own', 'a header']);
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', url: '/v1/a?b=c', headers: { 'x-api-key': 'k' }, body: '{}' });
    expect(JSON.parse((await forward(docs, asked('/moved'))).text)).toMatchObject({ status: 302 });
  });

  it('says why there is no response', async () => {
    const nowhere = JSON.stringify({ method: 'GET', url: 'http://127.0.0.1:1/v1', headers: [] });
    const { status, text: answer } = await forward(docs, nowhere);
    expect([status, JSON.parse(answer).message]).toEqual([
      502,
      expect.stringContaining('No response from 127.0.0.1:1'),
    ]);
  });

  it('forwards nothing for another site, another name of this machine or a form, and nothing that is no request', async () => {
    const count = seen.length;
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'http://evil.example', host: 'evil.example' },
      { 'content-type': 'text/plain' },
      { origin: '' },
    ];
    for (const headers of foreign) expect((await forward(docs, asked('/v1'), headers)).status).toBe(403);
    for (const body of [
      '',
      '[]',
      '{}',
      asked('/v1').replace('http:', 'file:'),
      '{"method":"GET","url":"http://","headers":[]}',
    ]) {
      expect((await forward(docs, body)).status, body).toBe(400);
    }
    // Pages that are served without a key send no requests by themselves.
    expect((await forward(plain, asked('/v1'))).status).toBe(404);
    expect(seen.length).toBe(count);
  });

  it('lets the pages load nothing from elsewhere', async () => {
    const { headers } = await fetch(`${docs}/docs/`);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  });
});
