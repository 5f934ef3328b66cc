import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/listing/get-maps-action-links.ts';
import mapsCategories from '../../../lib/catalog/maps-categories.json' with { type: 'json' };
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

/** Locations of account 100 by number, and the maps category that each is to have. */
const locations: readonly (readonly [number, object, string])[] = [
  [110, { business: { alphaListing: { primaryCategoryAlpha: 'Coffee shop' } } }, 'cafe'],
  [
    111,
    {
      business: {
        internalListing: { category: ' hOtEl ', subcategory: 'Resort' },
        alphaListing: { primaryCategoryAlpha: 'Bar' },
      },
    },
    'hotel',
  ],
  [
    112,
    { business: { internalListing: { category: 'Hotel', subcategory: 'Resort' } }, mapsCategoryId: 'parking' },
    'parking',
  ],
  [113, { business: { alphaListing: { primaryCategoryAlpha: 'parking GARAGE' } } }, 'parking'],
  [114, { business: { alphaListing: { primaryCategoryAlpha: 'No such trade' } } }, ''],
  [115, { business: { alphaListing: { additionalCategory: 'Hotel' }, gammaListing: { categories: 'Hotel' } } }, ''],
  [116, { business: { internalListing: { category: 'Hotel', subcategory: 'Resort' } }, mapsCategoryId: 'HOTEL' }, ''],
  [117, { business: { internalListing: { category: 'Hotel', subcategory: 'Resort' } }, mapsCategoryId: '' }, 'hotel'],
];

const get = (businessNumber: string, key: string | null = KEYS.ours) =>
  call(handler, { key, path: { businessNumber } });

describe('GET /v1/listing/{businessNumber}/maps-action-links', () => {
  beforeAll(async () => {
    const more = locations.map(([businessNumber, record]) => ({
      type: 'business',
      accountNumber: 100,
      businessNumber,
      ...record,
    }));
    expect(await load(await createTestTable(), [...world, ...more])).toEqual([]);
  });

  it("answers with the links of the location's own maps category", async () => {
    const { status, body } = await get('101');
    expect(status).toBe(200);
    expect(body).toContainEqual({ id: 'quicklinks.restaurant_order_food', name: expect.any(String) });
  });

  it.each(locations)('derives the maps category of location %i from %j: %s', async (businessNumber, _, category) => {
    const { status, body } = await get(`${businessNumber}`);
    const links = mapsCategories.find(({ id }) => id === category)?.actionLinks;
    expect([status, JSON.stringify(body)]).toEqual(
      links ? [200, JSON.stringify(links.map(({ id, name }) => ({ id, name })))] : [400, JSON.stringify(notFound.body)],
    );
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
    ['a huge number', '9'.repeat(300)],
    ['0', '0'],
    ['a fraction', '101.0'],
    ['other digits', '\uff11\uff10\uff11'],
    ['an encoding', '%31%30%31'],
    ['the mark of our keys', '101#PROFILE'],
    ['a competitor', '301'],
  ] as const) {
    it(`refuses ${what}`, async () => expect(await answerOf(get(number))).toEqual(notFound));
  }

  it('refuses ours to the other partner, who has its own', async () => {
    expect(await answerOf(get('101', KEYS.theirs))).toEqual(notFound);
    expect((await get('201', KEYS.theirs)).status).toBe(200);
  });

  it('minds no body, no media type and no path that is missing', async () => {
    const headers = { 'Content-Type': 'text/plain', Accept: 'text/html' };
    expect((await call(handler, { path: { businessNumber: '101' }, body: '{', headers })).status).toBe(200);
    expect(await answerOf(call(handler))).toEqual(notFound);
  });

  it('distinguishes a missing key from one that may not be used', async () => {
    for (const number of ['101', '999', 'abc']) {
      for (const key of [null, '', '  ']) {
        expect(await answerOf(get(number, key))).toEqual({
          status: 401,
          body: { code: 1167, message: 'API key is missing' },
        });
      }
    }
    for (const key of ['short', 'x'.repeat(40), KEYS.revoked, KEYS.expired, `${KEYS.ours}#`, '\u00e9'.repeat(20)]) {
      expect(await answerOf(get('101', key))).toEqual({
        status: 401,
        body: { code: 1161, message: 'Invalid API key' },
      });
    }
  });
});
