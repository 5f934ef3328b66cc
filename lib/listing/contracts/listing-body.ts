/** The body of create listing and update listing, in the order of checking. */
import type { Schema } from '../../contract/operation.ts';
import { covidInfo, healthcare, media, optOuts } from './listing-care.ts';
import { additionalInfo, businessInfo, gammaListing, thirdPartyListing } from './listing-info.ts';
import { alphaListing, betaListing, internalListing, mapsListing, socialProfileURLs } from './listing-platforms.ts';

const blocks = {
  businessInfo,
  additionalInfo,
  media,
  optOut: optOuts,
  covidInfo,
  gammaListing,
  internalListing,
  betaListing,
  alphaListing,
  mapsListing,
  thirdPartyListing,
  socialProfileURLs,
  healthcare,
} as const;

/** Any part of a listing. */
export const listing = { title: 'ListingParts', type: 'object', properties: blocks } as const;

/** Missing fields are reported before other violations, so they are required ahead of `properties`. */
const required = [
  { required: ['businessInfo', 'additionalInfo', 'internalListing'] },
  {
    properties: {
      businessInfo: { required: ['location'], properties: { location: { required: ['zip'] } } },
      additionalInfo: { required: ['hoursOfOperations', 'services'] },
      internalListing: { required: ['description', 'category', 'subCategories'] },
    },
  },
];

export const listingBody = {
  title: 'ListingUpdate',
  type: 'object',
  allOf: required,
  properties: blocks,
} as unknown as Schema;
