import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { flat } from '../../../support/profiles.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
const nz = (subLocality: string) => ({ location: { countryCode: 'NZ', zip: '1010', subLocality } });
const many = (count: number, of = 'Item') => Array.from({ length: count }, (_, index) => `${of} ${index}`);
const areas = (count: number) => many(count, 'Area').map((description) => ({ description }));
const tooLong = (path: string, most: number) => refusal(400, `${path} must have at most ${most} characters`);
const tooMany = (path: string, most: number) => refusal(400, `${path} must have at most ${most} items`);

/** Path, most characters, the answer beyond. */
const LENGTHS: readonly [string, number, object][] = [
  ['alias', 1000, tooLong('alias', 1000)],
  ['externalReferenceId', 1000, tooLong('externalReferenceId', 1000)],
  ['name', 250, refusal(1046)],
  ['description', 4000, refusal(1069)],
  ['keywords', 1000, refusal(1070)],
  ['payment', 250, tooLong('payment', 250)],
  ['coverBusinessInfoLayout', 100, tooLong('coverBusinessInfoLayout', 100)],
  ['gammaListing.gammaDescription', 4096, tooLong('gammaListing.gammaDescription', 4096)],
  ['internalListing.description', 5000, tooLong('internalListing.description', 5000)],
  ['betaListing.betaDescription', 255, tooLong('betaListing.betaDescription', 255)],
  ['alphaListing.alphaDescription', 750, tooLong('alphaListing.alphaDescription', 750)],
];

describe('the lengths of update business (spec section 8)', () => {
  for (const [path, most, answer] of LENGTHS) {
    it(`takes ${most} characters in ${path}, counted as code points after trimming, and no more`, async () => {
      const id = await newBusiness();
      for (const text of ['x'.repeat(most), '\u{1F600}'.repeat(most), 'é'.repeat(most)]) {
        expect((await put(id, at(path, `  ${text}\n`))).status).toBe(200);
        expect(await stored(id)).toMatchObject({ [path]: text });
        expect(bare(await put(id, at(path, `${text}y`)))).toEqual(answer);
      }
    });
  }

  for (const name of ['address1', 'address2', 'city', 'zip'])
    it(`takes 1000 characters in ${name} and no more`, async () => {
      const id = await newBusiness();
      const location = (length: number) => ({ location: { zip: '1', [name]: '\u{1F600}'.repeat(length) } });
      expect((await put(id, location(1000))).body.location[name]).toBe('\u{1F600}'.repeat(1000));
      expect(bare(await put(id, location(1001)))).toEqual(tooLong(`location.${name}`, 1000));
    });

  it('takes a phone of 100 characters and no more, spaces counted', async () => {
    const id = await newBusiness();
    const phone = (length: number) => ({
      location: { zip: '1', countryCode: 'DE' },
      phone: `+49${' '.repeat(length - 10)}1234567`,
    });
    expect((await put(id, phone(100))).status).toBe(200);
    expect(bare(await put(id, phone(101)))).toEqual(refusal(1055));
  });

  it('takes a name of 3 characters and no fewer', async () => {
    const id = await newBusiness();
    for (const name of ['abc', '\u{1F600}\u{1F601}\u{1F602}', ' a c ']) {
      expect((await put(id, { name })).body.name).toBe(name.trim());
    }
    for (const name of ['ab', '\u{1F600}\u{1F601}', '  ab  ', 7])
      expect(bare(await put(id, { name }))).toEqual(refusal(1047));
    for (const name of ['', ' ', '\t\n', '\u00a0\u3000', null, 'null']) {
      expect(bare(await put(id, { name }))).toEqual(refusal(1045));
    }
  });

  it('takes a New Zealand suburb of 4 to 80 characters', async () => {
    const id = await newBusiness();
    for (const suburb of ['abcd', '\u{1F600}'.repeat(80)]) {
      expect((await put(id, nz(` ${suburb} `))).status).toBe(200);
      expect(await stored(id)).toMatchObject({ 'location.subLocality': suburb });
    }
    expect(bare(await put(id, nz('abc')))).toEqual(
      refusal(400, 'location.subLocality must have at least 4 characters'),
    );
    expect(bare(await put(id, nz('x'.repeat(81))))).toEqual(refusal(6001));
  });
});

/** Path, a list at its limit, one beyond it, the answer beyond. */
const LISTS: readonly [string, unknown, unknown, object][] = [
  ['serviceAreas', areas(10), areas(11), tooMany('serviceAreas', 10)],
  ['gammaListing.categories', many(3).join(), many(4).join(), tooMany('gammaListing.categories', 3)],
  ['betaListing.category', many(3).join(), many(4).join(), tooMany('betaListing.category', 3)],
  ['alphaListing.additionalCategory', many(9).join(), many(10).join(), refusal(2276)],
];

/** Path, values that are taken as they are, values that are a plain 400, what is wrong with those. */
const VALUES: readonly [string, readonly unknown[], readonly unknown[], string][] = [
  ['alias', ['Label'], [{}, []], 'must be a string'],
  ['isAddressHidden', [0, 1], [2, -1, 'maybe', 0.5, {}, [1]], 'must be 0 or 1'],
  ['establishedYear', [1, 1850, 9999], [0, 10_000, -5], ''],
  ['establishedYear', [2012], [2012.5, 'MMXII', true, {}], 'must be an integer'],
  ['isServiceAreaProvider', ['Yes', 'No'], ['perhaps', 2], 'must be No or Yes'],
  ['working24x7', [0, 1], [24], 'must be 0 or 1'],
  ['isSEOEnabled', [true, false], ['on', 5], 'must be false or true'],
  [
    'businessStatus',
    ['Open', 'Permanently Closed'],
    ['Closed', 'open'],
    'must be one of Open, Temporarily Closed, Permanently Closed, Opening Soon',
  ],
  ['entityCategory', ['physical_location', 'provider'], ['business'], 'must be one of physical_location, provider'],
  ['alphaLogoOptOut', [0, 1], [3], 'must be 1 or 0'],
  ['betaLogoOptOut', [0, 1], [3], 'must be 1 or 0'],
  ['alphaCoverOptOut', [0, 1], [3], 'must be 1 or 0'],
  ['betaCoverOptOut', [0, 1], [3], 'must be 1 or 0'],
  ['languages', [['English', 'Español']], [[{}]], ''],
  ['serviceAreas', [[{ description: 'Downtown' }]], ['Downtown', {}], 'must be an array'],
  [
    'coverImageUrl',
    ['https://a.b/c.jpg', 'a.b/c.JPEG', 'https://a.b/c.png?x=d.gif', 'https://a.b/c'],
    ['https://a.b/c.gif', 'https://a.b/c.WebP?w=1', 'a.b/c.pdf#1'],
    'must be a JPG, JPEG or PNG image',
  ],
  [
    'location.countryCode',
    [],
    ['USA', 'U', 'U1', 'QX', '🇺🇸', 'ß', 'ﬁ', 'uſ'],
    'must be a 2-character country code (ISO 3166)',
  ],
];

describe('the values of update business', () => {
  for (const [path, full, beyond, answer] of LISTS) {
    it(`takes ${path} up to its limit and no further`, async () => {
      const id = await newBusiness();
      expect((await put(id, at(path, full))).status).toBe(200);
      expect(bare(await put(id, at(path, beyond)))).toEqual(answer);
    });
  }

  it('takes 3 internal subcategories and no more', async () => {
    const id = await newBusiness();
    const internal = (subcategory: string) => ({ internalListing: { category: 'Bar', subcategory } });
    expect((await put(id, internal('Pub, Cafe, Hotel'))).body.categoryList).toEqual(['Bar', 'Pub', 'Cafe', 'Hotel']);
    expect(bare(await put(id, internal('Pub, Cafe, Hotel, Spa')))).toEqual(tooMany('internalListing.subcategory', 3));
    expect(bare(await put(id, internal('A, B, C, D')))).toEqual(tooMany('internalListing.subcategory', 3));
  });

  for (const [path, good, bad, problem] of VALUES) {
    it(`takes ${path} as ${JSON.stringify(good)}, not as ${JSON.stringify(bad)}`, async () => {
      const id = await newBusiness();
      for (const value of good) {
        expect(await put(id, at(path, value))).toMatchObject({ status: 200 });
        expect(await stored(id)).toMatchObject({ [path]: value });
      }
      for (const value of bad) {
        const sent = path.startsWith('location.')
          ? { location: { zip: '1', [path.slice(9)]: value } }
          : at(path, value);
        const { status, body } = await put(id, sent);
        expect([status, body.code]).toEqual([400, 400]);
        if (problem) expect(body.message).toBe(`${path} ${problem}`);
        else expect(body.message.startsWith(path)).toBe(true);
      }
    });
  }

  for (const fields of [
    { localPhoneNumber: '555 0100', tollFreePhoneNumber: '1-800-FLOWERS', products: 'Any text', impressum: 'Owner' },
    { externalReferenceId: 'ext/1', timezone: 'Mars/Olympus', payment: 'Cash, card', alias: 'A' },
    { covidInfo: { postDescription: 'Masks', covid19SupportLink: 'https://c.example', virtualCareLink: 'v.example' } },
    { alphaListing: { alphaStoreId: 's-1', alphaPhoneNumber: '(650) 555-0111', alphaWebsiteUrl: 'https://a.example' } },
    { gammaListing: { primaryCategoryGamma: 'Anything', gammaPhoneNumber: '(650) 555-0112' } },
    { betaListing: { betaPhoneNumber: '(650) 555-0113' } },
    {
      location: {
        address1: '1 Main St',
        address2: 'Floor 2',
        city: 'Austin',
        state: 'TX',
        countryCode: 'US',
        zip: '78701',
      },
    },
  ]) {
    it(`stores ${Object.keys(fields)} as sent`, async () => {
      const id = await newBusiness();
      expect((await put(id, fields)).status).toBe(200);
      expect(await stored(id)).toMatchObject(flat(fields));
    });
  }
});
