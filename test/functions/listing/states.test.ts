/** A listing is created, taken back and published; versions, repetitions and dry runs of these writes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as setBusinessStatus } from '../../../functions/business/set-business-status.ts';
import { call } from '../../support/call.ts';
import { bare } from '../../support/expected.ts';
import {
  create,
  deactivate,
  found,
  get,
  listed,
  newLocation,
  openWorld,
  publish,
  putBusiness,
  update,
} from './support.ts';

beforeAll(openWorld);

const stateOf = async (id: string) => (await get(id)).body.listingState;
const NO_LISTING = {
  status: 404,
  body: { code: 1175, message: 'No listing was created for this business yet; create listing makes one' },
};
const NO_BUSINESS = { status: 404, body: { code: 1175, message: 'No business with this id' } };
const FIXED = { businessStatus: 'Permanently Closed' };

describe('The state of a listing', () => {
  it('is none, published, deactivated and published again', async () => {
    const id = await newLocation();
    expect(await stateOf(id)).toBe('none');
    expect(bare(await update(id))).toEqual(NO_LISTING);
    expect(bare(await publish(id))).toEqual(NO_LISTING);
    expect(bare(await deactivate(id))).toEqual({ status: 200, body: {} });
    expect(await stateOf(id)).toBe('none');
    expect((await create(id)).body.listingState).toBe('published');
    expect(bare(await deactivate(id))).toEqual({ status: 200, body: {} });
    expect(await stateOf(id)).toBe('deactivated');
    expect((await update(id)).body.listingState).toBe('deactivated');
    expect(bare(await publish(id))).toEqual({ status: 200, body: {} });
    expect(await stateOf(id)).toBe('published');
  });

  it('stays as it is where it has that state already, and nothing is written', async () => {
    const id = await listed();
    const published = await found(id);
    for (const write of [publish, create, update] as const) {
      expect((await write(id)).status).toBe(200);
      expect(await found(id)).toEqual(published);
    }
    await deactivate(id);
    const taken = await found(id);
    expect(taken).not.toEqual(published);
    await deactivate(id);
    expect(await found(id)).toEqual(taken);
  });

  it('is published where a data file has fixed it, and can be taken back', async () => {
    const id = await newLocation({ businessStatus: 'Open' }, { listingFixed: true });
    expect(await stateOf(id)).toBe('published');
    expect((await update(id)).status).toBe(200);
    await deactivate(id);
    expect(await stateOf(id)).toBe('deactivated');
    expect((await putBusiness(id, FIXED)).status).toBe(200);
  });

  it('fixes the status and the opening-soon date on both sides, as long as it is published', async () => {
    const id = await listed({ additionalInfo: { businessStatus: 'Open' } });
    expect((await update(id, { additionalInfo: FIXED })).body.code).toBe(2511);
    expect((await putBusiness(id, FIXED)).body.code).toBe(2511);
    await deactivate(id);
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');
    const soon = { businessStatus: 'Opening Soon', openingSoonDate: day };
    expect((await update(id, { additionalInfo: soon })).status).toBe(200);
    await publish(id);
    const later = new Date(Date.now() + 50 * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');
    expect((await update(id, { additionalInfo: soon })).status).toBe(200);
    expect((await update(id, { additionalInfo: { ...soon, openingSoonDate: later } })).body.code).toBe(2512);
    expect((await putBusiness(id, { ...soon, openingSoonDate: later })).body.code).toBe(2512);
    // Creating it again is an update of what is published.
    expect((await create(id, { additionalInfo: { ...soon, openingSoonDate: later } })).body.code).toBe(2512);
  });

  it('can be neither created nor published for a location that is not active', async () => {
    const refused = (message: string) => ({ status: 403, body: { code: 1184, message } });
    const notCreated = refused("You can't create a listing for an inactive or suspended location");
    const notPublished = refused("You can't publish the listing of an inactive or suspended location");
    for (const status of ['inactive', 'suspended'] as const) {
      const id = await newLocation({}, { status });
      expect(bare(await create(id))).toEqual(notCreated);
      expect(await stateOf(id)).toBe('none');
      const other = await newLocation({}, { status, listingFixed: true });
      expect(bare(await create(other))).toEqual(notCreated);
      await deactivate(other);
      expect(bare(await publish(other))).toEqual(notPublished);
    }
  });

  it('is shown as deactivated while its location is inactive, stays fixed, and is read and written as before', async () => {
    const id = await listed({ additionalInfo: { businessStatus: 'Open' } });
    const setStatus = (astatus: string) => call(setBusinessStatus, { path: { businessId: id }, query: { astatus } });
    expect((await setStatus('inactive')).status).toBe(200);
    expect(await stateOf(id)).toBe('deactivated');
    expect((await update(id, { additionalInfo: { keywords: 'k' } })).body).toMatchObject({
      listingState: 'deactivated',
      additionalInfo: { keywords: 'k' },
    });
    expect((await update(id, { additionalInfo: FIXED })).body.code).toBe(2511);
    expect((await putBusiness(id, FIXED)).body.code).toBe(2511);
    expect((await setStatus('active')).status).toBe(200);
    expect(await stateOf(id)).toBe('published');
  });

  it("answers what is another partner's, or an account, as what is not there", async () => {
    for (const id of ['201', '999', '100', 'abc']) {
      for (const request of [get, create, update, deactivate, publish])
        expect(bare(await request(id))).toEqual(NO_BUSINESS);
    }
  });
});

describe('The version of a listing', () => {
  it('covers both of its items, and the profile has its own', async () => {
    const id = await listed();
    const [first, own] = [(await get(id)).headers.ETag, (await putBusiness(id)).headers.ETag];
    const second = (await get(id)).headers.ETag;
    expect(second).not.toBe(first);
    const maps = (await update(id, { mapsListing: { primaryCategory: 'restaurant' } })).headers.ETag;
    const profile = (await get(id)).headers.ETag?.toString().replace(/\..*"/, '"');
    expect(profile).not.toBe(own);
    const third = (await update(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } })).headers.ETag;
    expect([maps, second, first]).not.toContain(third);
    expect((await get(id)).headers.ETag).toBe(third);
    // What lies next to the profile is no change of it.
    expect((await putBusiness(id, {}, { headers: { 'If-Match': String(profile) } })).status).toBe(200);
  });

  it('refuses what was meant for another one, on each write', async () => {
    const id = await listed();
    const before = await found(id);
    const { ETag } = (await get(id)).headers;
    for (const write of [create, update] as const) {
      const stale = await write(id, {}, { headers: { 'If-Match': '"1.0"' } });
      expect([stale.status, stale.headers.ETag]).toEqual([412, ETag]);
    }
    for (const write of [deactivate, publish])
      expect((await write(id, { headers: { 'If-Match': '"1.0"' } })).status).toBe(412);
    expect(await found(id)).toEqual(before);
    expect((await deactivate(id, { headers: { 'If-Match': String(ETag) } })).status).toBe(200);
  });
});

describe('A write of a listing', () => {
  it('is done once under its idempotency key, and answered alike', async () => {
    const id = await newLocation();
    const key = { headers: { 'Idempotency-Key': `listing-${id}` } };
    const first = await create(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } }, key);
    const stored = await found(id);
    expect(bare(await create(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } }, key))).toEqual(bare(first));
    expect((await create(id, {}, key)).status).toBe(422);
    expect(await found(id)).toEqual(stored);
    for (const write of [deactivate, publish]) {
      expect(bare(await write(id, key))).toEqual({ status: 200, body: {} });
      const after = await found(id);
      expect(bare(await write(id, key))).toEqual({ status: 200, body: {} });
      expect(await found(id)).toEqual(after);
    }
  });

  it('takes its key where it changes nothing, too', async () => {
    const id = await listed();
    const stored = await found(id);
    const key = { headers: { 'Idempotency-Key': `nothing-${id}` } };
    const first = await update(id, {}, key);
    expect(await found(id)).toEqual(stored);
    expect((await update(id, { additionalInfo: { keywords: 'other' } }, key)).status).toBe(422);
    expect(bare(await update(id, {}, key))).toEqual(bare(first));
  });

  it('is checked and not made where it is only tried', async () => {
    const id = await newLocation();
    const dry = { query: { validateOnly: 'true' } };
    const before = await found(id);
    const tried = await create(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } }, dry);
    expect(tried).toMatchObject({ status: 200, headers: { ETag: '"1.0"' }, body: { listingState: 'published' } });
    expect((await update(id, {}, dry)).body.code).toBe(1175);
    expect(await found(id)).toEqual(before);
    const made = await create(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } });
    expect(bare(tried)).toEqual(bare(made));
    for (const write of [deactivate, publish]) {
      const stored = await found(id);
      expect((await write(id, dry)).status).toBe(200);
      expect(await found(id)).toEqual(stored);
    }
    const large = { additionalInfo: { impressum: 'x'.repeat(140_000) } };
    expect((await update(id, large, dry)).status).toBe(413);
  });

  it('at once with another of the other side loses none of the two', async () => {
    const id = await listed();
    const writes = [
      update(id, { thirdPartyListing: { thirdPartyCategory: 'Bar' } }),
      putBusiness(id, { alias: 'ours' }),
      update(id, { socialProfileURLs: { pinboardUrl: 'https://p.example/a' } }),
      putBusiness(id, { externalReferenceId: 'x-1' }),
    ];
    for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
    const { business, listing } = await found(id);
    expect(business.profile).toMatchObject({ alias: 'ours', externalReferenceId: 'x-1' });
    expect(listing?.own).toEqual({
      'thirdPartyListing.thirdPartyCategory': 'Bar',
      'socialProfileURLs.pinboardUrl': 'https://p.example/a',
    });
  });
});
