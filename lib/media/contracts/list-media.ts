/** List media: the pictures and videos of a location. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, listedMedium } from './shared-schemas.ts';

export const listMedia = {
  id: 'listMedia',
  module: 'media',
  method: 'GET',
  path: '/v1/business/{businessId}/media/get',
  summary: 'List media',
  tag: 'Media',
  description: `Lists the media of a location in the order in which they were added, including pending and failed ones. Social uploads
are not included.`,
  pathParameters: { businessId },
  reply: {
    title: 'MediaList',
    type: 'object',
    required: ['media'],
    properties: { media: field({ type: 'array', items: listedMedium }, 'All media of the location') },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['GetItem', 'Query'],
  bucket: 'reads',
} as const satisfies Contract;
