/** What get listing answers, sent to update listing, changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import examples from '../../../lib/listing/contracts/listing-examples.json' with { type: 'json' };
import { through } from '../../support/opened-world.ts';
import {
  createRaw,
  deactivate,
  found,
  get,
  listed,
  newLocation,
  newRecord,
  openWorld,
  putBusiness,
  update,
  updateRaw,
} from './support.ts';

beforeAll(openWorld);

const ANY = { headers: { 'If-Match': '*' } };

describe('The round trip', () => {
  it.each([
    ['a restaurant', examples.restaurantCreated.reply],
    ['a hotel', examples.hotelUpdated.reply],
    ['a clinic', examples.clinic],
  ])('of %s changes nothing, with a version and without', async (_, answer) => {
    const id = await newLocation();
    const made = await createRaw(id, answer);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body).toEqual({ ...answer, listingState: 'published' });
    const stored = await found(id);
    for (const more of [{}, ANY, { headers: { 'If-Match': String(made.headers.ETag) } }]) {
      const again = await updateRaw(id, (await get(id)).body, more);
      expect([again.status, again.headers.ETag, again.body]).toEqual([200, made.headers.ETag, made.body]);
      expect(await found(id)).toEqual(stored);
    }
  });

  it('of hours in another spelling keeps what is stored', async () => {
    const hours = (startHour: string, isOpen?: 1) => {
      const days = [{ day: 0, workingHours: [{ startHour, endHour: '17:00' }], isOpen }];
      const specialHours = [{ specialDate: '12/24/2026', startHour, endHour: '17:00' }];
      return { additionalInfo: { hoursOfOperations: days, specialHours, moreHours: { Brunch: days } } };
    };
    const id = await listed(hours('09:00'));
    const stored = await found(id);
    expect((await updateRaw(id, (await get(id)).body)).status).toBe(200);
    for (const other of [hours('9:00'), hours('09:00', 1)]) expect((await update(id, other)).status).toBe(200);
    expect(await found(id)).toEqual(stored);
    // What an earlier release stored is kept too.
    const day = { day: 0, workingHours: [{ startHour: '09:00', endHour: '17:00' }] };
    const older = await newRecord({ ...stored.business.profile, hoursOfOperations: [day] }, { listingFixed: true });
    const before = await found(older);
    expect((await updateRaw(older, (await get(older)).body)).status).toBe(200);
    expect((await found(older)).business.profile).toEqual(before.business.profile);
  });

  it('of a payment that update business has stored keeps its order', async () => {
    const id = await listed();
    const legacy = await newLocation({ payment: 'Farm vouchers,cash , Credit card' }, { listingFixed: true });
    expect(id).not.toBe(legacy);
    const answer = (await get(legacy)).body;
    expect(answer.additionalInfo).toMatchObject({
      paymentTypes: ['cash', 'Credit card'],
      additionalPaymentTypes: 'Farm vouchers',
    });
    await updateRaw(legacy, answer, ANY);
    expect((await found(legacy)).business.profile.payment).toBe('Farm vouchers,cash , Credit card');
  });

  /** What no rule of today lets pass. */
  const LEGACY = {
    name: 'ab',
    phone: 'none',
    emailId: 'no address',
    websiteUrl: 'ftp://shop.example',
    description: 'short, and at https://shop.example',
    keywords: 'k'.repeat(2000),
    services: 's'.repeat(1200),
    payment: 'p'.repeat(300),
    businessStatus: 'Opening Soon',
    openingSoonDate: '01/01/2001',
    'location.countryCode': 'US',
    'location.state': 'Bavaria',
    'internalListing.category': 'Dragon keeper',
    'alphaListing.primaryCategoryAlpha': 'Hotel',
    'alphaListing.foodDelivery': 'https://eat.example',
    'alphaListing.attributes': { a: { b: [1, null] } },
    hoursOfOperations: [{ day: 9, workingHours: [{ startHour: '09:00', endHour: '24:30' }] }],
  };

  /** What is required can't be left blank without one. */
  const FULL = {
    ...LEGACY,
    'location.zip': '9',
    'internalListing.description': 'Short.',
    'internalListing.subcategory': ['Dragon keeper'],
  };

  it.each([
    ['nothing works with a version', {}, [ANY]],
    ['what today would refuse works with a version', LEGACY, [ANY]],
    ['what today would refuse, and all that is required, works without one', FULL, [{}, ANY]],
  ])('of a record that holds %s', async (_, fields, ways) => {
    const id = await newRecord(fields, { listingFixed: true });
    const stored = await found(id);
    const { body, headers } = await get(id);
    for (const more of [...ways, { headers: { 'If-Match': String(headers.ETag) } }]) {
      const sent = await updateRaw(id, body, more);
      expect([sent.status, sent.body, sent.headers.ETag]).toEqual([200, body, headers.ETag]);
      expect(await found(id)).toEqual(stored);
    }
    await deactivate(id);
    const taken = (await get(id)).body;
    for (const more of ways) {
      expect((await updateRaw(id, taken, more)).status).toBe(200);
      expect((await createRaw(id, taken, more)).status).toBe(200);
      await deactivate(id);
    }
  });

  it('of what update business made shorter than a listing may have it works, and another short one is refused', async () => {
    const id = await listed();
    const short = { internalListing: { description: 'Short.', category: 'Restaurant', subcategory: ['Steak house'] } };
    expect((await putBusiness(id, short)).body.code).toBeUndefined();
    const { body, headers } = await get(id);
    expect(body.internalListing.description).toBe('Short.');
    const again = await updateRaw(id, body);
    expect([again.status, again.body, again.headers.ETag]).toEqual([200, body, headers.ETag]);
    const other = { ...body, additionalInfo: { ...body.additionalInfo, keywords: 'grill' } };
    expect((await updateRaw(id, other)).body).toEqual(other);
    const shorter = { ...body, internalListing: { ...body.internalListing, description: 'Other.' } };
    for (const more of [{}, ANY]) {
      const refused = await updateRaw(id, shorter, more);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('description')]);
    }
    // What was said of the keywords meanwhile is cleared, and nothing else of their block is asked for.
    expect((await updateRaw(id, body, ANY)).body).toEqual(body);
  });

  it.each([
    [-1, '/businessInfo/location', 'must be an object'],
    ['x', '/businessInfo/location', 'must be an object'],
    [[], '/businessInfo/location', 'must be an object'],
    ['', '/businessInfo/location', 'is required'],
    [null, '/businessInfo/location', 'is required'],
    [{ zip: '' }, '/businessInfo/location/zip', 'is required'],
  ])('does not drop a location of %j with the fields next to it', async (location, pointer, problem) => {
    const id = await listed();
    const { body } = await get(id);
    const sent = { ...body, businessInfo: { ...body.businessInfo, location } };
    const message = `${pointer.slice(1).replaceAll('/', '.')} ${problem}`;
    for (const version of [{}, ANY.headers])
      for (const send of [createRaw, updateRaw]) {
        const headers = { ...version, Accept: 'application/problem+json' };
        const refused = await send(id, sent, { headers });
        expect([refused.status, refused.body.errors]).toEqual([400, [{ pointer, code: 400, message }]]);
      }
    expect((await get(id)).body).toEqual(body);
  });

  it.each([
    ['internalListing', 'description'],
    ['internalListing', 'category'],
    ['additionalInfo', 'services'],
    ['additionalInfo', 'hoursOfOperations'],
  ])('names a required field that is blank: %s.%s', async (block, name) => {
    const id = await listed();
    const { body } = await get(id);
    const sent = { ...body, [block]: { ...body[block], [name]: '' } };
    const headers = { ...ANY.headers, Accept: 'application/problem+json' };
    const refused = await updateRaw(id, sent, { headers });
    const [first, ...others] = refused.body.errors;
    expect([refused.status, first.pointer, others]).toEqual([400, `/${block}/${name}`, []]);
  });

  it('without a version writes nothing where the record changes before it is written', async () => {
    const id = await newRecord(FULL, { listingFixed: true });
    const { body } = await get(id);
    const other = { ...body, additionalInfo: { ...body.additionalInfo, impressum: 'Ours' } };
    let isChanged = false;
    const changing =
      (client: Call): Call =>
      async (operation, input, options) => {
        if (operation === 'TransactWriteItems' && !isChanged) {
          isChanged = true;
          await deactivate(id);
        }
        return client(operation, input, options);
      };
    expect((await through(changing, () => updateRaw(id, other))).status).toBe(409);
    expect((await found(id)).business.profile).not.toHaveProperty('impressum');
    expect((await updateRaw(id, other)).body.additionalInfo.impressum).toBe('Ours');
  });

  it('checks what differs, and what belongs to it', async () => {
    const id = await newRecord(FULL, { listingFixed: true });
    const { body } = await get(id);
    const other = { ...body, businessInfo: { ...body.businessInfo, name: 'cd' } };
    expect((await updateRaw(id, other, ANY)).body.code).toBe(1047);
    const food = { ...body, alphaListing: { ...body.alphaListing, foodTakeout: 'https://eat.example/2' } };
    expect((await updateRaw(id, food, ANY)).body.code).toBe(2290);
    const maps = { ...body, mapsListing: { ...body.mapsListing, mapsBusinessName: 'On maps' } };
    for (const more of [{}, ANY]) {
      expect((await updateRaw(id, maps, more)).body.message).toBe('mapsListing.primaryCategory is required');
    }
  });
});
