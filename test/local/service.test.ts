/** Every operation over HTTP: what it answers, and what it refuses. */
import { describe, expect, it } from 'vitest';
import mapsCategories from '../../lib/catalog/maps-categories.json' with { type: 'json' };
import { KEYS, REQUIRED } from '../support/world.ts';
import { type Ask, contactPath, error, serveWorld } from './serving-world.ts';

describe('Over HTTP', () => {
  const { ask, errorOf } = serveWorld();

  const linkPath = '/v1/aggregation/competitor/301/101';
  const link = { sourceAlias: 'alpha', url: 'https://x.example' };
  const menuHeaders = { 'x-business-number': '100' };

  describe('every operation', () => {
    it.each<[string, string, string, Ask, unknown]>([
      ['updates a business', 'PUT', '/v1/business/103', { body: { ...REQUIRED, name: 'New' } }, { name: 'New' }],
      ['gets a contact', 'POST', contactPath, { body: { id: 1 } }, { id: 1, firstName: 'First 1' }],
      [
        'retrieves menus',
        'POST',
        '/v1/listing/menu-details',
        { headers: menuHeaders },
        [{ id: 'm-101' }, { id: 'm-102' }],
      ],
      ['adds a link', 'POST', linkPath, { body: link }, { sourceUrl: 'https://x.example', compAccountId: 301 }],
      [
        'gets action links',
        'GET',
        '/v1/listing/102/maps-action-links',
        {},
        mapsCategories.find(({ id }) => id === 'hotel')!.actionLinks,
      ],
    ])('%s', async (_, method, path, request, expected) => {
      const { status, body, headers } = await ask(method, path, request);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body).toMatchObject(expected as object);
    });

    const foreign = (code: number, message: string, status = 404) => error(status, code, message);
    it.each<[string, string, Ask, ReturnType<typeof error>]>([
      ['PUT', '/v1/business/201', { body: REQUIRED }, foreign(1175, 'No business exists with the given id')],
      ['PUT', '/v1/business/103', { body: {} }, error(400, 400, 'emailId is required')],
      [
        'POST',
        contactPath.replace('100', '200'),
        { body: { id: 1 } },
        foreign(1532, 'Business id is missing or invalid'),
      ],
      [
        'POST',
        contactPath.replace('?', '?a='),
        { body: { id: 1 } },
        foreign(1532, 'Business id is missing or invalid'),
      ],
      ['POST', contactPath, { body: { id: 99 } }, error(404, 5043, 'No contact matches the request')],
      ['POST', contactPath, { body: {} }, error(400, 400, 'id, cid, email or phone is required')],
      ['POST', contactPath, {}, error(400, 400, 'The request body is empty: send a JSON object')],
      ['POST', '/v1/listing/menu-details', {}, foreign(1011, 'Business id is invalid')],
      [
        'POST',
        '/v1/listing/menu-details?sortBy=x',
        { headers: menuHeaders },
        error(400, 2457, 'Invalid sortBy value: use frequency or keyword'),
      ],
      [
        'POST',
        '/v1/listing/menu-details?sindex=100000',
        { headers: menuHeaders },
        error(400, 2348, 'sindex + count must not exceed 100000'),
      ],
      ['POST', linkPath.replace('301', '401'), { body: link }, foreign(1011, 'Business id is invalid')],
      ['POST', linkPath.replace('301', '%2F'), { body: link }, foreign(1011, 'Business id is invalid')],
      [
        'POST',
        linkPath,
        { body: { ...link, sourceAlias: 'x' } },
        error(400, 400, 'sourceAlias is not a known review source'),
      ],
      ['GET', '/v1/listing/201/maps-action-links', {}, error(400, 400, 'Category id not found')],
      ['GET', '/v1/listing/%23/maps-action-links', {}, error(400, 400, 'Category id not found')],
    ])('%s %s with %j: %j', async (method, path, request, expected) =>
      expect(await errorOf(method, path, request)).toEqual(expected),
    );

    const routes: [string, string][] = [
      ['PUT', '/v1/business/103'],
      ['POST', contactPath],
      ['POST', '/v1/listing/menu-details'],
      ['POST', linkPath],
      ['GET', '/v1/listing/102/maps-action-links'],
    ];
    it.each(routes)('%s %s distinguishes a missing key from one that may not be used', async (method, path) => {
      const body = method === 'GET' ? undefined : '{';
      for (const key of [null, '']) {
        expect(await errorOf(method, path, { key, body })).toEqual(error(401, 1167, 'API key is missing'));
      }
      for (const key of ['short', 'no-such-key-is-known-here', KEYS.revoked, KEYS.expired]) {
        expect(await errorOf(method, path, { key, body })).toEqual(error(401, 1161, 'Invalid API key'));
      }
    });

    it("answers for another partner's as for what does not exist, byte for byte", async () => {
      const both = async (method: string, path: (number: string) => string, request: Ask, theirs: string) => {
        const [foreignAnswer, unknown] = await Promise.all([
          ask(method, path(theirs), request),
          ask(method, path('98765'), request),
        ]);
        expect([foreignAnswer.status, foreignAnswer.text]).toEqual([unknown.status, unknown.text]);
        expect([...foreignAnswer.headers.keys()]).toEqual([...unknown.headers.keys()]);
      };
      await both('PUT', (number) => `/v1/business/${number}`, { body: REQUIRED }, '201');
      await both('POST', (number) => contactPath.replace('100', number), { body: { id: 3 } }, '200');
      await both('POST', (number) => `/v1/aggregation/competitor/${number}/101`, { body: link }, '401');
      await both('POST', (number) => `/v1/aggregation/competitor/301/${number}`, { body: link }, '201');
      await both('GET', (number) => `/v1/listing/${number}/maps-action-links`, {}, '201');
      const menus = (number: string) =>
        errorOf('POST', '/v1/listing/menu-details', { headers: { 'x-business-number': number } });
      expect(await menus('201')).toEqual(await menus('98765'));
    });
  });
});
