/** Listing insights: how often locations are seen and used on the sites where they are listed. */
import { text } from '../../contract/atoms.ts';
import { isoDayOr } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { count, locations } from './report-schemas.ts';

const total = { type: 'integer', format: 'int64' } as const;

const figures = {
  mapViewTotalCount: field(total, 'Alpha: views on the map', 412),
  searchViewTotalCount: field(total, 'Alpha: views in searches', 890),
  websiteVisitsTotalCount: field(total, 'Alpha: visits of the website', 61),
  getDirectionsTotalCount: field(total, 'Alpha: requests for directions', 35),
  callsTotalCount: field(total, 'Alpha: calls', 18),
  usersReachedTotalCount: field(total, 'Beta: users reached', 240),
  usersEngagedTotalCount: field(total, 'Beta: users engaged', 27),
  impressionCountTotalCount: field(total, 'Gamma: impressions', 130),
  gammaWebsiteVisitsTotalCount: field(total, 'Gamma: visits of the website', 12),
  gammaDirectionsTotalCount: field(total, 'Gamma: requests for directions', 6),
  gammaCallsTotalCount: field(total, 'Gamma: calls', 4),
} as const;
const FIGURES = Object.keys(figures);

const isoDay = isoDayOr(errors.isoDateInvalid);

export const listingInsights = {
  id: 'listingInsights',
  module: 'insight',
  method: 'POST',
  path: '/v1/listing/insights',
  summary: 'Listing insights',
  tag: 'Reports',
  description: `Returns how often some locations are seen and used on alpha, beta and gamma: totals, and period by period. Your
operator loads the figures.

- Without dates the report covers the 90 days up to yesterday, in UTC. At most 400 days, or 1,830 by month.
- Without \`groupByType\` there are no \`dataPoints\`. With it every period has a point, empty ones too; weeks begin on
  Monday.
- \`viewMode\` filters the views on the map and in searches.
- A report that covers too many locations and days returns 400.`,
  query: {
    businessId: addressed(
      laterErrors.businessNotFound,
      'The number of the account or of one of its locations; it selects the account',
    ),
  },
  request: {
    title: 'ListingInsightsQuery',
    type: 'object',
    properties: {
      businessNumbers: locations,
      startDate: field(isoDay, 'YYYY-MM-DD, the first day, in UTC', '2026-08-01'),
      endDate: field(isoDay, 'YYYY-MM-DD, the last day', '2026-08-31'),
      viewMode: field(
        { type: 'array', items: text, 'x-read': 'list', maxItems: 100 },
        'Mobile, Desktop, case-insensitive; both by default',
        ['Mobile'],
      ),
      groupByType: field({ enum: ['day', 'week', 'month'] }, 'The length of the periods', 'week'),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'ListingInsightReport',
    type: 'object',
    required: [...FIGURES, 'liveCount', 'entityCount', 'dataPoints'],
    properties: {
      ...figures,
      liveCount: field(count, 'Locations that have figures in this time', 1),
      entityCount: field(count, 'Locations asked for', 2),
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: 'ListingInsightsPoint',
            type: 'object',
            required: ['label', ...FIGURES],
            properties: { label: field(text, 'The first day of the period, YYYY-MM-DD', '2026-08-01'), ...figures },
          },
        },
        'By time',
      ),
    },
  },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    businessNumbersRequired: errors.businessNumbersRequired,
    isoDateInvalid: errors.isoDateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    businessInvalid: errors.businessInvalid,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
