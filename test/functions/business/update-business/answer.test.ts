import { beforeAll, describe, expect, it } from 'vitest';
import { updateBusiness } from '../../../../lib/business/contracts/update-business.ts';
import { countryCodes, countryName } from '../../../../lib/catalog/country-names.ts';
import { FULL } from './full-profile.ts';
import { newBusiness, openWorld, put, putOn } from './support.ts';

beforeAll(openWorld);

describe('the response of update business', () => {
  it('has every field where almost nothing was ever set', async () => {
    const { status, body } = await put(await newBusiness(), { phone: '(650) 555-0100' });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: '',
      alias: '',
      emailId: 'owner@shop.example',
      phone: '(650) 555-0100',
      fax: '',
      websiteUrl: '',
      description: '',
      keywords: '',
      services: 'repair, tires',
      logoUrl: '',
      coverImageUrl: '',
      alphaCover: '',
      betaCover: '',
      timezone: '',
      payment: '',
      languages: [],
      isServiceAreaProvider: 'No',
      serviceAreas: [],
      hoursOfOperations: [],
      working24x7: 0,
      location: { address1: '', address2: '', city: '', state: '', zip: '', countryCode: '', countryName: '' },
      categoryList: [],
      socialProfileURLs: { alphaUrl: '', betaUrl: null, microblogUrl: null, professionalUrl: null, videoUrl: null },
    });
  });

  it('has the fields of 2.2 alone where everything is set', async () => {
    const { body } = await putOn(FULL, {});
    expect(Object.keys(body).sort()).toEqual(Object.keys(updateBusiness.reply.properties).sort());
    const { internalListing, alphaListing, businessStatus, ...rest } = FULL;
    const { subLocality, ...location } = FULL.location;
    const { serviceAreas, hoursOfOperations, categoryList, ...answered } = body;
    expect(rest).toMatchObject({ ...answered, location });
    expect(body.location.countryName).toBe('New Zealand');
    expect(categoryList).toEqual(['Bar', 'Pub']);
    expect(serviceAreas).toEqual([{ description: 'Auckland', placeId: expect.stringMatching(/^.{10,}$/) }]);
    expect(hoursOfOperations).toEqual([{ ...FULL.hoursOfOperations[0], day: '0' }]);
  });

  it('fills in what a day leaves out', async () => {
    const { body } = await putOn(
      {},
      { hoursOfOperations: [{ day: 1, workingHours: [{ startHour: '08:00', endHour: '9:00' }] }, { day: '2' }] },
    );
    expect(body.hoursOfOperations).toEqual([
      { day: '1', isOpen: 1, workingHours: [{ startHour: '8:00', endHour: '9:00' }], comment: '' },
      { day: '2', isOpen: 0, workingHours: [], comment: '' },
    ]);
  });

  it('gives a service area the same place id each time, and another area another', async () => {
    const ids = async (...descriptions: string[]) => {
      const { body } = await putOn({}, { serviceAreas: descriptions.map((description) => ({ description })) });
      return body.serviceAreas.map(({ placeId }: { placeId: string }) => placeId);
    };
    const [austin, boston] = await ids('Austin', 'Boston');
    expect(austin).not.toBe(boston);
    expect(await ids('Boston', ' Austin ')).toEqual([boston, austin]);
  });

  for (const [what, fields, description] of [
    ['the description', { description: 'Own', internalListing: { description: 'Listing' } }, 'Own'],
    [
      'the other name of the description',
      { mainBusinessDescription: 'Own', internalListing: { description: 'Listing' } },
      'Own',
    ],
    ["the internal listing's description", { internalListing: { description: 'Listing' } }, 'Listing'],
    [
      "the internal listing's where the own is cleared",
      { description: '', internalListing: { description: 'Listing' } },
      'Listing',
    ],
    ['none', {}, ''],
  ] as const) {
    it(`describes the business by ${what}`, async () => {
      expect((await putOn({}, fields)).body.description).toBe(description);
    });
  }

  it('falls back to a stored description of the internal listing once the own one is cleared', async () => {
    const before = { description: 'Own', internalListing: { description: 'Listing' } };
    expect((await putOn(before, { mainBusinessDescription: '' })).body.description).toBe('Listing');
  });

  const alphaListing = { primaryCategoryAlpha: 'Hotel', additionalCategory: 'Spa, Gym' };
  for (const [what, fields, categories] of [
    [
      'internal categories',
      { internalListing: { category: 'Bar', subcategory: 'Pub, Cafe' }, alphaListing },
      ['Bar', 'Pub', 'Cafe'],
    ],
    ['alpha categories', { alphaListing }, ['Hotel', 'Spa', 'Gym']],
    ['additional alpha categories alone', { alphaListing: { additionalCategory: 'Spa' } }, ['Spa']],
    ['no categories', { gammaListing: { categories: 'Bar' } }, []],
  ] as const) {
    it(`lists ${what}`, async () => {
      expect((await putOn({}, fields)).body.categoryList).toEqual(categories);
    });
  }

  for (const [countryCode, name] of [
    ['US', 'United States'],
    ['gb', 'United Kingdom'],
    ['UK', 'United Kingdom'],
    ['NL', 'Netherlands'],
  ] as const) {
    it(`names the country ${countryCode} ${name}`, async () => {
      const { body } = await putOn({}, { location: { zip: '1', countryCode } });
      expect(body.location.countryName).toBe(name);
    });
  }

  it('names every country that it takes, and takes no other', async () => {
    for (const code of ['QX', 'AA', 'ZZ', 'EU', 'EN']) {
      expect((await putOn({}, { location: { zip: '1', countryCode: code } })).status).toBe(400);
    }
    expect(countryCodes.filter((code) => countryName(code) === '')).toEqual([]);
  });
});
