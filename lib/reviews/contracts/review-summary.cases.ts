/** Requests of review summary against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { reviewSummary } from './review-summary.ts';

export const reviewSummaryCases: Cases<typeof reviewSummary> = {
  parameters: { businessId: 700105 },
  examples: [
    {
      summary: 'A location',
      reply: {
        sources: [
          { sourceName: 'Alpha', sourceAlias: 'alpha', avgRating: 3, reviewCount: 2 },
          { sourceName: 'Beta', sourceAlias: 'beta', avgRating: 5, reviewCount: 1 },
        ],
        ratings: [
          { rating: 5, reviewCount: 1 },
          { rating: 4, reviewCount: 1 },
          { rating: 2, reviewCount: 1 },
        ],
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid) },
};
