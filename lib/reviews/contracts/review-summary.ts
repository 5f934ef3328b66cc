/** Review summary: how many reviews a location or an account has, and how good they are. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const count = { type: 'integer' } as const;
const number = { type: 'number', format: 'double' } as const;

export const reviewSummary = {
  id: 'reviewSummary',
  module: 'reviews',
  method: 'GET',
  path: '/v1/review/businessid/{businessId}/summary',
  summary: 'Review summary',
  tag: 'Reviews',
  description: `Counts the reviews of a location, or of all locations of an account, by source and by rating. Sources and ratings
without reviews are omitted. The summary includes new reviews within a few seconds.

The path has \`businessid\` in lower case, unlike get reviews.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  reply: {
    title: 'ReviewCounts',
    type: 'object',
    required: ['sources', 'ratings'],
    properties: {
      sources: field(
        {
          type: 'array',
          items: {
            title: 'SourceSummary',
            type: 'object',
            required: ['sourceName', 'sourceAlias', 'avgRating', 'reviewCount'],
            properties: {
              sourceName: field(text, 'Its name', 'Alpha'),
              sourceAlias: field(text, 'Its alias in the catalogue', 'alpha'),
              avgRating: field(number, 'To one decimal', 4.2),
              reviewCount: field(count, 'Number of reviews', 12),
            },
          },
        },
        'Sorted as in the catalogue',
      ),
      ratings: field(
        {
          type: 'array',
          items: {
            title: 'RatingSummary',
            type: 'object',
            required: ['rating', 'reviewCount'],
            properties: {
              rating: field(number, '0 to 5', 5),
              reviewCount: field(count, 'Number of reviews', 7),
            },
          },
        },
        'Highest rating first',
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
