import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../functions/get-maps-action-links.ts';
import { call } from '../support/call.ts';
import { createTestTable, load } from '../support/store.ts';
import { KEYS, world } from '../support/world.ts';

const get = (businessNumber: string, key: string | null = KEYS.ours) =>
  call(handler, { key, path: { businessNumber } });

describe('GET /v1/listing/{businessNumber}/maps-action-links', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), world)).toEqual([]);
  });

  it("answers with the links of the location's own maps category", async () => {
    const { status, body } = await get('101');
    expect(status).toBe(200);
    expect(body).toContainEqual({ id: 'quicklinks.restaurant_order_food', name: expect.any(String) });
  });

  it('derives the maps category from the internal category', async () => {
    const { status, body } = await get('102');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
  });

  const notFound = { status: 400, body: { code: 400, message: 'Category id not found' } };
  for (const [what, number] of [
    ['a location without a category', '103'],
    ['a category that the catalogue does not hold', '104'],
    ['an unknown location', '999'],
    ["another partner's location", '201'],
    ["the account's number", '100'],
    ['a number with a sign', '-101'],
    ['a number with a leading zero', '0101'],
    ['no number', 'abc'],
    ['a number that is too large', '9007199254740993'],
  ] as const) {
    it(`refuses ${what}`, async () => expect(await get(number)).toMatchObject(notFound));
  }

  it('tells a missing key from one that may not be used', async () => {
    expect(await get('101', null)).toMatchObject({ status: 401, body: { code: 1167 } });
    expect(await get('101', '  ')).toMatchObject({ status: 401, body: { code: 1167 } });
    for (const key of ['short', 'x'.repeat(40), KEYS.revoked, KEYS.expired]) {
      expect(await get('101', key)).toMatchObject({ status: 401, body: { code: 1161, message: 'Invalid API key' } });
    }
  });
});
