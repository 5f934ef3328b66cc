/** The status of a site is the first that holds. */
import { expect, it } from 'vitest';
import { businessFrom, businessItem } from '../../../../lib/business/repository/business.ts';
import { listingFrom, listingItem } from '../../../../lib/listing/repository/listing.ts';
import type { SiteStatus } from '../../../../lib/listing/repository/site-status.ts';
import { statusReply } from '../../../../lib/listing/rules/location-status.ts';

const FULL = {
  name: 'Shop',
  phone: '(650) 555-0100',
  'location.address1': '1 Main St',
  'location.city': 'Springfield',
  hoursOfOperations: [{ day: 1, isOpen: 0 }],
  'alphaListing.primaryCategoryAlpha': 'Hotel',
  'betaListing.category': ['Hotel'],
  'gammaListing.primaryCategoryGamma': 'Hotel',
};

const recordOf = (profile: object, own = {}, more: object = {}) => ({
  business: businessFrom(
    businessItem('ours', {
      businessNumber: 101,
      accountNumber: 100,
      listingFixed: true,
      mapsCategoryId: 'hotel',
      profile: { ...FULL, ...profile },
      ...more,
    }),
  ),
  listing: listingFrom(listingItem('ours', { businessNumber: 101, accountNumber: 100, own, state: 'published' })),
});
const site = (siteAlias: string, more: Partial<SiteStatus> = {}) =>
  [siteAlias, { businessNumber: 101, accountNumber: 100, siteAlias, url: 'https://x.example', ...more }] as const;
const AHEAD = { syncedAt: '2999-01-01T00:00:00.000Z' };
const all = (more: Partial<SiteStatus>) => new Map(['alpha', 'beta', 'gamma', 'maps'].map((each) => site(each, more)));
const statusesOf = (...[record, stored]: Parameters<typeof statusReply>) =>
  statusReply(record, stored).sites.map(({ status }) => status);

it('is Synced only after the last change, and may be so ahead of it', () => {
  expect(new Set(statusesOf(recordOf({}), all(AHEAD)))).toEqual(new Set(['Synced']));
  expect(new Set(statusesOf(recordOf({}), all({ syncedAt: '2020-01-01T00:00:00.000Z' })))).toEqual(
    new Set(['Submitted']),
  );
  expect(new Set(statusesOf(recordOf({}), all({})))).toEqual(new Set(['Submitted']));
});

it('requires what a site needs, next to what it reports', () => {
  const { sites, errors } = statusReply(
    recordOf({ phone: '', 'location.city': undefined, 'gammaListing.primaryCategoryGamma': undefined }),
    new Map([site('gamma', { ...AHEAD, errors: ['No answer'] }), site('maps', AHEAD)]),
  );
  expect(sites.map(({ status }) => status)).toEqual(['Connect', 'Connect', 'Action Required', 'Action Required']);
  expect(sites[2]!.errors).toEqual([
    ...['No answer', 'phone is missing', 'location.city is missing', 'primaryCategoryGamma is missing'],
  ]);
  expect(sites[0]!.errors).toEqual([]);
  expect(errors).toEqual(sites[2]!.errors);
});

it('needs no street that is hidden, and no hours of what is always open', () => {
  const bare = { 'location.address1': undefined, hoursOfOperations: [] };
  expect(statusesOf(recordOf(bare), all(AHEAD))[0]).toBe('Action Required');
  expect(statusesOf(recordOf({ ...bare, isAddressHidden: 1, working24x7: 1 }), all(AHEAD))[0]).toBe('Synced');
});

it('needs a maps category of its own, or one by its internal or alpha category', () => {
  const mapsOf = (alpha: string | undefined, more = {}) =>
    statusReply(
      recordOf({ 'alphaListing.primaryCategoryAlpha': alpha, ...more }, {}, { mapsCategoryId: undefined }),
      all(AHEAD),
    ).sites.at(-1);
  expect(mapsOf('Restaurant')).toMatchObject({ status: 'Synced', errors: [] });
  expect(mapsOf(undefined, { 'internalListing.category': 'Restaurant' })).toMatchObject({ status: 'Synced' });
  expect(mapsOf('No category')).toMatchObject({
    status: 'Action Required',
    errors: ['mapsListing.primaryCategory is missing'],
  });
});

it('is Opted out of alpha whatever else holds', () => {
  const record = recordOf({ phone: '' }, { 'optOut.alphaProfileOptOut': true });
  expect(statusesOf(record, all({ errors: ['No answer'] }))).toEqual([
    ...['Opted out', 'Action Required', 'Action Required', 'Action Required'],
  ]);
});

it('says what keeps a listing from being published', () => {
  const stepOf = (record: Parameters<typeof statusReply>[0]) => {
    const { locationStatus, publishListings } = statusReply(record, new Map());
    return [locationStatus, publishListings];
  };
  expect(stepOf(recordOf({}))).toEqual(['Published', '']);
  expect(stepOf(recordOf({}, {}, { status: 'suspended' }))).toEqual(['Disabled', 'Activate the business']);
  expect(stepOf(recordOf({}, {}, { listingFixed: false }))).toEqual(['Disabled', 'Publish the listing']);
  expect(stepOf({ ...recordOf({}, {}, { listingFixed: false }), listing: undefined })).toEqual([
    ...['Disabled', 'Create the listing'],
  ]);
});
