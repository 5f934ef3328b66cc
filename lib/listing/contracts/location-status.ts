/** Location status: how a location stands on the sites with listings. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const count = { type: 'integer' } as const;
const texts = { type: 'array', items: text } as const;

const COUNTED = {
  synced: 'Sites that show the last change',
  submitted: 'Sites that do not show the last change yet',
  needUpdates: 'Sites that require action',
  optedOut: 'Sites that the location opted out of',
  notConnected: 'Sites that are not connected',
} as const;
type Counted = keyof typeof COUNTED;

const fieldsOf = <Suffix extends 'Count' | 'Percentage'>(suffix: Suffix, fieldOf: (words: string) => object) =>
  Object.fromEntries(Object.entries(COUNTED).map(([name, words]) => [`${name}${suffix}`, fieldOf(words)])) as Readonly<
    Record<`${Counted}${Suffix}`, object>
  >;

const counts = fieldsOf('Count', (words) => field(count, words, 1));
const percentages = fieldsOf('Percentage', (words) => field(text, `${words}, as a percentage of all`, '25.00%'));

export const locationStatus = {
  id: 'locationStatus',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/status/location',
  summary: 'Location status',
  tag: 'Reports',
  description: `Returns whether the listing of a location is published, and its status on each site with listings.

- \`locationStatus\` is Published if the listing is published and the business is neither inactive nor suspended; else
  Disabled, and \`publishListings\` says what to do: Create the listing, Publish the listing, Activate the business.
- A site is \`Opted out\`; or \`Connect\` if it is not connected; or \`Action Required\` if it reports errors or the
  profile lacks what it needs: \`phone\`, \`location.address1\` unless the address is hidden, \`location.city\`,
  \`hoursOfOperations\` unless the location is always open, and its category; or \`Submitted\` until it shows the last
  change of profile and listing; or \`Synced\`.`,
  query: { businessNumber: addressed(laterErrors.businessNotFound, 'The number of a location') },
  reply: {
    title: 'ListingStatusReport',
    type: 'object',
    required: [
      ...['businessName', 'activationStatus', 'lastUpdated', 'locationStatus', 'totalSites'],
      ...Object.keys(counts),
      ...Object.keys(percentages),
      ...['publishListings', 'errors', 'sites'],
    ],
    properties: {
      businessName: field(text, 'Name of the location', 'Copper Kettle Grill'),
      activationStatus: field(text, 'Status of the business', 'active'),
      lastUpdated: field(
        text,
        'When profile or listing was changed last: `MMM DD, YYYY hh:mm AM GMT`',
        'Mar 04, 2026 06:20 PM GMT',
      ),
      locationStatus: field(text, 'Published or Disabled', 'Published'),
      totalSites: field(count, 'Number of sites', 4),
      ...counts,
      ...percentages,
      publishListings: field(text, 'What to do so that the listing is published; empty if it is', ''),
      errors: field(texts, 'The errors of all sites, each once', ['phone is missing']),
      sites: field(
        {
          type: 'array',
          items: {
            title: 'SiteStatus',
            type: 'object',
            required: ['siteId', 'siteName', 'status', 'url', 'errors'],
            properties: {
              siteId: field(count, 'The site', 101),
              siteName: field(text, 'Its name', 'Alpha'),
              status: field(text, 'Synced, Submitted, Action Required, Opted out or Connect', 'Synced'),
              url: field(text, 'Where the listing can be read', 'https://alpha.example/places/700101'),
              errors: field(texts, 'What the site reports and what the profile lacks', []),
            },
          },
        },
        'All sites with listings, in the order of the catalogue',
      ),
    },
  },
  errors: { businessNotFound: laterErrors.businessNotFound, accountNumberSent: errors.accountNumberSent },
  access: ['BatchGetItem'],
} as const satisfies Contract;
