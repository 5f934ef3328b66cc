/** Requests of location status against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { locationStatus } from './location-status.ts';

export const locationStatusCases: Cases<typeof locationStatus> = {
  parameters: { businessNumber: 700101 },
  examples: [
    {
      summary: 'A location with sites in every state but one',
      reply: {
        businessName: 'Copper Kettle Grill',
        activationStatus: 'active',
        lastUpdated: 'Mar 04, 2026 06:20 PM GMT',
        locationStatus: 'Disabled',
        totalSites: 4,
        syncedCount: 1,
        submittedCount: 1,
        needUpdatesCount: 1,
        optedOutCount: 0,
        notConnectedCount: 1,
        syncedPercentage: '25.00%',
        submittedPercentage: '25.00%',
        needUpdatesPercentage: '25.00%',
        optedOutPercentage: '0.00%',
        notConnectedPercentage: '25.00%',
        publishListings: 'Publish the listing',
        errors: ['The phone number does not answer'],
        sites: [
          { siteId: 101, siteName: 'Alpha', status: 'Synced', url: 'https://alpha.example/places/700101', errors: [] },
          { siteId: 102, siteName: 'Beta', status: 'Submitted', url: 'https://beta.example/700101', errors: [] },
          {
            siteId: 103,
            siteName: 'Gamma',
            status: 'Action Required',
            url: 'https://gamma.example/700101',
            errors: ['The phone number does not answer'],
          },
          { siteId: 104, siteName: 'Maps', status: 'Connect', url: '', errors: [] },
        ],
      },
      varies: ['lastUpdated'],
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessNumber: 799999 } },
    accountNumberSent: { parameters: { businessNumber: 700100 } },
  },
  foreign: { businessNumber: foreignLocation('businessNumber', laterErrors.businessNotFound) },
};
