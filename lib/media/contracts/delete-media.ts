/** Delete media: pictures and videos of a location, from the bucket too. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, MOST_DELETED } from './shared-schemas.ts';

export const deleteMedia = {
  id: 'deleteMedia',
  module: 'media',
  method: 'DELETE',
  path: '/v1/business/{businessId}/media/delete',
  summary: 'Delete media',
  tag: 'Media',
  description: `Deletes media of a location. They disappear immediately, and all versions of their files within a minute. Unknown ids are
ignored. Send the ids in the body, or comma-separated in the query.`,
  pathParameters: { businessId },
  query: {
    mediaIds: {
      description: 'Comma-separated ids of media, instead of a body',
      schema: { ...maxLine(4000), 'x-read': 'text-list' },
    },
  },
  writes: true,
  lasting: true,
  bodyOptional: true,
  request: {
    title: 'MediaToDelete',
    type: 'object',
    properties: {
      mediaIds: field(
        { type: 'array', items: maxLine(100), 'x-read': 'list', maxItems: MOST_DELETED },
        `Ids of media, 1 to ${MOST_DELETED}`,
        ['med_5f0c2a9d4b7e813c6a5d0f92'],
      ),
    },
  },
  reply: { title: 'MediaDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['GetItem', 'BatchGetItem', 'DeleteItem', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
