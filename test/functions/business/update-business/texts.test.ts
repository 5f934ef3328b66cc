/** What a text may be: characters of one line, an address, a URL, and a number that prints as it came. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nested } from '../../../../lib/contract/fields.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { REQUIRED } from '../../../support/world.ts';
import { found, newBusiness, openWorld, put, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const REST = JSON.stringify(REQUIRED).slice(1);
const fields = (path: string, value: unknown) => {
  const inLocation = path.startsWith('location.') && path !== 'location.zip' ? { 'location.zip': '1' } : {};
  return nested({ ...inLocation, [path]: value });
};

const LINES = [
  'name',
  'alias',
  'location.address1',
  'location.city',
  'location.zip',
  'timezone',
  'localPhoneNumber',
  'tollFreePhoneNumber',
  'coverBusinessInfoLayout',
  'gammaListing.primaryCategoryGamma',
  'gammaListing.gammaPhoneNumber',
  'betaListing.betaPhoneNumber',
  'alphaListing.alphaStoreId',
  'alphaListing.primaryCategoryAlpha',
  'externalReferenceId',
];
const UNFIT = ['\u0000', '\t', '\n', '\u001f', '\u007f', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u2069'];

describe('text of one line', () => {
  it.each(LINES)('in %s has no character that breaks or reorders it', async (path) => {
    const id = await newBusiness();
    const before = await found(id);
    for (const character of UNFIT) {
      const answer = await put(id, fields(path, `ab${character}cd`));
      expect(bare(answer), JSON.stringify(character)).toEqual(
        refusal(400, `${path} must be one line of text without control characters`),
      );
    }
    expect(await found(id)).toEqual(before);
    // What joins letters and shapes is text.
    expect((await put(id, fields(path, 'a\u200db\u200cc \u00e9 \u{1f600}'))).status).toBe(200);
  });

  it('in a list is named by its row', async () => {
    for (const [sent, path] of [
      [{ alphaListing: { additionalCategory: ['Spa', 'G\u0007m'] } }, 'alphaListing.additionalCategory[1]'],
      [{ languages: ['English', 'Fr\u202eench'] }, 'languages[1]'],
      [{ serviceAreas: [{ description: 'a\u2028b' }] }, 'serviceAreas[0].description'],
      [{ customFields: [{ fieldName: 'a\u202eb', id: 1 }] }, 'customFields[0].fieldName'],
    ] as const) {
      const message = `${path} must be one line of text without control characters`;
      expect(bare(await put('101', sent))).toEqual(refusal(400, message));
    }
  });

  it('of invisible characters alone counts as blank', async () => {
    for (const blank of ['\u200b', '\u2060\ufeff', '\u00ad \u3164', '\u0000', '\u202e\u2069']) {
      expect(bare(await put('101', { name: blank }))).toEqual(refusal(1045));
      expect(bare(await put('101', { phone: blank }))).toEqual(refusal(1055));
      expect(bare(await put('101', { emailId: blank }))).toEqual(refusal(400, 'emailId is required'));
      const id = await newBusiness({ alias: 'Label' });
      expect((await put(id, { alias: blank })).body.alias).toBe('');
      expect(await stored(id)).not.toHaveProperty('alias');
    }
  });
});

describe('emailId', () => {
  const long = (length: number) => `${'x'.repeat(length - 10)}@y.example`;
  it.each(['a@b', 'first.last+tag@mail.example', '\u00e5sa@b\u00fccher.example', long(254)])(
    'may be %s',
    async (emailId) => expect((await put(await newBusiness(), { emailId: ` ${emailId} ` })).body.emailId).toBe(emailId),
  );

  const one = 'emailId must be one email address';
  it.each([
    ['a', one],
    ['@b', one],
    ['a@', one],
    ['a@b@c', one],
    ['a b@c', one],
    ['a@b, c@d', one],
    ['a@b;c@d', one],
    ['<a@b>', undefined],
    ['a\u0000@b', 'emailId must be one line of text without control characters'],
    [long(255), 'emailId must have at most 254 characters'],
  ])('%j is refused: %s', async (emailId, message) => {
    const answer = await put(await newBusiness(), { emailId });
    if (message) expect(bare(answer)).toEqual(refusal(400, message));
  });
});

describe('URLs', () => {
  const URLS = ['websiteUrl', 'menuLink', 'logoUrl', 'socialProfileURLs.betaUrl', 'covidInfo.virtualCareLink'];
  it.each(URLS)('in %s have no blanks, quotes, angle brackets or control characters, and a real port', async (path) => {
    const id = await newBusiness();
    for (const bad of [
      'https://x.example/a b',
      'https://x.example/"a"',
      "https://x.example/'a'",
      'https://x.example/<a>',
      'https://x.example/a\u0001',
      'https://x.example/a\u007f',
      'https://x.example:65536/',
      'https://x.example:99999',
      'https://x.example:port/',
    ]) {
      expect(bare(await put(id, fields(path, bad))), bad).toEqual(refusal(400, `${path} must be an http or https URL`));
    }
    for (const good of ['https://x.example:65535/', 'x.example:80', `https://x.example/${'y'.repeat(2030)}`]) {
      expect((await put(id, fields(path, good))).status, good).toBe(200);
    }
    const answer = await put(id, fields(path, `https://x.example/${'y'.repeat(2031)}`));
    expect(bare(answer)).toEqual(refusal(400, `${path} must have at most 2048 characters`));
  });

  it('of food links answer by their own code', async () => {
    for (const link of ['https://x.example/"', 'https://x.example:65536', `https://x.example/${'y'.repeat(2031)}`]) {
      expect(bare(await put('101', { alphaListing: { foodDelivery: link } }))).toEqual(refusal(2296));
      expect(bare(await put('101', { alphaListing: { foodTakeout: link } }))).toEqual(refusal(2297));
    }
  });
});

describe('a number where text is due', () => {
  it.each([
    ['93422', '93422'],
    ['-5', '-5'],
    ['0.25', '0.25'],
    ['9007199254740991', '9007199254740991'],
    ['123456.789', '123456.789'],
    ['1e3', '1000'],
  ])('%s is that text', async (number, text) => {
    const id = await newBusiness();
    expect((await putRaw(id, `{"alias":${number},${REST}`)).body.alias).toBe(text);
  });

  it.each([
    '12345678901234567890',
    '9007199254740993',
    '1e400',
    '-1e400',
    '0.10',
    '1.0000000000000000001',
    '1e-7000',
    '1E21',
  ])('%s is refused, as it would be another text', async (number) => {
    for (const [members, path] of [
      [`"location":{"zip":${number}}`, 'location.zip'],
      [`"alias":${number}`, 'alias'],
      [`"languages":[${number}]`, 'languages[0]'],
      [`"name":${number}`, 'name'],
    ] as const) {
      expect(bare(await putRaw('101', `{${members},${REST}`))).toEqual(refusal(400, `${path} must be a string`));
    }
    const attributes = `"alphaListing":{"attributes":{"list":[{"a":${number}}]}}`;
    expect(bare(await putRaw('101', `{${attributes},${REST}`))).toEqual(
      refusal(400, 'alphaListing.attributes must hold numbers that print as they came, or texts'),
    );
    expect((await putRaw('101', `{"unknown":${number},${REST}`)).status).toBe(200);
  });

  it('is the number where one is due, and the text where it comes as text', async () => {
    const id = await newBusiness();
    expect((await putRaw(id, `{"establishedYear":2.0e3,"alias":"12345678901234567890",${REST}`)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ establishedYear: 2000, alias: '12345678901234567890' });
  });
});

describe('alphaListing.attributes', () => {
  it('take the names __proto__ and constructor without a prototype being reached', async () => {
    const id = await newBusiness();
    const attributes = `{"wifi":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"in":{"__proto__":{"polluted":1},"a":1}}`;
    expect((await putRaw(id, `{"alphaListing":{"attributes":${attributes}},${REST}`)).status).toBe(200);
    expect((await stored(id))['alphaListing.attributes']).toEqual({
      wifi: true,
      constructor: { prototype: { polluted: 1 } },
      in: { a: 1 },
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('are bounded as they would stand, not only as they are sent', async () => {
    const id = await newBusiness();
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${from + index}`, 1]));
    const send = (attributes: object) => put(id, { alphaListing: { attributes } });
    expect((await send(many(0))).status).toBe(200);
    const message = 'alphaListing.attributes must have at most 1000 fields in all';
    expect(bare(await send(many(600)))).toEqual(refusal(400, message));
    expect((await send(many(300))).status).toBe(200);
  });
});
