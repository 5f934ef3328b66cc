/** Add a competitor aggregation link: where a competitor is reviewed. */

import { absoluteUrl, line } from '../../contract/atoms.ts';
import { errors } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const text = { type: 'string' } as const;
const unknown = { type: 'null', description: 'Always null' } as const;

export const addAggregationLink = {
  id: 'addAggregationLink',
  method: 'POST',
  path: '/v1/aggregation/competitor/{compAccountId}/{businessNumber}',
  summary: 'Add a competitor aggregation link',
  tag: 'Review aggregation',
  description:
    'Attaches the URL of a competitor on a review source to one of your locations. Adding the same URL for the same ' +
    'competitor, location and source again answers with the first record. The competitor account and the location must ' +
    'belong to one account of yours, else 1011.',
  module: 'competitors',
  pathParameters: {
    compAccountId: addressed(errors.businessInvalid, 'The competitor account'),
    businessNumber: addressed(errors.businessInvalid, 'The business number of the location'),
  },
  writes: true,
  request: {
    title: 'NewAggregationLink',
    type: 'object',
    required: ['sourceAlias', 'url'],
    properties: {
      sourceAlias: { ...line, description: 'Alias of the review source; compared trimmed and without case' },
      url: { ...absoluteUrl, description: 'URL of the competitor on that source, with http or https' },
    },
  },
  reply: {
    title: 'AggregationLink',
    type: 'object',
    additionalProperties: false,
    required: ['id', 'sourceAlias', 'sourceName', 'sourceUrl', 'sourceId', 'compAccountId', 'Body'],
    properties: {
      id: { type: 'integer', description: 'Id of the aggregation' },
      sourceAlias: text,
      sourceName: text,
      sourceUrl: text,
      sourceId: { type: 'integer' },
      compAccountId: { type: 'integer' },
      Body: { const: '', description: 'Always the empty text' },
      thumbnailUrl: text,
      backGroundColor: text,
      textColor: text,
      userName: unknown,
      password: unknown,
      profileId: unknown,
      reviewFormUrl: text,
      aggregationStatus: { type: 'integer', description: 'Always 0: the meaning of other values is not specified' },
      disabledAggregation: unknown,
      disabledAggregationReason: unknown,
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'PutItem'],
} as const satisfies Contract;
