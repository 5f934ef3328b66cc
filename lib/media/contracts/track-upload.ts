/** Track upload: the result for each URL of an upload. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, status, uploadedItem, uploadId } from './shared-schemas.ts';

export const trackUpload = {
  id: 'trackUpload',
  module: 'media',
  method: 'GET',
  path: '/v1/social/{businessId}/media/upload/{uploadId}/status',
  summary: 'Track upload status',
  tag: 'Media',
  description: `Returns the status of each URL of a social upload, or of added media. An upload is \`PENDING\` while one of its files
is, \`FAILED\` if all have failed, otherwise \`DONE\`. The status is kept for 30 days.`,
  pathParameters: {
    businessId,
    uploadId: {
      required: true,
      description: 'The id of the upload',
      schema: maxLine(100),
      addresses: errors.routeNotFound,
    },
  },
  reply: {
    title: 'UploadStatus',
    type: 'object',
    required: ['uploadId', 'status', 'items'],
    properties: { uploadId, status, items: field({ type: 'array', items: uploadedItem }, 'In the order of the URLs') },
  },
  errors: { businessInvalid: errors.businessInvalid, uploadNotFound: errors.routeNotFound },
  access: ['GetItem', 'BatchGetItem'],
  bucket: 'reads',
} as const satisfies Contract;
