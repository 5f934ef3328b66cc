/** Lines of listings: what lies next to the profile, brought in under the rules of update listing, and given back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as getListing } from '../../../functions/listing/get-listing.ts';
import { listingKey } from '../../../lib/listing/repository/listing.ts';
import { exportAccount, lineFor } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});

const listing = {
  additionalInfo: { moreHours: { Access: [{ day: 0, isOpen: 1 }] } },
  optOut: { alphaProfileOptOut: true },
  mapsListing: { mapsActionLinks: [{ id: 'quicklinks.restaurant_view_menu' }] },
  healthcare: { conditions: ['Cold', { name: 'Flu' }], isProvider: false },
};
const lineOf = (businessNumber: number, body: object = listing) => ({ type: 'listing', businessNumber, listing: body });
const reasons = async (...lines: readonly object[]) => (await load(table, lines)).map(({ reason }) => reason);
const itemOf = (businessNumber: number) => table.get(listingKey('ours', businessNumber));

describe('A line of a listing', () => {
  it('comes back as it came in', async () => {
    expect(await reasons(lineOf(101))).toEqual([]);
    const item = await itemOf(101);
    expect(lineFor(item!)).toEqual(lineOf(101));
    const exported = [];
    for await (const line of exportAccount(table, 100)) exported.push(line);
    expect(exported.filter(({ type }) => type === 'listing')).toEqual([lineOf(101)]);
    expect(await reasons(lineOf(101))).toEqual([]);
    expect(await itemOf(101)).toEqual(item);
  });

  it('comes back after a change of category, with what the earlier one offered', async () => {
    const place = (mapsCategoryId: string) => ({
      type: 'business',
      ...{ businessNumber: 106, accountNumber: 100, mapsCategoryId, listingFixed: true },
      business: {},
    });
    const body = {
      additionalInfo: {
        moreHours: { Breakfast: [{ day: 0, isOpen: 1 }] },
        mapsMoreHours: { Breakfast: [{ day: 0, isOpen: 1 }] },
      },
      mapsListing: {
        mapsLocationAttributes: { 'dining.service': [{ attributeId: 'dining.service.dine_in' }] },
        mapsActionLinks: [{ id: 'quicklinks.restaurant_view_menu' }],
      },
    };
    expect(await reasons(place('restaurant'), lineOf(106, body))).toEqual([]);
    expect(await reasons(place('dentist'))).toEqual([]);
    const exported = [];
    for await (const line of exportAccount(table, 100)) exported.push(line);
    expect(exported).toContainEqual(lineOf(106, body));
    expect(await reasons(...exported)).toEqual([]);
  });

  it('is answered as a listing that was taken back, unless its location is fixed', async () => {
    const fixed = { type: 'business', businessNumber: 105, accountNumber: 100, listingFixed: true, business: {} };
    expect(await reasons(fixed, lineOf(105, {}), lineOf(103, {}))).toEqual([]);
    const states = await Promise.all(
      ['105', '103', '104'].map(async (businessNumber) => (await call(getListing, { path: { businessNumber } })).body),
    );
    expect(states.map(({ listingState }) => listingState)).toEqual(['published', 'deactivated', 'none']);
  });

  it.each([
    [lineOf(999), 'business 999 does not exist'],
    [
      lineOf(101, { additionalInfo: { moreHours: { Nothing: [{ day: 0 }] } } }),
      /^additionalInfo\.moreHours\.Nothing must/,
    ],
    [
      lineOf(101, { additionalInfo: { mapsMoreHours: { Nothing: [{ day: 0 }] } } }),
      /^additionalInfo\.mapsMoreHours\.Nothing must/,
    ],
    [
      lineOf(101, { mapsListing: { mapsActionLinks: [{ id: 'x' }] } }),
      /^mapsListing\.mapsActionLinks\[0\]\.id must be one/,
    ],
    [
      lineOf(101, { mapsListing: { additionalCategories: ['x'] } }),
      /^mapsListing\.additionalCategories\[0\] must be a/,
    ],
    [lineOf(101, { healthcare: { npi: '1234567890' } }), 'healthcare.npi is invalid'],
    [
      lineOf(101, { alphaListing: { hotelAttributes: { a: { b: { c: { value: 1 } } } } } }),
      /is no attribute that hotel/,
    ],
    [{ type: 'listing', businessNumber: 101 }, 'listing is required'],
  ])('is refused: %#', async (line, reason) => {
    const before = await itemOf(101);
    expect(await reasons(line)).toEqual([typeof reason === 'string' ? reason : expect.stringMatching(reason)]);
    expect(await itemOf(101)).toEqual(before);
  });

  it('goes with its location, at once', async () => {
    expect(await reasons(lineOf(102, {}))).toEqual([]);
    expect((await call(deleteBusiness, { path: { businessId: '102' } })).status).toBe(200);
    expect(await itemOf(102)).toBeUndefined();
  });
});
