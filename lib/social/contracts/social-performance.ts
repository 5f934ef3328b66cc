/** Social performance: impressions and engagements of posts, of an account and location by location. */
import { text } from '../../contract/atoms.ts';
import { neededDay } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { pageSizeError } from '../../contract/page-size.ts';
import { addressed } from '../../contract/parameters.ts';
import { nullable, site, whole } from './shared-schemas.ts';

/** What connectors report has 53 bits, and so have sums of it. */
const sum = { type: 'integer', format: 'int64' } as const;
const percent = { type: 'number', format: 'double' } as const;
const percentOrNone = { ...percent, type: ['number', 'null'] } as const;
const ofPage = 'must be a whole number from 1';
const MOST = 100;
const wrongSize = pageSizeError(MOST);

const ofSite = {
  title: 'SitePerformance',
  type: 'object',
  required: ['totalPost', 'engagements', 'impressions', 'engRate'],
  properties: {
    totalPost: field(whole, 'Posts, each once for each location', 2),
    engagements: field(sum, 'How often someone reacted to them', 68),
    impressions: field(sum, 'How often they were shown', 2000),
    engRate: field(percent, 'Engagements in percent of impressions', 3.4),
  },
} as const;
const channelWiseData = field(
  { type: 'object', additionalProperties: ofSite },
  'By site; sites without posts are omitted',
  { ALPHA: { totalPost: 2, engagements: 68, impressions: 2000, engRate: 3.4 } },
);

const measures = {
  impressions: field(sum, 'How often posts were shown', 2500),
  engagements: field(sum, 'How often someone reacted to them', 103),
  engRate: field(percent, 'Engagements in percent of impressions', 4.1),
  postCount: field(whole, 'Posts, each once for each location', 3),
  channelWiseData,
  totalRecords: field(whole, 'Locations', 8),
} as const;
const names = Object.keys(measures);

const point = {
  label: field(text, 'Name of the location', 'Copper Kettle Grill'),
  startDate: field(text, 'MM/DD/YYYY, the first day', '05/01/2026'),
  endDate: field(text, 'MM/DD/YYYY, the last one', '05/31/2026'),
  locationId: field({ type: 'integer', format: 'int64' }, 'Number of the location', 700101),
  businessNumber: field({ type: 'integer', format: 'int64' }, 'The same', 700101),
  externalReferenceId: field(nullable('string'), 'Its id in other systems', null),
  channelWiseData,
} as const;

export const socialPerformance = {
  id: 'socialPerformance',
  module: 'social',
  method: 'POST',
  path: '/v1/social/open-url/performance/report',
  summary: 'Social performance',
  tag: 'Social posts',
  description: `Returns impressions and engagements of posts by the day on which they were published, as connectors report them. A post
counts once for each location, deleted ones too. Locations are sorted by number and include those without posts. A location as
\`x-business-number\` selects only that one. Growth compares \`actual\` with \`compare\`, and is null without it or if that is 0.`,
  headers: {
    'x-business-number': addressed(errors.businessInvalid, 'The number of the account or of one of its locations'),
  },
  request: {
    title: 'PerformanceQuery',
    type: 'object',
    properties: {
      startDate: field(neededDay, 'MM/DD/YYYY, the first day, in UTC', '05/01/2026'),
      endDate: field(neededDay, 'MM/DD/YYYY, the last one: at most 366 days', '05/31/2026'),
      comparisonFilter: field(
        {
          title: 'ComparisonDays',
          type: 'object',
          properties: {
            startDate: field(neededDay, 'MM/DD/YYYY, the first day', '04/01/2026'),
            endDate: field(neededDay, 'MM/DD/YYYY, the last one', '04/30/2026'),
          },
        },
        'Days to compare with',
        { startDate: '04/01/2026', endDate: '04/30/2026' },
      ),
      sourceNames: field({ type: 'array', items: site, maxItems: 100 }, 'Only these sites', ['ALPHA']),
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: 100 },
        'Only these locations, at most 100; all if it is empty',
        [700101],
      ),
      page: field({ ...whole, minimum: 1, 'x-errors': { type: ofPage, minimum: ofPage } }, 'The page, from 1', 1),
      size: field(
        { ...whole, minimum: 1, maximum: MOST, 'x-errors': { minimum: wrongSize, maximum: wrongSize } },
        'Locations of a page, 1 to 100; 25 by default',
        25,
      ),
    },
  },
  reply: {
    title: 'Performance',
    type: 'object',
    required: ['summary', 'dataPoints'],
    properties: {
      summary: field(
        {
          title: 'PerformanceSummary',
          type: 'object',
          required: ['actual', 'compare'],
          properties: {
            actual: field(
              {
                title: 'ActualPerformance',
                type: 'object',
                required: [...names, 'postCountGrowthPercent', 'engRateGrowthPercent', 'engagementGrowthPercent'],
                properties: {
                  ...measures,
                  postCountGrowthPercent: field(percentOrNone, 'Growth of posts', 50),
                  engRateGrowthPercent: field(percentOrNone, 'Growth of the rate', 2.5),
                  engagementGrowthPercent: field(percentOrNone, 'Growth of engagements', 12.1),
                },
              },
              'The days that were asked for',
            ),
            compare: field(
              { title: 'ComparedPerformance', type: ['object', 'null'], required: names, properties: measures },
              'The days to compare with',
            ),
          },
        },
        'All locations together',
      ),
      dataPoints: field(
        {
          type: 'array',
          items: {
            title: 'PerformancePoint',
            type: 'object',
            required: ['actual', 'compare'],
            properties: {
              actual: field(
                { title: 'ActualPoint', type: 'object', required: Object.keys(point), properties: point },
                'The days that were asked for',
              ),
              compare: field(
                { title: 'ComparedPoint', type: ['object', 'null'], required: Object.keys(point), properties: point },
                'The days to compare with',
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  errors: {
    businessInvalid: errors.businessInvalid,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    windowTooLarge: errors.windowTooLarge,
    businessIdsInvalid: errors.businessIdsInvalid,
    pageSizeInvalid: wrongSize,
    pageTooDeep: laterErrors.pageTooDeep,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
