/** Patches of a location: what is left out stays, and stored fields count with those that a patch names. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_TEXT } from '../../../../lib/contract/errors.ts';
import { runs } from '../../../support/chosen.ts';
import { bare, refusal, refused, under } from '../../../support/expected.ts';
import { bodyOf, FIELDS } from '../../../support/profiles.ts';
import { REQUIRED } from '../../../support/world.ts';
import { FULL } from '../update-business/full-profile.ts';
import { found, newBusiness, newRecord, openWorld, putRaw, stored } from '../update-business/support.ts';
import { patch } from './support.ts';

beforeAll(openWorld);

/** The record as get business returns it, without what is its own. */
const read = async (id: string) => {
  const { businessId: _, updatedAt: __, ...body } = (await patch(id, {})).body;
  return body;
};

const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');

describe('patch business', () => {
  it('changes what it names, removes what is null, and keeps the rest', async () => {
    const id = await newBusiness({ ...REQUIRED, fax: '(650) 555-0101', location: { city: 'Napa', zip: '94558' } });
    const before = await stored(id);
    const answer = await patch(id, { fax: null, alias: 'Label', location: { city: 'Sonoma' } });
    expect(answer).toMatchObject({ status: 200, headers: { ETag: '"2"' }, body: { alias: 'Label', fax: '' } });
    const { fax: _, ...rest } = before;
    expect(await stored(id)).toEqual({ ...rest, alias: 'Label', 'location.city': 'Sonoma' });
  });

  it.each([{}, { unknown: 1, hierarchyLevels: 7, aggrOptions: 'x' }, { emailId: REQUIRED.emailId }])(
    'keeps version and time where nothing changes: %j',
    async (body) => {
      const id = await newBusiness(REQUIRED);
      const before = await found(id);
      expect(await patch(id, body)).toMatchObject({ status: 200, headers: { ETag: '"1"' } });
      expect(await found(id)).toEqual(before);
    },
  );

  it.each([{ working24x7: 0 }, { isSEOEnabled: true }, { isServiceAreaProvider: 'No' }])(
    'keeps version and time where a field is removed that has the value of an unset one: %j',
    async (field) => {
      const id = await newBusiness({ ...REQUIRED, ...field });
      const nulls = Object.fromEntries(Object.keys(field).map((name) => [name, null]));
      const before = await found(id);
      expect(await patch(id, nulls)).toMatchObject({ status: 200, headers: { ETag: '"1"' }, body: field });
      expect(await found(id)).toEqual(before);
    },
  );

  it('removes another value than that of an unset field', async () => {
    const unset = { working24x7: 0, isSEOEnabled: true, isServiceAreaProvider: 'No' };
    const id = await newBusiness({ ...REQUIRED, working24x7: 1, isSEOEnabled: false, isServiceAreaProvider: 'Yes' });
    const nulls = { working24x7: null, isSEOEnabled: null, isServiceAreaProvider: null };
    expect(await patch(id, nulls)).toMatchObject({ status: 200, headers: { ETag: '"2"' }, body: unset });
  });

  it('takes back the response of get business, also of a record that today is refused', async () => {
    for (const id of [
      await newBusiness(FULL),
      await newRecord({ name: 'ab', phone: 'none', 'location.city': 'Rome' }),
    ]) {
      const read = (await patch(id, {})).body;
      const before = await found(id);
      expect(await patch(id, read)).toMatchObject({ status: 200 });
      expect(await found(id)).toEqual(before);
      expect(await patch(id, { ...read, alias: 'Other' })).toMatchObject({ status: 200, body: { alias: 'Other' } });
    }
  });

  it.each([
    [{ emailId: null }, refusal(400, 'emailId is required')],
    [{ services: ' ' }, refusal(400, 'services is required')],
    [{ phone: 'null' }, refused(400, 1055)],
    [{ name: '' }, refusal(1045)],
    [{ location: null }, refusal(400, 'location.zip is required')],
    [{ location: { zip: '' } }, refusal(400, 'location.zip is required')],
    [{ name: 'ab' }, refused(400, 1047)],
    [{ name: 'x'.repeat(251) }, refused(400, 1046)],
    [{ fax: 'x' }, refused(400, 1056)],
    [{ description: 'x'.repeat(4001) }, refused(400, 1069)],
    [{ keywords: 'x'.repeat(1001) }, refused(400, 1070)],
    [{ internalListing: { category: 'No such', subcategory: 'Bar' } }, refused(400, 1190)],
    [{ name: 'ab', services: null }, refusal(400, 'services is required')],
    [{ alias: 'a\ud800' }, refusal(400, `alias ${NO_TEXT}`)],
    [{ description: 'a\u0000b' }, refusal(400, `description ${NO_TEXT}`)],
  ])('refuses %j', async (body, answer) => {
    const id = await newBusiness({ name: 'Some shop', ...REQUIRED, location: { zip: '94558', city: 'Napa' } });
    expect(bare(await patch(id, body))).toEqual(answer);
    expect(bare(await patch('999', body))).toMatchObject({ status: 400 });
  });

  it('lets required fields that were never stored stay missing, but for the zip of an address', async () => {
    const id = await newRecord({ 'location.city': 'Rome' });
    expect(await patch(id, { alias: 'A', emailId: null, phone: '', services: null })).toMatchObject({ status: 200 });
    expect(bare(await patch(id, { location: { city: 'Milan' } }))).toEqual(refusal(400, 'location.zip is required'));
    expect(await patch(id, { location: { zip: '20121' } })).toMatchObject({ status: 200 });
  });

  it('counts the stored status with a date, and the stored date with a status', async () => {
    const id = await newBusiness({ ...REQUIRED });
    expect(bare(await patch(id, { reopenDate: day(9) }))).toEqual(refusal(2518));
    expect(bare(await patch(id, { businessStatus: 'Temporarily Closed' })).status).toBe(400);
    expect((await patch(id, { businessStatus: 'Temporarily Closed', reopenDate: day(9) })).status).toBe(200);
    expect((await patch(id, { reopenDate: day(10) })).status).toBe(200);
    expect(bare(await patch(id, { openedOnDate: '01/01/2001' }))).toEqual(refusal(2520));
    expect((await patch(id, { businessStatus: 'Open' })).body).toMatchObject({ reopenDate: day(10) });
    expect((await patch(id, { openedOnDate: '01/01/2001' })).status).toBe(200);
    const { body } = await patch(id, { businessStatus: null });
    expect(body).not.toHaveProperty('reopenDate');
    expect(body).not.toHaveProperty('openedOnDate');
  });

  it('counts the stored half of the internal categories', async () => {
    const id = await newBusiness({ ...REQUIRED, internalListing: { category: 'Restaurant', subcategory: ['Bar'] } });
    expect((await patch(id, { internalListing: { subcategory: ['Steak house'] } })).status).toBe(200);
    expect(bare(await patch(id, { internalListing: { subcategory: ['Restaurant'] } }))).toEqual(refusal(2503));
    expect((await patch(id, { internalListing: { category: 'Bar' } })).status).toBe(200);
    const none = await newBusiness(REQUIRED);
    expect(bare(await patch(none, { internalListing: { category: 'Bar' } })).status).toBe(400);
  });

  it('counts the stored food links with a new primary category', async () => {
    const alpha = (alphaListing: object) => ({ alphaListing });
    const food = { foodDelivery: 'https://d.example', foodTakeout: 'https://t.example' };
    const id = await newBusiness({ ...REQUIRED, ...alpha({ primaryCategoryAlpha: 'Restaurant', ...food }) });
    expect((await patch(id, alpha({ primaryCategoryAlpha: 'Bar' }))).status).toBe(200);
    const dentist = { primaryCategoryAlpha: 'Dentist' };
    expect(bare(await patch(id, alpha(dentist)))).toEqual(refusal(2290));
    expect(bare(await patch(id, alpha({ ...dentist, foodDelivery: null })))).toEqual(refusal(2290));
    const headers = { Accept: 'application/problem+json' };
    expect((await patch(id, alpha({ ...dentist, foodDelivery: null }), { headers })).body.errors).toMatchObject([
      { pointer: '/alphaListing/foodTakeout', code: 2290 },
    ]);
    expect(await stored(id)).toMatchObject({ 'alphaListing.primaryCategoryAlpha': 'Bar' });
    const without = await patch(id, alpha({ ...dentist, foodDelivery: null, foodTakeout: '' }));
    expect(without).toMatchObject({ status: 200, body: alpha(dentist) });
    expect((await patch(id, alpha({ primaryCategoryAlpha: null }))).status).toBe(200);
  });

  it('checks phone and state for the country as it would be', async () => {
    const id = await newBusiness({ ...REQUIRED, phone: '+49 30 901820', location: { zip: '1', countryCode: 'DE' } });
    expect(bare(await patch(id, { location: { countryCode: 'US' } }))).toMatchObject({ body: { code: 1055 } });
    expect((await patch(id, { location: { countryCode: 'US' }, phone: REQUIRED.phone })).status).toBe(200);
  });

  it('replaces custom fields whole, as an update does', async () => {
    const id = await newBusiness(REQUIRED);
    const row = (name: string, number: number) => ({ fieldName: name, id: number, type: 'TEXT', fieldValue: 'x' });
    const rowsOf = async () => ((await stored(id)).customFields as object[] | undefined)?.length;
    expect((await patch(id, { customFields: [row('One', 7001), row('Two', 7002)] })).status).toBe(200);
    expect(await rowsOf()).toBe(2);
    expect((await patch(id, { customFields: [row('Two', 7002)] })).status).toBe(200);
    expect(await rowsOf()).toBe(1);
    expect((await patch(id, { customFields: null })).status).toBe(200);
    expect(await rowsOf()).toBeUndefined();
  });

  it('takes a merge patch by its media type, and no other', async () => {
    const id = await newBusiness(REQUIRED);
    const sentAs = (type: string) => patch(id, { alias: type.slice(0, 20) }, { headers: { 'Content-Type': type } });
    expect((await sentAs('application/merge-patch+json; charset=utf-8')).status).toBe(200);
    expect((await sentAs('Application/JSON')).status).toBe(200);
    for (const type of ['application/json-patch+json', 'text/plain', 'application/merge-patch+jsonx'])
      expect((await sentAs(type)).status).toBe(400);
    for (const body of ['[]', '7', 'null', '']) expect((await patch(id, body)).status).toBe(400);
  });

  it('asks for the version, answers dry runs, and replays under its key', async () => {
    const id = await newBusiness(REQUIRED);
    expect(await patch(id, { alias: 'A' }, { headers: { 'If-Match': '"7"' } })).toMatchObject({ status: 412 });
    const dry = await patch(id, { alias: 'A' }, { query: { validateOnly: 'true' } });
    expect(dry).toMatchObject({ status: 200, headers: { ETag: '"1"' }, body: { alias: 'A' } });
    expect((await found(id))?.version).toBe(1);
    const first = await patch(id, { alias: 'A' }, under('patch-1'));
    await patch(id, { alias: 'B' });
    const again = await patch(id, { alias: 'A' }, under('patch-1'));
    expect(bare(again)).toEqual(bare(first));
    expect(again.headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
    expect((await patch('201', { alias: 'A' })).body).toMatchObject({ code: 1175 });
  });

  it('leaves what an update of the whole would leave, over random pairs', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(FIELDS), bodyOf(FIELDS), async (before, after) => {
        const [one, other] = [await newBusiness(before), await newBusiness(before)];
        // A patch refuses to remove the address, as an update that names it has to send its zip.
        const isGone = (name: string) => name !== 'location' && !Object.hasOwn(after, name);
        const removed = Object.keys(before).filter(isGone);
        const whole = { ...Object.fromEntries(removed.map((name) => [name, null])), ...after };
        const put = await putRaw(one, whole);
        const same = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
        const difference = Object.fromEntries(Object.entries(whole).filter(([name]) => !same(name)));
        const patched = await patch(other, difference);
        expect([patched.status, patched.body.code]).toEqual([put.status === 401 ? 400 : put.status, put.body.code]);
        expect(await read(other)).toEqual(await read(one));
      }),
      { numRuns: runs(10, 200) },
    );
  });
});
