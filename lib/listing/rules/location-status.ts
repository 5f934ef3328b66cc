/** How a location stands on the sites with listings. Pure. */
import { listingSites, type ReviewSource } from '../../catalog/review-sources.ts';
import { shownDate } from '../../contract/shown-date.ts';
import { writtenAt } from '../../dynamodb/writes/marks.ts';
import { isOutOfUse, type ListingRecord, listingState } from '../repository/listing.ts';
import type { SiteStatus } from '../repository/site-status.ts';
import { mapsCategoryOf } from './action-links.ts';
import { fieldsOf } from './record.ts';

/** The statuses of sites, with the names of their counts. */
const STATUSES = {
  synced: 'Synced',
  submitted: 'Submitted',
  needUpdates: 'Action Required',
  optedOut: 'Opted out',
  notConnected: 'Connect',
} as const;
type Status = (typeof STATUSES)[keyof typeof STATUSES];

/** The category that each site needs. */
const CATEGORIES: Readonly<Record<string, readonly [profile: string, shown: string]>> = {
  alpha: ['alphaListing.primaryCategoryAlpha', 'primaryCategoryAlpha'],
  beta: ['betaListing.category', 'betaListing.category'],
  gamma: ['gammaListing.primaryCategoryGamma', 'primaryCategoryGamma'],
  maps: ['mapsCategoryId', 'mapsListing.primaryCategory'],
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What a site needs and the profile lacks. */
const missingOf = (alias: string, profile: Readonly<Record<string, unknown>>): readonly string[] => {
  const [category = '', shown = ''] = CATEGORIES[alias] ?? [];
  const needed = [
    ['phone', 'phone'],
    ...(Number(profile.isAddressHidden) === 1 ? [] : [['location.address1', 'location.address1']]),
    ['location.city', 'location.city'],
    ...(Number(profile.working24x7) === 1 ? [] : [['hoursOfOperations', 'hoursOfOperations']]),
    ...(category === '' ? [] : [[category, shown]]),
  ] as const;
  return needed.flatMap(([path = '', name]) => (isEmpty(profile[path]) ? [`${name} is missing`] : []));
};

/** When profile or listing was changed last, in ISO 8601. */
const changedAt = ({ business, listing }: ListingRecord): string =>
  [business.item, listing?.item]
    .flatMap((item) => (item?.p0 === undefined ? [] : [writtenAt(item)]))
    .sort()
    .at(-1) ?? '';

/** `Feb 03, 2025 04:05 PM GMT` */
const shownTime = (time: string): string => {
  if (time === '') return '';
  const date = new Date(time);
  const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${shownDate(time)} ${two(hour % 12 || 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'} GMT`;
};

const siteOf = (
  { sourceId, sourceName, alias }: ReviewSource,
  record: ListingRecord,
  stored: SiteStatus | undefined,
) => {
  const { profile: fields, own } = fieldsOf(record);
  const profile = { ...fields, mapsCategoryId: mapsCategoryOf(record.business.mapsCategoryId, fields) };
  const problems = [...(stored?.errors ?? []), ...missingOf(alias, profile)];
  const statusOf = (): Status => {
    if (alias === 'alpha' && own['optOut.alphaProfileOptOut'] === true) return STATUSES.optedOut;
    if (!stored) return STATUSES.notConnected;
    if (problems.length > 0) return STATUSES.needUpdates;
    const isLate = stored.syncedAt === undefined || Date.parse(stored.syncedAt) < Date.parse(changedAt(record));
    return isLate ? STATUSES.submitted : STATUSES.synced;
  };
  const status = statusOf();
  return {
    siteId: sourceId,
    siteName: sourceName,
    status,
    url: stored?.url ?? '',
    errors: status === STATUSES.needUpdates ? problems : [],
  };
};

/** What keeps the listing from being published; empty if it is. */
const missingStep = (record: ListingRecord): string => {
  const state = listingState(record);
  if (state === 'none') return 'Create the listing';
  if (state === 'deactivated') return 'Publish the listing';
  return isOutOfUse(record.business) ? 'Activate the business' : '';
};

/** @param stored - the statuses by alias */
export const statusReply = (record: ListingRecord, stored: ReadonlyMap<string, SiteStatus>) => {
  const sites = listingSites.map((site) => siteOf(site, record, stored.get(site.alias)));
  const counted = Object.entries(STATUSES).map(
    ([name, status]) => [name, sites.filter((site) => site.status === status).length] as const,
  );
  const publishListings = missingStep(record);
  return {
    businessName: String(record.business.profile.name ?? ''),
    activationStatus: record.business.status ?? 'active',
    lastUpdated: shownTime(changedAt(record)),
    locationStatus: publishListings === '' ? 'Published' : 'Disabled',
    totalSites: sites.length,
    ...Object.fromEntries(counted.map(([name, count]) => [`${name}Count`, count])),
    ...Object.fromEntries(
      counted.map(([name, count]) => [`${name}Percentage`, `${((100 * count) / sites.length).toFixed(2)}%`]),
    ),
    publishListings,
    errors: [...new Set(sites.flatMap(({ errors }) => errors))],
    sites,
  };
};
