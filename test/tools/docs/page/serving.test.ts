/** How `npm start` serves the reference page next to the API. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveDocs } from '../../../../tools/local/docs.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const aside = serveDocs({});
  server = createServer((request, response) => {
    if (!aside(request, response)) response.writeHead(418).end();
  }).listen(0);
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('the reference page, served', () => {
  it('is compressed for those that take it, and plain for others', async () => {
    const plain = await fetch(`${url}/docs/search.json`, { headers: { 'accept-encoding': 'identity' } });
    const small = await fetch(`${url}/docs/search.json`, { headers: { 'accept-encoding': 'br;q=0.5, gzip' } });
    const refused = await fetch(`${url}/docs/search.json`, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect([plain, small, refused].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', null]);
    expect(await small.text()).toBe(await plain.text());
    for (const { headers } of [plain, small]) expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is not sent again while it is the same', async () => {
    const first = await fetch(`${url}/docs/`);
    const etag = first.headers.get('etag') ?? '';
    const again = (tag: string) => fetch(`${url}/docs/`, { headers: { 'if-none-match': tag } });
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect([(await again(etag)).status, (await again('W/"other"')).status]).toEqual([304, 200]);
  });

  it('is where the root leads to, for as long as this service runs', async () => {
    const root = await fetch(`${url}/`, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/docs/']);
    expect((await fetch(`${url}/?from=here`)).url).toBe(`${url}/docs/`);
    expect((await fetch(`${url}/`, { method: 'POST' })).status).toBe(418);
  });

  it('leaves the routes of the API alone', async () => {
    expect((await fetch(`${url}/docs/no-such-file`)).status).toBe(404);
    expect((await fetch(`${url}/docsx`)).status).toBe(418);
    expect((await fetch(`${url}/docs`, { method: 'POST' })).status).toBe(418);
  });
});
