/** List review sources: where the reviews of one of your locations are. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, reviewSource } from './add-review-source.ts';

export const listReviewSources = {
  id: 'listReviewSources',
  module: 'competitors',
  method: 'GET',
  path: '/v1/aggregation/business/{businessId}',
  summary: 'List review sources',
  tag: 'Review aggregation',
  description: `Lists the review sources of a location, at most 200: by source, in the order of the catalogue, then by URL.
\`status\` is 4 if reviews of that source are stored for the location, else 3; it follows reviews within seconds.`,
  pathParameters: { businessId },
  reply: { title: 'LocationReviewSources', type: 'array', items: reviewSource },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
