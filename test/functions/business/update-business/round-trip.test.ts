/** What a record is read with can be sent back with `If-Match`, whatever today's rules say of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nested } from '../../../../lib/contract/fields.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { FULL } from './full-profile.ts';
import { found, newBusiness, newRecord, openWorld, put, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const ANY = { headers: { 'If-Match': '*' } };

describe('the round trip', () => {
  it('changes nothing where all that is stored is sent back, required fields or not', async () => {
    for (const id of [await newBusiness(FULL), await newBusiness({ emailId: 'a@b.example' }), await newRecord({})]) {
      const before = await found(id);
      const texts = { emailId: '', phone: '', services: '', name: '', description: null };
      const body = { ...texts, ...nested(await stored(id)) };
      expect(await putRaw(id, body, ANY)).toMatchObject({ status: 200, headers: { ETag: `"${before?.version}"` } });
      expect(await found(id)).toEqual(before);
    }
  });

  /** A stored profile that no rule of today lets pass, and the fields that are sent with it. */
  const LEGACY = {
    name: 'ab',
    emailId: 'no address',
    phone: 'none',
    fax: '+44 20 7946 0000',
    services: ' ,',
    websiteUrl: 'ftp://shop.example',
    keywords: 'k'.repeat(2000),
    establishedYear: 0,
    businessStatus: 'Opening Soon',
    openingSoonDate: '01/01/2001',
    'location.countryCode': 'US',
    'location.state': 'Bavaria',
    'internalListing.category': 'Dragon keeper',
    'alphaListing.primaryCategoryAlpha': 'Hotel',
    'alphaListing.foodDelivery': 'https://eat.example',
    hoursOfOperations: [{ day: 9, workingHours: [{ startHour: '09:00', endHour: '24:30' }] }],
  };

  it('lets a record pass that today is refused, and one field of it change', async () => {
    const id = await newRecord(LEGACY);
    const body = nested(await stored(id));
    expect((await putRaw(id, body)).status).toBe(400);
    const changed = await putRaw(id, { ...body, alias: 'New label' }, ANY);
    expect(changed).toMatchObject({ status: 200, headers: { ETag: '"2"' }, body: { alias: 'New label', name: 'ab' } });
    expect(await stored(id)).toEqual({ ...LEGACY, alias: 'New label' });
  });

  it('checks the fields that differ, each by its rule', async () => {
    const id = await newRecord(LEGACY);
    const body = nested(await stored(id));
    for (const [fields, answer] of [
      [{ name: 'cd' }, refusal(1047)],
      [{ phone: 'unknown' }, refusal(1055)],
      [{ emailId: 'no other address' }, refusal(400, 'emailId must be one email address')],
      [{ emailId: '' }, refusal(400, 'emailId is required')],
      [{ keywords: 'k'.repeat(2001) }, refusal(1070)],
      [{ name: 'cd', keywords: 'k'.repeat(2001) }, refusal(1047)],
      [{ openingSoonDate: '01/02/2001' }, refusal(2517)],
      [{ alphaListing: { foodTakeout: 'https://eat.example' } }, refusal(2290)],
    ] as const) {
      expect(bare(await putRaw(id, { ...body, ...fields }, ANY))).toEqual(answer);
    }
    expect(await stored(id)).toEqual(LEGACY);
  });

  it('asks for the required fields that are left out', async () => {
    const id = await newBusiness(FULL);
    const { emailId, ...rest } = nested(await stored(id));
    expect(bare(await putRaw(id, rest, ANY))).toEqual(refusal(400, 'emailId is required'));
    expect(bare(await putRaw(id, { emailId, location: { city: 'Other' } }, ANY))).toEqual(
      refusal(400, 'location.zip is required'),
    );
  });

  it('takes fields in the spelling of the reply', async () => {
    const hours = [{ day: 1, workingHours: [{ startHour: '09:00', endHour: '17:00' }] }, { day: 2 }];
    const id = await newBusiness({ serviceAreas: [{ description: 'Austin' }], hoursOfOperations: hours });
    const { body } = await put(id, {});
    const before = await found(id);
    const { description, ...reply } = body;
    expect(await putRaw(id, reply, ANY)).toMatchObject({ status: 200, body });
    expect(await found(id)).toEqual(before);
  });

  it('keeps dates that have passed since, a status with its dates, and changes them together', async () => {
    const past = { businessStatus: 'Temporarily Closed', reopenDate: '01/01/2001' };
    const id = await newBusiness({ ...FULL, ...past, openedOnDate: null });
    const body = nested(await stored(id));
    expect((await putRaw(id, { ...body, alias: 'x' }, ANY)).status).toBe(200);
    // The status equals what is stored, and still counts as sent next to a date that does not.
    expect((await putRaw(id, { ...body, reopenDate: '01/01/2999' }, ANY)).status).toBe(200);
    expect(bare(await putRaw(id, { ...body, reopenDate: '01/02/2001' }, ANY))).toEqual(refusal(2162));
  });

  it('clears what is sent blank and stored, whole objects too', async () => {
    const id = await newBusiness(FULL);
    const body = { ...nested(await stored(id)), covidInfo: null, socialProfileURLs: { betaUrl: '' }, alias: '' };
    expect((await putRaw(id, body, ANY)).status).toBe(200);
    const left = Object.keys(await stored(id));
    expect(left.filter((path) => path.startsWith('covidInfo') || path === 'alias')).toEqual([]);
    expect(left).not.toContain('socialProfileURLs.betaUrl');
    expect(left).toContain('socialProfileURLs.alphaUrl');
  });

  it('needs If-Match: without it every field is checked', async () => {
    const id = await newRecord({ ...LEGACY, phone: '(650) 555-0100', emailId: 'a@b.example', services: 'x' });
    expect(bare(await put(id, { name: 'ab' }))).toEqual(refusal(1047));
  });

  it('says nothing of a record that is not there', async () => {
    for (const id of ['999', '201', 'abc']) {
      expect(bare(await put(id, {}, ANY))).toEqual(refusal(1175));
      expect(bare(await put(id, { name: 'ab' }, ANY))).toEqual(refusal(1047));
      expect(bare(await putRaw(id, {}, ANY))).toEqual(refusal(400, 'emailId is required'));
    }
  });

  it('is the same in a dry run, and under an idempotency key', async () => {
    const id = await newRecord(LEGACY);
    const body = { ...nested(await stored(id)), alias: 'New label' };
    const dry = await putRaw(id, body, { ...ANY, query: { validateOnly: 'true' } });
    expect(dry).toMatchObject({ status: 200, headers: { ETag: '"1"' }, body: { alias: 'New label' } });
    const headers = { 'If-Match': '"1"', 'Idempotency-Key': 'round-trip' };
    const first = await putRaw(id, body, { headers });
    expect(first).toMatchObject({ status: 200, headers: { ETag: '"2"' } });
    expect(bare(await putRaw(id, body, { headers }))).toEqual(bare(first));
  });
});
