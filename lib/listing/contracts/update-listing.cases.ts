/** Requests of update listing against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignListing } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { leastListing, listingInvalid, listingProvocations } from './listing.provocations.ts';
import examples from './listing-examples.json' with { type: 'json' };
import type { updateListing } from './update-listing.ts';

export const updateListingCases: Cases<typeof updateListing> = {
  parameters: { businessNumber: 700104 },
  examples: [
    {
      summary: 'A hotel opens a spa',
      body: examples.hotelUpdated.body,
      reply: examples.hotelUpdated.reply,
      ofDemo: true,
    },
  ],
  provocations: {
    ...(Object.fromEntries(
      Object.entries(listingProvocations).map(([name, provoked]) => [
        name,
        typeof provoked === 'function'
          ? provoked
          : { ...provoked, parameters: { businessNumber: 700101, ...provoked.parameters } },
      ]),
    ) as typeof listingProvocations),
    listingMissing: { parameters: { businessNumber: 700102 } },
  },
  invalid: listingInvalid,
  foreign: { businessNumber: foreignListing('businessNumber', laterErrors.businessNotFound, leastListing) },
};
