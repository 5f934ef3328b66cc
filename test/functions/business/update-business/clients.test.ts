import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

/** What is sent, and what is stored of it. */
const READ: readonly [string, object, object][] = [
  ['a number as text', { establishedYear: '2012' }, { establishedYear: 2012 }],
  ['a number as padded text', { establishedYear: ' 2012 ' }, { establishedYear: 2012 }],
  ['a day as text', { hoursOfOperations: [{ day: '0' }] }, { hoursOfOperations: [{ day: 0 }] }],
  [
    'a custom field id as text',
    { customFields: { fieldName: 'seven', id: '7' } },
    { customFields: [{ fieldName: 'seven', id: 7 }] },
  ],
  ['a boolean as text', { isSEOEnabled: 'false' }, { isSEOEnabled: false }],
  ['a number for a text', { location: { zip: 93422 } }, { 'location.zip': '93422' }],
  ['a boolean for a text', { alias: true }, { alias: 'true' }],
  ['the number 0 for a text', { alphaListing: { alphaStoreId: 0 } }, { 'alphaListing.alphaStoreId': '0' }],
  ['a text with spaces around it', { alias: '\t Label \n' }, { alias: 'Label' }],
  ['false for 0', { isAddressHidden: false }, { isAddressHidden: 0 }],
  ['YES for 1', { working24x7: 'YES' }, { working24x7: 1 }],
  ['"1" for 1', { hoursOfOperations: [{ day: 1, isOpen: '1' }] }, { hoursOfOperations: [{ day: 1, isOpen: 1 }] }],
  ['1 for Yes', { isServiceAreaProvider: 1 }, { isServiceAreaProvider: 'Yes' }],
  ['"TRUE" for Yes', { isServiceAreaProvider: 'TRUE' }, { isServiceAreaProvider: 'Yes' }],
  ['"no" for No', { isServiceAreaProvider: 'no' }, { isServiceAreaProvider: 'No' }],
  ['0 for false', { isSEOEnabled: 0 }, { isSEOEnabled: false }],
  ['Yes for true', { isSEOEnabled: 'Yes' }, { isSEOEnabled: true }],
  [
    'an opt-out in its own form',
    { alphaLogoOptOut: 1, betaLogoOptOut: '0' },
    { alphaLogoOptOut: 1, betaLogoOptOut: 0 },
  ],
  [
    'an opt-out as words (1 = false)',
    { alphaCoverOptOut: 'false', betaCoverOptOut: true },
    { alphaCoverOptOut: 1, betaCoverOptOut: 0 },
  ],
  ['country UK', { location: { zip: '1', countryCode: 'uk' } }, { 'location.countryCode': 'GB' }],
  ['a country in lower case', { location: { zip: '1', countryCode: 'nl' } }, { 'location.countryCode': 'NL' }],
  ['languages as comma text', { languages: 'English, , Español,' }, { languages: ['English', 'Español'] }],
  ['languages with blanks', { languages: ['English', '', null, ' ', 'null'] }, { languages: ['English'] }],
  ['services with blanks', { services: ' repair,, tires , ,null' }, { services: 'repair, tires' }],
  ['services as an array', { services: ['repair', '', 'tires'] }, { services: 'repair, tires' }],
  [
    'one custom field as an object',
    { customFields: { fieldName: 'a', id: 1 } },
    { customFields: [{ fieldName: 'a', id: 1 }] },
  ],
  [
    'custom fields as an array',
    { customFields: [{ fieldName: 'a', id: 1 }] },
    { customFields: [{ fieldName: 'a', id: 1 }] },
  ],
  [
    'a category list as an array',
    { gammaListing: { categories: ['Bar', '', 'Pub'] } },
    { 'gammaListing.categories': ['Bar', 'Pub'] },
  ],
  [
    'numbered fields instead of the list',
    { alphaListing: { additionalCategory2: 'Pub', additionalCategory1: 'Bar', additionalCategory3: '' } },
    { 'alphaListing.additionalCategory': ['Bar', 'Pub'] },
  ],
  [
    'numbered fields with the site in their name, next to the list',
    { alphaListing: { additionalCategory: 'Cafe', additionalCategory10Alpha: 'Pub', additionalCategory2Alpha: 'Bar' } },
    { 'alphaListing.additionalCategory': ['Cafe', 'Bar', 'Pub'] },
  ],
  [
    'numbered gamma categories',
    { gammaListing: { category2Gamma: 'Pub', category1Gamma: 'Bar' } },
    { 'gammaListing.categories': ['Bar', 'Pub'] },
  ],
  [
    'numbered beta categories',
    { betaListing: { category: '', category1Beta: 'Bar', category2: null } },
    { 'betaListing.category': ['Bar'] },
  ],
  [
    'numbered subcategories',
    { internalListing: { category: 'Bar', subcategory1: 'Pub', subcategory3: 'Cafe', subcategory2: ' ' } },
    { 'internalListing.subcategory': ['Pub', 'Cafe'] },
  ],
  ['the other name of the description', { mainBusinessDescription: 'Best' }, { description: 'Best' }],
  [
    'both names of the description, one of them blank',
    { description: '', mainBusinessDescription: 'Best' },
    { description: 'Best' },
  ],
];

describe('what clients really send', () => {
  for (const [what, sent, kept] of READ) {
    it(`reads ${what}`, async () => {
      const id = await newBusiness();
      expect(await put(id, sent)).toMatchObject({ status: 200 });
      expect(await stored(id)).toMatchObject(kept);
    });
  }

  it('stores no unknown field', async () => {
    const id = await newBusiness();
    const unknown = {
      pk: 'x',
      version: 99,
      partnerId: 'theirs',
      listingFixed: true,
      mapsCategoryId: 'hotel',
      vendor: { a: 1 },
    };
    const { status, body } = await put(id, { ...unknown, location: { zip: '1', lat: 30.2 }, covidInfo: { other: 1 } });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('vendor');
    expect(Object.keys(await stored(id)).sort()).toEqual(['emailId', 'location.zip', 'phone', 'services']);
  });

  for (const [type, status] of [
    [undefined, 200],
    ['', 200],
    ['application/json', 200],
    ['APPLICATION/JSON; Charset=UTF-8', 200],
    ['application/json; charset="utf-8"', 200],
    ['text/plain', 400],
    ['application/xml', 400],
    ['application/vnd.api+json', 400],
    ['application/jsonp', 400],
    ['multipart/form-data; boundary=application/json', 400],
  ] as const) {
    it(`answers Content-Type ${type} with ${status}`, async () => {
      const answer = await put('101', {}, { headers: type === undefined ? {} : { 'Content-Type': type } });
      expect(answer.status).toBe(status);
      if (status === 400) expect(bare(answer)).toEqual(refusal(400, 'Content-Type must be application/json'));
    });
  }

  it('answers with JSON whatever Accept says', async () => {
    const { status, headers } = await put('101', {}, { headers: { Accept: 'text/html' } });
    expect([status, headers['Content-Type']]).toEqual([200, 'application/json']);
  });
});
