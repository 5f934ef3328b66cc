import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../support/chosen.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { KEYS } from '../../../support/world.ts';
import { newBusiness, openWorld, put, putRaw } from './support.ts';

beforeAll(openWorld);

const TOO_LARGE = `{"alias":"${'x'.repeat(1_048_576)}"}`;
const plain = (message: string) => refusal(400, message);
const badUrl = (path: string) => plain(`${path} must be an http or https URL`);

/** What is wrong in several ways at once, and the one answer (decisions: order of checks). */
const ORDER: readonly [string, () => Promise<{ status: number; body: unknown }>, object][] = [
  ['no key before a body that is too large', () => putRaw('999', TOO_LARGE, { key: null }), refusal(1167)],
  ['a revoked key before a body that is no JSON', () => putRaw('999', '{', { key: KEYS.revoked }), refusal(1161)],
  [
    'the size before the media type',
    () => putRaw('999', TOO_LARGE, { headers: { 'Content-Type': 'text/plain' } }),
    refusal(413),
  ],
  [
    'a body that is no JSON before an unknown business',
    () => putRaw('999', '{'),
    plain('The request body is not JSON: line 1, column 2'),
  ],
  ['a missing field before an unknown business', () => putRaw('999', {}), plain('emailId is required')],
  ['an invalid field before an unknown business', () => put('999', { name: '' }), refusal(1045)],
  ['a rule of the body before an unknown business', () => put('999', { reopenDate: '01/01/2099' }), refusal(2518)],
  [
    'an unknown category before an unknown business',
    () => put('201', { internalListing: { category: 'x' } }),
    refusal(1190),
  ],
  [
    'a missing field before an earlier one that is invalid',
    () => put('101', { name: '', services: null }),
    plain('services is required'),
  ],
  [
    'a missing zip before an earlier name that is blank',
    () => put('101', { name: '', location: {} }),
    plain('location.zip is required'),
  ],
  [
    'the missing fields in the order of the table',
    () => putRaw('101', { location: {} }),
    plain('location.zip is required'),
  ],
  [
    'an unknown business before a rule of its record',
    () => put('999', { location: { zip: '1', countryCode: 'NZ' } }),
    refusal(1175),
  ],
  [
    'a later field of the body before an earlier rule of the record',
    async () => put(await newBusiness(), { location: { zip: '1', state: 'Texas' }, keywords: 'x'.repeat(1001) }),
    refusal(1070),
  ],
  [
    'a rule of the record in the order of the table',
    async () =>
      put(await newBusiness({ businessStatus: 'Open' }, { listingFixed: true }), {
        businessStatus: 'Permanently Closed',
        location: { zip: '1', state: 'Texas' },
      }),
    plain('location.state must have exactly 2 characters where the country is US, CA or not given'),
  ],
  [
    'nine categories at most before duplicates',
    () => put('101', { alphaListing: { additionalCategory: 'a,a,b,c,d,e,f,g,h,i' } }),
    refusal(2276),
  ],
  [
    'duplicates before the primary among them',
    () => put('101', { alphaListing: { primaryCategoryAlpha: 'a', additionalCategory: 'a,A' } }),
    refusal(2277),
  ],
  [
    'an unknown category before one that is missing',
    () => put('101', { internalListing: { subcategory: 'x' } }),
    refusal(1190),
  ],
];

/** One wrong value for a field, in the order of the spec's table 2.1, and its answer. */
const WRONG: readonly [object, object][] = [
  [{ name: 'ab' }, refusal(1047)],
  [{ alias: {} }, plain('alias must be a string')],
  [{ isAddressHidden: 2 }, plain('isAddressHidden must be 0 or 1')],
  [
    { location: { zip: '1', countryCode: 'USA' } },
    plain('location.countryCode must be a 2-character country code (ISO 3166)'),
  ],
  [{ emailId: {} }, plain('emailId must be a string')],
  [{ phone: '1' }, refusal(1055)],
  [{ fax: '1' }, refusal(1056)],
  [{ websiteUrl: 'x' }, badUrl('websiteUrl')],
  [{ establishedYear: 0 }, plain('establishedYear must be at least 1')],
  [{ timezone: {} }, plain('timezone must be a string')],
  [{ languages: [{}] }, plain('languages[0] must be a string')],
  [{ isServiceAreaProvider: 'x' }, plain('isServiceAreaProvider must be No or Yes')],
  [{ serviceAreas: [{}] }, plain('serviceAreas[0].description is required')],
  [{ working24x7: 2 }, plain('working24x7 must be 0 or 1')],
  [{ hoursOfOperations: [{}] }, plain('hoursOfOperations[0].day is required')],
  [{ specialHours: [{ specialDate: 'x' }] }, plain('specialHours[0].specialDate must be a date, MM/DD/YYYY')],
  [{ businessStatus: 'Opening Soon', openingSoonDate: 'soon' }, refusal(2515)],
  [{ keywords: 'x'.repeat(1001) }, refusal(1070)],
  [{ products: {} }, plain('products must be a string')],
  ...['appointmentLink', 'reservationLink', 'menuLink', 'orderAheadLink'].map((field): [object, object] => [
    { [field]: 'x' },
    badUrl(field),
  ]),
  [{ impressum: {} }, plain('impressum must be a string')],
  [{ payment: 'x'.repeat(251) }, plain('payment must have at most 250 characters')],
  [{ localPhoneNumber: {} }, plain('localPhoneNumber must be a string')],
  [{ tollFreePhoneNumber: {} }, plain('tollFreePhoneNumber must be a string')],
  ...['androidAppURL', 'iosAppURL', 'logoUrl'].map((field): [object, object] => [{ [field]: 'x' }, badUrl(field)]),
  ...['alphaLogoOptOut', 'betaLogoOptOut', 'alphaCoverOptOut', 'betaCoverOptOut'].map((field): [object, object] => [
    { [field]: 2 },
    plain(`${field} must be 1 or 0`),
  ]),
  ...['coverImageUrl', 'alphaCover', 'betaCover'].map((field): [object, object] => [{ [field]: 'x' }, badUrl(field)]),
  [{ coverBusinessInfoLayout: 'x'.repeat(101) }, plain('coverBusinessInfoLayout must have at most 100 characters')],
  [{ covidInfo: { covid19SupportLink: 'x' } }, badUrl('covidInfo.covid19SupportLink')],
  [{ gammaListing: { categories: 'a,b,c,d' } }, plain('gammaListing.categories must have at most 3 items')],
  [{ internalListing: { category: 'x' } }, refusal(1190)],
  [{ betaListing: { category: 'a,b,c,d' } }, plain('betaListing.category must have at most 3 items')],
  [{ alphaListing: { additionalCategory: 'a,A' } }, refusal(2277)],
  [{ socialProfileURLs: { betaUrl: 'ftp://x.y' } }, badUrl('socialProfileURLs.betaUrl')],
  [{ isSEOEnabled: 'x' }, plain('isSEOEnabled must be false or true')],
  [{ externalReferenceId: {} }, plain('externalReferenceId must be a string')],
  [{ customFields: [{}] }, plain('customFields[0].fieldName is required')],
  [{ entityCategory: 'x' }, plain('entityCategory must be one of physical_location, provider')],
];

describe('the order of checks', () => {
  for (const [what, request, answer] of ORDER) {
    it(`answers ${what}`, async () => expect(bare((await request()) as never)).toEqual(answer));
  }

  for (const [fields, answer] of WRONG) {
    it(`refuses ${JSON.stringify(fields).slice(0, 60)}`, async () =>
      expect(bare(await put('101', fields))).toEqual(answer));
  }

  it('answers the first field of the table that is wrong, however they are sent', async () => {
    const indexes = fc.uniqueArray(fc.nat(WRONG.length - 1), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(indexes, async (wrong) => {
        const body = Object.assign({}, ...wrong.map((index) => WRONG[index]?.[0]));
        expect(bare(await put('999', body))).toEqual(WRONG[Math.min(...wrong)]?.[1]);
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});
