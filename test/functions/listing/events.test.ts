/** The events of a listing: one for each write that changed it, whichever side was written. */
import { beforeAll, describe, expect, it } from 'vitest';
import { businessEvents } from '../../../lib/business/events.ts';
import { businessKey } from '../../../lib/business/repository/business.ts';
import type { ModuleEvent } from '../../../lib/dynamodb/stream/change.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { listingEvents } from '../../../lib/listing/events.ts';
import { listingKey } from '../../../lib/listing/repository/listing.ts';
import { load } from '../../support/load.ts';
import { create, deactivate, listed, newLocation, openWorld, publish, putBusiness, update } from './support.ts';

let table: Table;
beforeAll(async () => {
  table = await openWorld();
});

const imagesOf = async (id: string): Promise<(Item | undefined)[]> =>
  Promise.all([businessKey('ours', Number(id)), listingKey('ours', Number(id))].map((key) => table.get(key)));

/** The events that a write makes, of both items as the stream shows them. */
const eventsOf = async (id: string, write: () => Promise<{ readonly status: number }>): Promise<ModuleEvent[]> => {
  const before = await imagesOf(id);
  expect((await write()).status).toBeLessThan(500);
  const after = await imagesOf(id);
  return after.flatMap((newImage, index) =>
    newImage?.p0 === before[index]?.p0
      ? []
      : [
          ...businessEvents({ oldImage: before[index], newImage }),
          ...listingEvents({ oldImage: before[index], newImage }),
        ],
  );
};
const listingUpdates = async (...given: Parameters<typeof eventsOf>) =>
  (await eventsOf(...given)).filter(({ type }) => type === 'LISTING_UPDATED').map(({ data }) => data);

const dataOf = (id: string, listingState: string, changed: readonly string[]) => ({
  businessId: Number(id),
  accountNumber: 100,
  listingState,
  changed,
});

describe('Events say of a listing', () => {
  it('that it is deactivated where its location is inactive, by writes of either side', async () => {
    const id = await newLocation({ name: 'Shut' }, { status: 'inactive', listingFixed: true });
    expect(await listingUpdates(id, () => update(id))).toMatchObject([{ listingState: 'deactivated' }]);
    expect(await listingUpdates(id, () => putBusiness(id, { keywords: 'other' }))).toMatchObject([
      { listingState: 'deactivated' },
    ]);
  });

  it('that it was created, with all that it changed on both sides, once', async () => {
    const id = await newLocation({ name: 'Before' });
    const blocks = { thirdPartyListing: { thirdPartyCategory: 'Bar' } };
    const events = await eventsOf(id, () => create(id, blocks));
    expect(events.map(({ type }) => type)).toEqual(['BUSINESS_UPDATED', 'LISTING_UPDATED']);
    const [, event] = events;
    expect(event).toMatchObject({ partnerId: 'ours', accountNumber: 100, businessIds: [Number(id)] });
    expect(event?.data).toEqual(
      dataOf(id, 'published', [
        ...['listingFixed', 'businessInfo.name', 'businessInfo.phone', 'businessInfo.location'],
        ...['additionalInfo.hoursOfOperations', 'additionalInfo.services'],
        ...['internalListing.description', 'internalListing.category', 'internalListing.subCategories'],
        'thirdPartyListing.thirdPartyCategory',
      ]),
    );
  });

  it('that it was updated, published and taken back', async () => {
    const id = await listed();
    expect(await listingUpdates(id, () => update(id, { additionalInfo: { keywords: 'k' } }))).toEqual([
      dataOf(id, 'published', ['additionalInfo.keywords']),
    ]);
    expect(await listingUpdates(id, () => deactivate(id))).toEqual([dataOf(id, 'deactivated', ['listingFixed'])]);
    const maps = { mapsListing: { primaryCategory: 'bar' } };
    expect(await listingUpdates(id, () => update(id, maps))).toEqual([
      dataOf(id, 'deactivated', ['mapsListing.primaryCategory', 'mapsListing.primaryCategoryName']),
    ]);
    expect(await listingUpdates(id, () => publish(id))).toEqual([dataOf(id, 'published', ['listingFixed'])]);
    await deactivate(id);
    expect(await listingUpdates(id, () => create(id))).toEqual([dataOf(id, 'published', ['listingFixed'])]);
  });

  it('what publishing and deactivating change, next to the event of the profile', async () => {
    const id = await listed();
    for (const write of [deactivate, publish]) {
      const events = await eventsOf(id, () => write(id));
      expect(events.map(({ type }) => type)).toEqual(['BUSINESS_UPDATED', 'LISTING_UPDATED']);
      expect(events.map(({ data }) => data.changed)).toEqual([['listingFixed'], ['listingFixed']]);
    }
  });

  it('that update business changed the profile of a published location, and of no other', async () => {
    const id = await listed();
    await putBusiness(id);
    expect(await listingUpdates(id, () => putBusiness(id, { description: 'New words' }))).toEqual([
      dataOf(id, 'published', ['businessInfo.mainBusinessDescription']),
    ]);
    // What a listing does not show is no change of it.
    expect(await listingUpdates(id, () => putBusiness(id, { alias: 'ours', fax: '(650) 555-0199' }))).toEqual([]);
    await deactivate(id);
    expect(await listingUpdates(id, () => putBusiness(id, { description: 'Other words' }))).toEqual([]);
    const unlisted = await newLocation();
    expect(await listingUpdates(unlisted, () => putBusiness(unlisted, { description: 'Words' }))).toEqual([]);
  });

  it('nothing where nothing changed, or nothing was written', async () => {
    const id = await listed();
    const dry = { query: { validateOnly: 'true' } };
    expect(await eventsOf(id, () => update(id))).toEqual([]);
    expect(await eventsOf(id, () => publish(id))).toEqual([]);
    expect(await eventsOf(id, () => update(id, { additionalInfo: { keywords: 'k' } }, dry))).toEqual([]);
    expect(await eventsOf(id, () => update(id, { additionalInfo: { keywords: 'x'.repeat(1001) } }))).toEqual([]);
  });

  it('what a data file changed next to the profile', async () => {
    const id = '104';
    expect((await create(id)).status).toBe(200);
    const line = { type: 'listing', businessNumber: Number(id) };
    const bring = async (own: object) => {
      const listing = { thirdPartyListing: own };
      // A partner has written it since it was loaded: only by force.
      await table.update({
        Key: listingKey('ours', Number(id)),
        UpdateExpression: 'SET loadedVersion = version',
        ConditionExpression: 'attribute_exists(pk)',
      });
      expect(await load(table, [{ ...line, listing }])).toEqual([]);
      return { status: 200 };
    };
    expect(await listingUpdates(id, () => bring({ thirdPartyCategory: 'Bar' }))).toEqual([
      dataOf(id, 'published', ['thirdPartyListing.thirdPartyCategory']),
    ]);
    expect(await listingUpdates(id, () => bring({ thirdPartyCategory: 'Bar' }))).toEqual([]);
  });
});
