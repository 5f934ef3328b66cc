/** Review metrics: how good the competitor locations of an account are, by their reviews. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { filters, metricFields, namedCompetitor, namedFields, place, queryErrors } from './shared-schemas.ts';

/** The maximum number of competitor locations, of brands, and of days between two dates. */
export const MOST_WEIGHED = 100;
export const MOST_BRANDS_NAMED = 5;
export const MOST_DAYS = 1830;

/** More competitor locations than a request reads the counts of. */
export const tooManyWeighed: ErrorEntry = {
  ...errors.invalidRequest,
  message: `More than ${MOST_WEIGHED} competitor locations: name some with brandIds or competitorLocationIds`,
};

export const reviewMetrics = {
  id: 'reviewMetrics',
  module: 'competitors',
  method: 'POST',
  path: '/v1/competitors/review/metrics',
  summary: 'Review metrics of competitors',
  tag: 'Competitors',
  description: `Lists the number of reviews, their mean rating and the response rate of each competitor location of an account, or of
those that compete with one location. Locations without reviews are included. Counts follow reviews within seconds.

- The filters are those of competitor reviews, with at most ${MOST_BRANDS_NAMED} \`brandIds\`, and two dates at most
  ${MOST_DAYS} days apart.
- More than ${MOST_WEIGHED} competitor locations return 400: name brands or locations.
- Locations with the same mean are sorted by number; those without reviews come last.`,
  headers: place,
  query: {
    sortOrder: {
      description: 'By mean rating: 0 the lowest first, 1 the highest first; 0 by default',
      schema: { type: 'integer', minimum: 0, maximum: 1 },
    },
  },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 25,
    firstPage: true,
    ahead: true,
    most: 100,
    tooDeep: laterErrors.pageTooDeep,
  },
  bodyOptional: true,
  request: { title: 'CompetitorMetricQuery', type: 'object', properties: filters },
  reply: {
    title: 'CompetitorMetrics',
    type: 'array',
    items: {
      title: 'CompetitorMetric',
      type: 'object',
      required: [...namedFields, 'overallRating', 'reviewCount', 'ratings', 'responseRate'],
      properties: { ...namedCompetitor, ...metricFields },
    },
  },
  errors: queryErrors,
  bodyIdentifiers: ['businessNumbers', 'brandIds', 'competitorLocationIds'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
