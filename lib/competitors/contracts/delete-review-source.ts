/** Delete a review source of one of your locations. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { businessId } from './add-review-source.ts';
import { emptyReply } from './shared-schemas.ts';

export const deleteReviewSource = {
  id: 'deleteReviewSource',
  module: 'competitors',
  method: 'DELETE',
  path: '/v1/aggregation/business/{businessId}/aggregation/{aggregationId}',
  summary: 'Delete a review source',
  tag: 'Review aggregation',
  description:
    'Removes a review source from a location. Reviews stay. An id that none of its sources has returns 1039.',
  pathParameters: {
    businessId,
    aggregationId: addressedLate(errors.aggregationInvalid, 'The id of the review source'),
  },
  writes: true,
  lasting: true,
  reply: emptyReply('ReviewSourceDeleted'),
  errors: { businessInvalid: errors.businessInvalid, aggregationInvalid: errors.aggregationInvalid },
  access: ['GetItem', 'Query', 'PutItem'],
} as const satisfies Contract;
