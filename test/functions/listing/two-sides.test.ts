/** What update business writes get listing shows, and the other way round; no rule holds on one side alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { call } from '../../support/call.ts';
import { FULL } from '../business/update-business/full-profile.ts';
import {
  create,
  deactivate,
  found,
  get,
  leastListing,
  listed,
  newLocation,
  openWorld,
  putBusiness,
  update,
} from './support.ts';

beforeAll(openWorld);

const business = async (id: string) => (await call(getBusiness, { path: { businessId: id } })).body;

const FLAGS = ['alphaLogoOptOut', 'betaLogoOptOut', 'alphaCoverOptOut', 'betaCoverOptOut'] as const;

describe('One record, two sides', () => {
  it('shows on the listing what update business has written', async () => {
    const id = await newLocation();
    expect((await putBusiness(id, FULL)).status).toBe(200);
    const profile = await business(id);
    const { body: shown } = await get(id);
    const { businessInfo, additionalInfo } = shown;
    for (const name of ['name', 'phone', 'websiteUrl', 'emailId', 'isServiceAreaProvider', 'serviceAreas'])
      expect([name, businessInfo[name]]).toEqual([name, profile[name]]);
    expect(businessInfo.isAddressHidden).toBe(profile.isAddressHidden === 1 ? 'Yes' : 'No');
    expect(businessInfo.mainBusinessDescription).toBe(profile.description);
    expect(businessInfo.location).toEqual({ subLocality: '', ...profile.location });
    for (const name of [
      ...[
        'establishedYear',
        'timezone',
        'languages',
        'hoursOfOperations',
        'specialHours',
        'businessStatus',
        'services',
      ],
      ...['keywords', 'products', 'appointmentLink', 'reservationLink', 'menuLink', 'orderAheadLink', 'impressum'],
      ...['localPhoneNumber', 'tollFreePhoneNumber', 'androidAppURL', 'iosAppURL'],
    ])
      expect([name, additionalInfo[name]]).toEqual([name, profile[name]]);
    expect(additionalInfo.wholeWeekOperating).toBe(profile.working24x7);
    expect([...additionalInfo.paymentTypes, additionalInfo.additionalPaymentTypes].filter(Boolean).join(', ')).toBe(
      profile.payment,
    );
    for (const name of ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover'])
      expect(shown.media[name]).toBe(profile[name]);
    for (const name of FLAGS) expect(shown.optOut[name]).toBe(profile[name] === 0);
    expect(shown.covidInfo).toEqual(profile.covidInfo);
    const { categories: gammaCategories, ...gamma } = profile.gammaListing;
    expect(shown.gammaListing).toEqual({ ...gamma, gammaCategories });
    const { subcategory: subCategories, ...internal } = profile.internalListing;
    expect(shown.internalListing).toEqual({ ...internal, subCategories });
    const { category: categories, ...beta } = profile.betaListing;
    expect(shown.betaListing).toEqual({ ...beta, categories });
    const { additionalCategory: additionalCategories, ...alpha } = profile.alphaListing;
    expect(shown.alphaListing).toMatchObject({ ...alpha, additionalCategories });
    expect(shown.socialProfileURLs).toMatchObject(profile.socialProfileURLs);
  });

  it('shows on the profile what update listing has written', async () => {
    const id = await listed({
      businessInfo: { ...leastListing.businessInfo, isAddressHidden: 'Yes', isServiceAreaProvider: true },
      additionalInfo: {
        wholeWeekOperating: '1',
        paymentTypes: ['Cash', 'Debit card'],
        additionalPaymentTypes: 'Farm vouchers',
      },
      optOut: { alphaLogoOptOut: true, betaLogoOptOut: 1, alphaCoverOptOut: 0, betaCoverOptOut: 'No' },
      gammaListing: { gammaCategories: 'Bar, Grill' },
      betaListing: { categories: ['Bar'] },
      alphaListing: { additionalCategories: ['Bar', 'Cafe'] },
      mapsListing: { primaryCategory: 'steak house' },
    });
    expect(await business(id)).toMatchObject({
      isAddressHidden: 1,
      isServiceAreaProvider: 'Yes',
      working24x7: 1,
      payment: 'Cash, Debit card, Farm vouchers',
      // 1 = false, 0 = true.
      ...{ alphaLogoOptOut: 0, betaLogoOptOut: 1, alphaCoverOptOut: 0, betaCoverOptOut: 1 },
      gammaListing: { categories: ['Bar', 'Grill'] },
      internalListing: { category: 'Restaurant', subcategory: ['Steak house'] },
      betaListing: { category: ['Bar'] },
      alphaListing: { additionalCategory: ['Bar', 'Cafe'] },
    });
    expect((await get(id)).body.optOut).toMatchObject({
      alphaLogoOptOut: true,
      betaLogoOptOut: false,
      alphaCoverOptOut: true,
      betaCoverOptOut: false,
    });
    expect((await found(id)).business.mapsCategoryId).toBe('steak_house');
  });

  it('clears on both sides what is sent blank on one', async () => {
    const id = await listed({
      additionalInfo: { keywords: 'k', products: 'p' },
      mapsListing: { primaryCategory: 'bar' },
    });
    await update(id, { additionalInfo: { keywords: '' }, mapsListing: null });
    await putBusiness(id, { products: null });
    const { profile, mapsCategoryId } = (await found(id)).business;
    expect([profile.keywords, profile.products, mapsCategoryId]).toEqual([undefined, undefined, undefined]);
    expect((await get(id)).body).toMatchObject({
      additionalInfo: { keywords: '', products: '' },
      mapsListing: { primaryCategory: '', primaryCategoryName: '' },
    });
  });

  it('merges what is left out on either side with what is stored', async () => {
    const id = await listed({ additionalInfo: { keywords: 'k' }, thirdPartyListing: { thirdPartyCategory: 'Bar' } });
    await putBusiness(id, { alias: 'a' });
    await update(id, { additionalInfo: { products: 'p' } });
    expect((await get(id)).body).toMatchObject({
      additionalInfo: { keywords: 'k', products: 'p' },
      thirdPartyListing: { thirdPartyCategory: 'Bar' },
    });
    expect((await business(id)).alias).toBe('a');
  });
});

describe('Rules of update business', () => {
  const day = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');

  /** Bodies of both sides that say the same, and what both are refused with. */
  it.each([
    [
      1190,
      { internalListing: { category: 'Nothing' } },
      { internalListing: { category: 'Nothing', subcategory: 'Bar' } },
    ],
    [1070, { additionalInfo: { keywords: 'x'.repeat(1001) } }, { keywords: 'x'.repeat(1001) }],
    [2162, ...status({ businessStatus: 'Temporarily Closed', reopenDate: '01/01/2020' })],
    [400, ...status({ businessStatus: 'Temporarily Closed' })],
    [2513, ...status({ businessStatus: 'Open', openedOnDate: day(9) })],
    [2514, ...status({ businessStatus: 'Opening Soon' })],
    [2515, ...status({ businessStatus: 'Open', reopenDate: '02/30/2030' })],
    [2516, ...status({ businessStatus: 'Opening Soon', openingSoonDate: day(500) })],
    [2517, ...status({ businessStatus: 'Opening Soon', openingSoonDate: day(-9) })],
    [2518, ...status({ reopenDate: day(9) })],
    [2520, ...status({ businessStatus: 'Permanently Closed', openedOnDate: day(-9) })],
    [2276, ...alpha('additionalCategories', 'additionalCategory', 'a,b,c,d,e,f,g,h,i,j')],
    [2277, ...alpha('additionalCategories', 'additionalCategory', ['a', 'A'])],
    [2278, ...alpha('additionalCategories', 'additionalCategory', ['Hotel'])],
    [2290, ...alpha('foodDelivery', 'foodDelivery', 'https://eat.example')],
    [2296, ...alpha('foodDelivery', 'foodDelivery', 'eat.example')],
    [2297, ...alpha('foodTakeout', 'foodTakeout', 'eat.example')],
    [6000, ...place({ countryCode: 'NZ' })],
    [6001, ...place({ countryCode: 'NZ', subLocality: 'x'.repeat(81) })],
    [400, ...place({ countryCode: 'US', state: 'Bavaria' })],
  ])('%i holds on both sides, with status 400 on the listing', async (code, onListing, onProfile) => {
    const id = await listed({}, { alphaListing: { primaryCategoryAlpha: 'Hotel' } });
    await deactivate(id);
    const before = await found(id);
    const refused = await update(id, onListing);
    expect([refused.status, refused.body.code], refused.body.message).toEqual([400, code]);
    expect((await create(id, onListing)).body).toEqual(refused.body);
    const profile = await putBusiness(id, onProfile);
    expect(profile.body.code, profile.body.message).toBe(code);
    expect(await found(id)).toEqual(before);
  });

  it('2290 names the food link that was sent', async () => {
    const id = await listed({}, { alphaListing: { primaryCategoryAlpha: 'Hotel' } });
    const headers = { Accept: 'application/problem+json' };
    for (const sent of ['foodDelivery', 'foodTakeout']) {
      const answer = await update(id, { alphaListing: { [sent]: 'https://eat.example' } }, { headers });
      expect(answer.body.errors).toMatchObject([{ pointer: `/alphaListing/${sent}`, code: 2290 }]);
    }
  });

  it('2519 holds for every category of another platform', async () => {
    const soon = { businessStatus: 'Opening Soon', openingSoonDate: day(40) };
    const stored = {
      additionalInfo: soon,
      gammaListing: { primaryCategoryGamma: 'Bar', gammaCategories: ['Bar'] },
      betaListing: { categories: ['Bar'] },
      alphaListing: { primaryCategoryAlpha: 'Bar', additionalCategories: ['Cafe'] },
      mapsListing: { primaryCategory: 'bar', additionalCategories: ['cafe'] },
      thirdPartyListing: { thirdPartyCategory: 'Bar', thirdPartySubCategories: ['Cafe'] },
    };
    const id = await listed(stored);
    const changes: readonly Record<string, object>[] = [
      { gammaListing: { primaryCategoryGamma: 'Hotel' } },
      { gammaListing: { gammaCategories: ['Hotel'] } },
      { betaListing: { categories: '' } },
      { alphaListing: { primaryCategoryAlpha: 'Hotel' } },
      { alphaListing: { additionalCategories: ['Hotel'] } },
      { mapsListing: { primaryCategory: 'hotel' } },
      { mapsListing: { primaryCategory: 'bar', additionalCategories: ['hotel'] } },
      { thirdPartyListing: { thirdPartyCategory: 'Hotel' } },
      { thirdPartyListing: { thirdPartySubCategories: null } },
    ];
    for (const change of changes) expect((await update(id, change)).body.code, JSON.stringify(change)).toBe(2519);
    // The same names in another case, or by another name of the same, are no change.
    const same = {
      gammaListing: { gammaCategories: ['BAR'] },
      mapsListing: { primaryCategory: 'Bar' },
      thirdPartyListing: { thirdPartyCategory: 'bar' },
    };
    expect((await update(id, same)).status).toBe(200);
  });
});

function status(fields: object) {
  return [{ additionalInfo: fields }, fields] as const;
}
function alpha(onListing: string, onProfile: string, value: unknown) {
  return [{ alphaListing: { [onListing]: value } }, { alphaListing: { [onProfile]: value } }] as const;
}
function place(fields: object) {
  const location = { zip: '1011', ...fields };
  return [{ businessInfo: { location } }, { location }] as const;
}
