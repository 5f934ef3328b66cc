/** Set media category: what a picture or video of a location shows. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, mediaCategory } from './shared-schemas.ts';

export const setMediaCategory = {
  id: 'setMediaCategory',
  module: 'media',
  method: 'PUT',
  path: '/v1/business/{businessId}/update/media/{mediaId}',
  summary: 'Set media category',
  tag: 'Media',
  description: `Sets the category of a medium of a location, in any processing status.`,
  pathParameters: {
    businessId,
    mediaId: {
      required: true,
      description: 'The id of the medium',
      schema: maxLine(100),
      addresses: errors.routeNotFound,
    },
  },
  writes: true,
  lasting: true,
  request: {
    title: 'MediaCategory',
    type: 'object',
    required: ['mediaCategory'],
    properties: { mediaCategory: field(mediaCategory, 'What the file shows', 'INTERIOR') },
  },
  reply: { title: 'MediaCategorySet', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    mediaCategoryInvalid: errors.mediaCategoryInvalid,
    businessInvalid: errors.businessInvalid,
    mediumNotFound: errors.routeNotFound,
  },
  access: ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
