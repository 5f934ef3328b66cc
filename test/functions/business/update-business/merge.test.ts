import { beforeAll, describe, expect, it } from 'vitest';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { fieldPaths, nested } from '../../../../lib/contract/fields.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { REQUIRED } from '../../../support/world.ts';
import { FULL } from './full-profile.ts';
import { newBusiness, openWorld, put, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const PATHS = fieldPaths(profile);
const REQUIRED_PATHS = ['emailId', 'phone', 'services'];
/** A blank name is 1045; a part of the location needs its zip next to it; internal categories that are blank stay. */
const CLEARABLE = PATHS.filter(
  (path) =>
    ![...REQUIRED_PATHS, 'name', 'location.zip', 'internalListing.category', 'internalListing.subcategory'].includes(
      path,
    ) && path !== 'openingSoonDate',
);
/** What goes with a field that is cleared. */
const WITH: Readonly<Record<string, readonly string[]>> = {
  // A suburb is kept for New Zealand alone.
  'location.countryCode': ['location.subLocality', 'location.state'],
  businessStatus: ['reopenDate', 'openedOnDate'],
};
/** The request that sends `value` for one field, with what the field can't be sent without. */
const sending = (path: string, value: unknown) => {
  const fields = path.startsWith('location.') ? { [path]: value, 'location.zip': '1010' } : { [path]: value };
  return { ...REQUIRED, ...nested(fields) };
};

describe('update business merges', () => {
  it('changes nothing that is left out', async () => {
    const id = await newBusiness(FULL);
    const before = await stored(id);
    // The one field that an open business can't have.
    expect([...Object.keys(before), 'openingSoonDate'].sort()).toEqual([...PATHS].sort());
    expect((await put(id)).status).toBe(200);
    expect((await put(id, { covidInfo: {}, alphaListing: {}, socialProfileURLs: {} })).status).toBe(200);
    expect(await stored(id)).toEqual(before);
  });

  for (const blank of ['', null, 'null', '  ']) {
    it(`clears each optional field that is sent as ${JSON.stringify(blank)}, and nothing else`, async () => {
      for (const path of CLEARABLE.filter((each) => each !== 'location.subLocality')) {
        const id = await newBusiness(FULL);
        const { [path]: cleared, ...rest } = await stored(id);
        expect(cleared).toBeDefined();
        const body = sending(path, blank);
        // Its state has 3 characters, which only another country has.
        if (path === 'location.countryCode')
          Object.assign((body as { location?: object }).location ?? {}, { state: '' });
        expect(await putRaw(id, body)).toMatchObject({ status: 200 });
        const left = Object.entries(rest).filter(([each]) => !WITH[path]?.includes(each));
        expect(await stored(id)).toEqual(Object.fromEntries(left));
      }
    });
  }

  it('clears the fields of an object that is sent blank', async () => {
    const id = await newBusiness(FULL);
    const { body } = await put(id, { socialProfileURLs: null, alphaListing: '', covidInfo: 'null', location: null });
    expect(body.socialProfileURLs).toEqual({
      alphaUrl: '',
      betaUrl: null,
      microblogUrl: null,
      professionalUrl: null,
      videoUrl: null,
    });
    expect(
      Object.keys(await stored(id)).filter((path) => /^(?:social|alphaListing|covid|location)/.test(path)),
    ).toEqual([]);
  });

  it('merges an object field by field', async () => {
    const id = await newBusiness(FULL);
    const { body } = await put(id, { location: { city: 'Dunedin', zip: '9016', address2: '' } });
    expect(body.location).toEqual({
      address1: '1 Main St',
      address2: '',
      city: 'Dunedin',
      state: 'AUK',
      zip: '9016',
      countryCode: 'NZ',
      countryName: 'New Zealand',
    });
    await put(id, { alphaListing: { attributes: { seats: { outside: 4 }, wifi: null, parking: ['street'] } } });
    expect(await stored(id)).toMatchObject({
      'alphaListing.attributes': { seats: { inside: 10, outside: 4 }, parking: ['street'] },
      'alphaListing.alphaStoreId': 's',
    });
  });

  it('replaces arrays whole', async () => {
    const id = await newBusiness(FULL);
    const fields = {
      languages: ['Dutch'],
      serviceAreas: [{ description: 'Utrecht' }],
      hoursOfOperations: [{ day: 3 }],
      specialHours: [{ specialDate: '01/01/2031' }],
      customFields: [{ fieldName: 'g', id: 2 }],
    };
    await put(id, fields);
    expect(await stored(id)).toMatchObject(fields);
    await put(id, Object.fromEntries(Object.keys(fields).map((field) => [field, []])));
    const left = await stored(id);
    expect(Object.keys(fields).filter((field) => field in left)).toEqual([]);
  });

  it('is the same twice as once', async () => {
    const id = await newBusiness();
    const { reopenDate, ...body } = FULL;
    const [first, once] = [await putRaw(id, body), await stored(id)];
    const [second, twice] = [await putRaw(id, body), await stored(id)];
    expect(first.status).toBe(200);
    expect([bare(second), twice]).toEqual([bare(first), once]);
  });
});

describe('the required fields', () => {
  for (const field of ['emailId', 'services']) {
    for (const blank of [undefined, '', ' ', null, 'null', field === 'services' ? ' , ,' : '\t', []]) {
      it(`asks for ${field} where it is ${JSON.stringify(blank)}`, async () => {
        const answer = await put('101', { [field]: blank });
        const wrongType = field === 'emailId' && Array.isArray(blank);
        expect(bare(answer)).toEqual(refusal(400, `${field} ${wrongType ? 'must be a string' : 'is required'}`));
      });
    }
  }

  it('asks for a phone that is missing, and refuses a blank one as invalid', async () => {
    expect(bare(await put('101', { phone: undefined }))).toEqual(refusal(400, 'phone is required'));
    for (const phone of ['', ' ', null, 'null']) expect(bare(await put('101', { phone }))).toEqual(refusal(1055));
  });

  for (const location of [{}, { city: 'Austin' }, { zip: '' }, { zip: null }, { zip: 'null', city: 'Austin' }]) {
    it(`asks for the zip of ${JSON.stringify(location)}`, async () => {
      expect(bare(await put('101', { location }))).toEqual(refusal(400, 'location.zip is required'));
    });
  }

  it('asks for them even where they are stored', async () => {
    expect(bare(await putRaw(await newBusiness(FULL), {}))).toEqual(refusal(400, 'emailId is required'));
  });
});
