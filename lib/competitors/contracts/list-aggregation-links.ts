/** List aggregation links: where a competitor location is reviewed, for one of your locations. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addAggregationLink } from './add-aggregation-link.ts';

export const listAggregationLinks = {
  id: 'listAggregationLinks',
  module: 'competitors',
  method: 'GET',
  path: '/v1/aggregation/competitor/{compAccountId}/{businessNumber}',
  summary: 'List competitor aggregation links',
  tag: 'Review aggregation',
  description: `Lists the review URLs of a competitor location that were added for one of your locations, at most 200: by source, in
the order of the catalogue, then by URL. \`sourceAlias\` and \`sourceName\` are empty if the catalogue no longer has the
source.`,
  pathParameters: addAggregationLink.pathParameters,
  reply: { title: 'AggregationLinks', type: 'array', items: addAggregationLink.reply },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
