/** Lists as clients send them: rows that say nothing, numbered fields, commas inside items. */
import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { found, newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

const FULL = {
  customFields: [{ fieldName: 'a', id: 1 }],
  hoursOfOperations: [{ day: 1 }],
  specialHours: [{ specialDate: '12/25/2030' }],
  serviceAreas: [{ description: 'Austin' }],
};

describe('a row in which every field is blank', () => {
  it.each<[object, string]>([
    [{ customFields: { fieldName: '', id: '' } }, 'customFields[0].fieldName is required'],
    [{ customFields: {} }, 'customFields[0].fieldName is required'],
    [
      {
        customFields: [
          { fieldName: 'b', id: 2 },
          { fieldName: null, id: 'null' },
        ],
      },
      'customFields[1].fieldName is required',
    ],
    [{ hoursOfOperations: [{ day: null }] }, 'hoursOfOperations[0].day is required'],
    [{ hoursOfOperations: [{ day: 0 }, {}] }, 'hoursOfOperations[1].day is required'],
    [{ hoursOfOperations: [null] }, 'hoursOfOperations[0] must be an object'],
    [{ hoursOfOperations: [{ day: 0 }, ''] }, 'hoursOfOperations[1] must be an object'],
    [
      { hoursOfOperations: [{ day: 0, isOpen: 1, workingHours: [{ startHour: '', endHour: '' }] }] },
      'hoursOfOperations[0].workingHours[0].startHour is required',
    ],
    [
      { hoursOfOperations: [{ day: 0, workingHours: [{ startHour: '9:00', endHour: '17:00' }, {}] }] },
      'hoursOfOperations[0].workingHours[1].startHour is required',
    ],
    [{ specialHours: [{ specialDate: ' ' }] }, 'specialHours[0].specialDate is required'],
    [
      { serviceAreas: [{ description: 'Austin' }, { description: '\u200b' }] },
      'serviceAreas[1].description is required',
    ],
  ])('is refused by its number, and clears nothing: %j', async (fields, message) => {
    const id = await newBusiness(FULL);
    const before = await found(id);
    expect(bare(await put(id, fields))).toEqual(refusal(400, message));
    expect(await found(id)).toEqual(before);
  });

  it.each([[[]], [''], [null], ['null']])(
    'is none where the whole field is sent as %j, which clears it',
    async (blank) => {
      const id = await newBusiness(FULL);
      expect((await put(id, Object.fromEntries(Object.keys(FULL).map((field) => [field, blank])))).status).toBe(200);
      expect(Object.keys(await stored(id)).sort()).toEqual(['emailId', 'phone', 'services']);
    },
  );

  it('is dropped among the periods of a closed day', async () => {
    const id = await newBusiness();
    for (const workingHours of [[{ startHour: '', endHour: null }], [null], [{}], [{ startHour: ' ' }, {}]]) {
      const days = [{ day: 6, isOpen: 'No', workingHours, comment: 'Closed' }];
      expect((await put(id, { hoursOfOperations: days })).status).toBe(200);
      expect(await stored(id)).toMatchObject({ hoursOfOperations: [{ day: 6, isOpen: 0, comment: 'Closed' }] });
    }
    const half = [{ day: 6, isOpen: 0, workingHours: [{ startHour: '9:00', endHour: '' }] }];
    expect((await put(id, { hoursOfOperations: half })).body.message).toBe(
      'hoursOfOperations[0].workingHours[0].endHour is required',
    );
  });
});

describe('numbered fields', () => {
  const lists = {
    alphaListing: { additionalCategory: 'Spa, Gym' },
    gammaListing: { categories: 'Spa, Gym' },
    betaListing: { category: 'Spa, Gym' },
  };
  const LISTS = ['alphaListing.additionalCategory', 'gammaListing.categories', 'betaListing.category'];

  it('change nothing where one alone is sent blank', async () => {
    const id = await newBusiness(lists);
    for (const blank of ['', null, ' ', 'null']) {
      const sent = {
        alphaListing: { additionalCategory1: blank },
        gammaListing: { category2Gamma: blank },
        betaListing: { category1Beta: blank },
      };
      expect((await put(id, sent)).status).toBe(200);
      for (const path of LISTS) expect((await stored(id))[path]).toEqual(['Spa', 'Gym']);
    }
  });

  it('clear their list where all that are sent are blank, as does its own field', async () => {
    for (const [alphaListing, gammaListing, betaListing] of [
      [
        { additionalCategory1: '', additionalCategory2: null },
        { category1: '', category2: '' },
        { category1: null, category3: ' ' },
      ],
      [{ additionalCategory: '' }, { categories: [] }, { category: null }],
      [
        { additionalCategory: '', additionalCategory1: '' },
        { categories: null, category1: '' },
        { category: [], category1: '' },
      ],
    ]) {
      const id = await newBusiness(lists);
      expect((await put(id, { alphaListing, gammaListing, betaListing })).status).toBe(200);
      for (const path of LISTS) expect(await stored(id)).not.toHaveProperty([path]);
    }
  });

  it('are the list where one of them is not blank', async () => {
    const id = await newBusiness(lists);
    const alphaListing = { additionalCategory1: '', additionalCategory2: 'Bar', additionalCategory3: null };
    expect((await put(id, { alphaListing })).status).toBe(200);
    expect((await stored(id))['alphaListing.additionalCategory']).toEqual(['Bar']);
  });
});

describe('a comma inside an item of a category array', () => {
  it('splits the item, before limits and duplicates are checked', async () => {
    const id = await newBusiness();
    const list = (...additionalCategory: unknown[]) => put(id, { alphaListing: { additionalCategory } });
    expect((await list('Spa, Gym', 'Bar')).status).toBe(200);
    expect((await stored(id))['alphaListing.additionalCategory']).toEqual(['Spa', 'Gym', 'Bar']);
    expect(bare(await list('Spa, Gym', 'gym'))).toEqual(refusal(2277));
    expect(bare(await list('a,b,c,d,e', 'f,g,h,i,j'))).toEqual(refusal(2276));
    const primary = { alphaListing: { primaryCategoryAlpha: 'Gym', additionalCategory: ['Spa,Gym'] } };
    expect(bare(await put(id, primary))).toEqual(refusal(2278));
    const internal = (subcategory: unknown) => put(id, { internalListing: { category: 'Bar', subcategory } });
    expect(bare(await internal(['Pub,Bar']))).toEqual(refusal(2503));
    expect(bare(await internal(['Pub,Dragon keeper']))).toEqual(refusal(1190));
    expect((await internal(['Pub,,', ' , Cafe'])).body.categoryList).toEqual(['Bar', 'Pub', 'Cafe']);
    const beta = await put(id, { betaListing: { category: ['a,b', 'c,d'] } });
    expect(bare(beta)).toEqual(refusal(400, 'betaListing.category must have at most 3 items'));
  });

  it('is text in a list of anything else', async () => {
    const id = await newBusiness();
    await put(id, { languages: ['English, British', 'Dutch'] });
    expect((await stored(id)).languages).toEqual(['English, British', 'Dutch']);
  });
});

describe('services', () => {
  it.each([
    [' repair ,tires,, ', 'repair,tires'],
    [' repair,  tires', 'repair, tires'],
    [['repair ', '', ' tires, oil'], 'repair, tires, oil'],
    ['repair', 'repair'],
  ])('%j are trimmed, empty ones dropped: %j', async (sent, kept) => {
    const id = await newBusiness();
    expect((await put(id, { services: sent })).body.services).toBe(kept);
    expect((await put(id, { services: kept })).headers.ETag).toBe('"2"');
  });
});
