/** Requests of categories of reviews against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { dateProvocations, tooManyLocations } from './report.cases.ts';
import type { reviewCategories } from './review-categories.ts';
import { foreignChoice, lonely, year } from './terms.cases.ts';

const none = { entId: 700105, ct: 0, pCt: 0, nCt: 0, avgScr: null, grade: null };
const praised = { ...none, ct: 1, pCt: 1, avgScr: 100, grade: 'A' };

/** What three reviews say: of the chicken, the flat white and the wait. */
const cats = [
  [1, 'Service', none],
  [2, 'Staff', none],
  [3, 'Food', praised],
  [4, 'Drinks', praised],
  [5, 'Price and value', none],
  [6, 'Cleanliness', none],
  [7, 'Waiting time', praised],
  [8, 'Atmosphere', none],
  [9, 'Location and access', none],
  [10, 'Booking and appointments', none],
  [11, 'Rooms and facilities', none],
  [12, 'Products and selection', none],
  [13, 'Quality and work', none],
  [14, 'Health and care', none],
  [15, 'Communication', none],
  [16, 'Billing and payment', none],
  [17, 'Safety and trust', none],
  [18, 'Delivery and pickup', none],
] as const;

export const reviewCategoriesCases: Cases<typeof reviewCategories> = {
  parameters: { businessNumber: 700105 },
  examples: [
    {
      summary: 'A location in a year',
      body: year,
      reply: {
        entities: [
          {
            entId: 700105,
            entName: 'Fern and Flat White',
            competitor: false,
            reviews: 3,
            positive: 2,
            neutral: 0,
            negative: 1,
            avgScr: 66.7,
          },
        ],
        cats: cats.map(([catId, catName, stats]) => ({ catId, catName, catStats: [stats] })),
      },
    },
  ],
  provocations: {
    ...dateProvocations(year),
    businessInvalid: { parameters: { businessNumber: 799999 } },
    businessNumbersRequired: tooManyLocations({}),
  },
  invalid: lonely,
  foreign: { businessNumber: foreignLocation('businessNumber', errors.businessInvalid, year), ...foreignChoice },
};
