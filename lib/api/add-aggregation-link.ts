/** Add a competitor aggregation link (spec 4.4, 2.5). */

import { absoluteUrl } from './atoms.ts';
import { errors } from './errors.ts';
import type { Operation } from './operation.ts';
import { businessNumberInPath, idempotencyKey } from './parameters.ts';

const text = { type: 'string' } as const;
const unknown = { type: 'null', description: 'Always null' } as const;

export const addAggregationLink = {
  id: 'addAggregationLink',
  method: 'POST',
  path: '/v1/aggregation/competitor/{compAccountId}/{businessNumber}',
  summary: 'Add a competitor aggregation link',
  entry: 'add-aggregation-link',
  parameters: [
    businessNumberInPath('compAccountId', 'The competitor account'),
    businessNumberInPath('businessNumber', 'The business number of the location'),
    idempotencyKey,
  ],
  idempotent: true,
  request: {
    type: 'object',
    required: ['sourceAlias', 'url'],
    properties: {
      sourceAlias: { ...text, description: 'Alias of the review source; compared trimmed and without case' },
      url: absoluteUrl,
    },
  },
  reply: {
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
      Body: { const: '' },
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
  errors: [errors.invalidRequest, errors.businessInvalid, errors.collided, errors.idempotencyKeyReused],
  access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Operation;
