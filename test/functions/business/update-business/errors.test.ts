import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { KEYS } from '../../../support/world.ts';
import { newBusiness, openWorld, put } from './support.ts';

beforeAll(openWorld);

const DAY = 86_400_000;
/** A date so many days from now; a few days clear of every time zone's today. */
const date = (days: number) => {
  const [year, month, day] = new Date(Date.now() + days * DAY).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
const nz = { address1: '1 Queen Street', city: 'Auckland', countryCode: 'NZ', zip: '1010' };
const food = (link: object) => ({ alphaListing: { primaryCategoryAlpha: 'Restaurant', ...link } });
const opening = { businessStatus: 'Opening Soon', openingSoonDate: date(30) };
const nine = Array.from({ length: 9 }, (_, index) => `Category ${index}`);

/** Status, code, what is wrong, the fields sent, the fields stored before (spec section 7). */
const TABLE: readonly [number, number, string, object, object?, { listingFixed?: boolean }?][] = [
  [400, 1045, 'a blank name', { name: '' }],
  [400, 2296, 'an invalid food delivery link', food({ foodDelivery: 'eat.example/now' })],
  [400, 2297, 'an invalid food takeout link', food({ foodTakeout: 'ftp://eat.example' })],
  [
    400,
    2290,
    'a food link of a hotel',
    { alphaListing: { primaryCategoryAlpha: 'Hotel', foodDelivery: 'https://e.at' } },
  ],
  [
    400,
    2290,
    'a food link where a hotel is stored',
    { alphaListing: { foodTakeout: 'https://e.at' } },
    { alphaListing: { primaryCategoryAlpha: 'HOTEL' } },
  ],
  [
    400,
    2503,
    'the category among its subcategories',
    { internalListing: { category: 'Bar', subcategory: 'Pub, bar' } },
  ],
  [400, 2276, 'ten additional alpha categories', { alphaListing: { additionalCategory: [...nine, 'Tenth'].join() } }],
  [400, 2277, 'duplicate alpha categories', { alphaListing: { additionalCategory: 'Bar, Pub, bAR ' } }],
  [
    400,
    2278,
    'the primary alpha category among the others',
    { alphaListing: { primaryCategoryAlpha: 'bar', additionalCategory: 'Pub,Bar' } },
  ],
  [400, 2162, 'a reopen date in the past', { businessStatus: 'Temporarily Closed', reopenDate: date(-3) }],
  [
    400,
    2511,
    'another status of a fixed listing',
    { businessStatus: 'Permanently Closed' },
    { businessStatus: 'Open' },
    { listingFixed: true },
  ],
  [
    400,
    2512,
    'another opening date of a fixed listing',
    { ...opening, openingSoonDate: date(31) },
    opening,
    { listingFixed: true },
  ],
  [400, 2513, 'an opened-on date in the future', { businessStatus: 'Open', openedOnDate: date(3) }],
  [400, 2514, 'Opening Soon without a date', { businessStatus: 'Opening Soon' }],
  [400, 2515, 'a reopen date of a closed business', { businessStatus: 'Permanently Closed', reopenDate: date(30) }],
  [400, 2515, 'a reopen date that is no date', { businessStatus: 'Temporarily Closed', reopenDate: '02/30/2099' }],
  [400, 2516, 'an opening date more than a year ahead', { ...opening, openingSoonDate: date(369) }],
  [400, 2517, 'an opening date in the past', { ...opening, openingSoonDate: date(-3) }],
  [400, 2518, 'a reopen date without a status', { reopenDate: date(30) }],
  [400, 2518, 'an opened-on date without a status', { openedOnDate: date(-30) }],
  [400, 2518, 'an opening-soon date without a status', { openingSoonDate: date(30) }],
  [
    400,
    2519,
    'another third-party category while opening soon',
    { gammaListing: { categories: 'Pub' } },
    { ...opening, gammaListing: { categories: 'Bar' } },
  ],
  [
    400,
    2520,
    'an opened-on date of a closed business',
    { businessStatus: 'Permanently Closed', openedOnDate: date(-30) },
  ],
  [400, 2520, 'an opening-soon date of an open business', { businessStatus: 'Open', openingSoonDate: date(30) }],
  [400, 6000, 'a New Zealand address without a suburb', { location: nz }],
  [400, 6001, 'a suburb of 81 characters', { location: { ...nz, subLocality: 'x'.repeat(81) } }],
  [401, 1047, 'a name of 2 characters', { name: 'ab' }],
  [401, 1046, 'a name of 251 characters', { name: 'x'.repeat(251) }],
  [401, 1055, 'an invalid phone', { phone: '650-555-0100' }],
  [401, 1056, 'an invalid fax', { fax: '650-555-0100' }],
  [401, 1069, 'a description of 4001 characters', { description: 'x'.repeat(4001) }],
  [401, 1070, 'keywords of 1001 characters', { keywords: 'x'.repeat(1001) }],
  [401, 1190, 'an unknown internal category', { internalListing: { category: 'Dragon keeper', subcategory: 'Bar' } }],
  [401, 1190, 'an unknown subcategory', { internalListing: { category: 'Bar', subcategory: 'Pub, Dragon keeper' } }],
];

describe('the error table of update business (spec section 7)', () => {
  for (const [status, code, what, fields, before = {}, own = {}] of TABLE) {
    it(`answers ${what} with ${status} ${code}`, async () => {
      const answer = await put(await newBusiness(before, own), fields);
      expect(bare(answer)).toEqual({ ...refusal(code), status });
      expect(answer.headers).toMatchObject({ 'Content-Type': 'application/json' });
    });
  }

  it('answers a missing key with 401 1167', async () => {
    expect(bare(await put('101', {}, { key: null }))).toEqual({ ...refusal(1167), status: 401 });
  });

  it('answers an unknown, revoked or expired key with 401 1161', async () => {
    for (const key of ['unknown-key-unknown-key', 'short', KEYS.revoked, KEYS.expired]) {
      expect(bare(await put('101', {}, { key }))).toEqual({ ...refusal(1161), status: 401 });
    }
  });

  for (const number of ['999', '201', '100', 'abc', '0', '-101', '0101', '1e2', '101.0', '9007199254740993', '９']) {
    it(`answers the business number ${number} with 404 1175`, async () => {
      expect(bare(await put(number))).toEqual({ ...refusal(1175), status: 404 });
    });
  }

  it('names the food links that were sent', async () => {
    const id = await newBusiness({ alphaListing: { primaryCategoryAlpha: 'Hotel' } });
    const [delivery, takeout] = [{ foodDelivery: 'https://e.at' }, { foodTakeout: 'https://e.at' }];
    const headers = { Accept: 'application/problem+json' };
    const named = async (alphaListing: object) =>
      (await put(id, { alphaListing }, { headers })).body.errors.map(({ pointer }: { pointer: string }) => pointer);
    for (const primary of [{}, { primaryCategoryAlpha: 'Hotel' }]) {
      expect(await named({ ...primary, ...takeout })).toEqual(['/alphaListing/foodTakeout']);
      expect(await named({ ...primary, ...delivery })).toEqual(['/alphaListing/foodDelivery']);
      expect(await named({ ...primary, ...takeout, ...delivery })).toEqual([
        '/alphaListing/foodDelivery',
        '/alphaListing/foodTakeout',
      ]);
    }
  });

  it('names each special day that is no date, next to rows that lack one', async () => {
    const days = ['02/30/2030', '12/24/2030', undefined, 'x', '13/01/2030'];
    const specialHours = days.map((specialDate) => ({ specialDate, isOpen: 0 }));
    const headers = { Accept: 'application/problem+json' };
    const { errors } = (await put(await newBusiness(), { specialHours }, { headers })).body;
    expect(errors.map(({ pointer, message }: Record<string, string>) => [pointer, message])).toEqual([
      ['/specialHours/0/specialDate', 'specialHours[0].specialDate must be a date, MM/DD/YYYY'],
      ['/specialHours/2/specialDate', 'specialHours[2].specialDate is required'],
      ['/specialHours/3/specialDate', 'specialHours[3].specialDate must be a date, MM/DD/YYYY'],
      ['/specialHours/4/specialDate', 'specialHours[4].specialDate must be a date, MM/DD/YYYY'],
    ]);
  });

  it('answers exactly alike for unknown and foreign locations, whatever is sent', async () => {
    const bodies = [
      {},
      { location: nz },
      { alphaListing: { foodDelivery: 'https://e.at' } },
      opening,
      { impressum: 'x'.repeat(500_000) },
    ];
    for (const body of bodies) {
      const [unknown, foreign] = [await put('999', body), await put('201', body)];
      expect(foreign).toEqual(unknown);
      expect(bare(foreign)).toEqual(refusal(1175));
    }
  });
});
