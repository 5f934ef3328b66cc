/** Requests of keywords of reviews against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { dateProvocations, tooManyLocations } from './report.cases.ts';
import type { reviewKeywords } from './review-keywords.ts';
import { foreignChoice, lonely, year } from './terms.cases.ts';

const praised = (keyword: string, catId: number, ct: number, prct: number) => ({
  keyword,
  catId,
  ct,
  pCt: ct,
  nCt: 0,
  prct,
  avgScr: 100,
});

export const reviewKeywordsCases: Cases<typeof reviewKeywords> = {
  parameters: { businessNumber: 700102 },
  examples: [
    {
      summary: 'What is praised, next to a competitor',
      body: {
        ...year,
        competitors: [{ competitorId: 710100, compAccountIds: [710001] }],
        topKW: 2,
        sentiment: 1,
      },
      reply: {
        id: 700102,
        name: 'Copper Kettle Coffee',
        reviews: 40,
        keywords: [praised('punctuality', 7, 8, 20), praised('hospitality', 1, 7, 17.5)],
        competitors: [
          {
            id: 710100,
            name: 'Ember and Oak Group',
            reviews: 9,
            keywords: [praised('price', 5, 2, 22.2), praised('speed', 7, 2, 22.2)],
          },
        ],
      },
    },
    {
      summary: 'A location of a few reviews, from Z to A',
      parameters: { businessNumber: 700105 },
      body: { ...year, orderBy: 'ztoa' },
      reply: {
        id: 700105,
        name: 'Fern and Flat White',
        reviews: 3,
        keywords: [praised('wait', 7, 1, 33.3), praised('coffee', 4, 1, 33.3), praised('chicken', 3, 1, 33.3)],
        competitors: [],
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
