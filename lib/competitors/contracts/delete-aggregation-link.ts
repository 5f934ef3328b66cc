/** Delete an aggregation link of a competitor location and one of your locations. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { addAggregationLink } from './add-aggregation-link.ts';
import { emptyReply } from './shared-schemas.ts';

export const deleteAggregationLink = {
  id: 'deleteAggregationLink',
  module: 'competitors',
  method: 'DELETE',
  path: '/v1/aggregation/competitor/{compAccountId}/{businessNumber}/aggregation/{aggregationId}',
  summary: 'Delete a competitor aggregation link',
  tag: 'Review aggregation',
  description: `Removes a review URL of a competitor location from one of your locations. Reviews that came from it stay. An id
that none of their links has returns 1039. Added again, the link has the same id.`,
  pathParameters: {
    ...addAggregationLink.pathParameters,
    aggregationId: addressedLate(errors.aggregationInvalid, 'The id of the link'),
  },
  writes: true,
  lasting: true,
  reply: emptyReply('AggregationLinkDeleted'),
  errors: { businessInvalid: errors.businessInvalid, aggregationInvalid: errors.aggregationInvalid },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem'],
} as const satisfies Contract;
