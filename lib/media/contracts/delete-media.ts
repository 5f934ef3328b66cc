/** Delete media: pictures and videos of a location, from the bucket too. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, MOST_DELETED } from './parts.ts';

export const deleteMedia = {
  id: 'deleteMedia',
  module: 'media',
  method: 'DELETE',
  path: '/v1/business/{businessId}/media/delete',
  summary: 'Delete media',
  tag: 'Media',
  description:
    'Deletes media of a location: they are gone at once, and every version of their files within a minute. Ids that are none ' +
    'of its media are skipped. The ids may stand in the body or in the query, with commas between.',
  pathParameters: { businessId },
  query: {
    mediaIds: {
      description: 'Ids of media with commas between, in place of a body',
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
