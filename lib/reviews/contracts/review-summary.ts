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
  description: `How many reviews a location has, or all locations of an account have, by source and by rating. Sources and
ratings without a review are left out. A summary follows the reviews within some seconds.

The path has \`businessid\` in small letters, unlike that of get reviews.`,
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
        'In the order of the catalogue',
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
        'The best ones first',
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
