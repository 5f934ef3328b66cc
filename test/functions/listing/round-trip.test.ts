/** What get listing answers, sent to update listing, changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import examples from '../../../lib/listing/contracts/listing-examples.json' with { type: 'json' };
import { createRaw, deactivate, found, get, listed, newLocation, newRecord, openWorld, updateRaw } from './support.ts';

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
    const id = await listed({
      additionalInfo: { hoursOfOperations: [{ day: 0, workingHours: [{ startHour: '09:00', endHour: '17:00' }] }] },
    });
    const stored = await found(id);
    expect(stored.business.profile.hoursOfOperations).toEqual([
      { day: 0, workingHours: [{ startHour: '09:00', endHour: '17:00' }] },
    ]);
    expect((await updateRaw(id, (await get(id)).body)).status).toBe(200);
    expect(await found(id)).toEqual(stored);
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

  it.each([
    ['nothing', {}],
    ['what today would refuse', LEGACY],
  ])('of a record that holds %s works with a version', async (_, fields) => {
    for (const listingFixed of [true, false]) {
      const id = await newRecord(fields, { listingFixed });
      if (!listingFixed) continue;
      const stored = await found(id);
      const { body, headers } = await get(id);
      const sent = await updateRaw(id, body, { headers: { 'If-Match': String(headers.ETag) } });
      expect([sent.status, sent.body, sent.headers.ETag]).toEqual([200, body, headers.ETag]);
      expect(await found(id)).toEqual(stored);
      await deactivate(id);
      expect((await updateRaw(id, (await get(id)).body, ANY)).status).toBe(200);
    }
  });

  it('judges what differs, and what belongs to it', async () => {
    const id = await newRecord(LEGACY, { listingFixed: true });
    const { body } = await get(id);
    const other = { ...body, businessInfo: { ...body.businessInfo, name: 'cd' } };
    expect((await updateRaw(id, other, ANY)).body.code).toBe(1047);
    const food = { ...body, alphaListing: { ...body.alphaListing, foodTakeout: 'https://eat.example/2' } };
    expect((await updateRaw(id, food, ANY)).body.code).toBe(2290);
    const maps = { ...body, mapsListing: { ...body.mapsListing, mapsBusinessName: 'On maps' } };
    expect((await updateRaw(id, maps)).status).toBe(400);
  });
});
