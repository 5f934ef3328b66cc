/** Upload social media: files for posts of a location, fetched from their URLs. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, description, MOST_SOCIAL, uploadId } from './parts.ts';

export const uploadSocialMedia = {
  id: 'uploadSocialMedia',
  module: 'media',
  method: 'POST',
  path: '/v1/social/{businessId}/media/upload',
  summary: 'Upload social media',
  tag: 'Media',
  description: `Takes up to ${MOST_SOCIAL} URLs of pictures and videos, and answers 202: they are fetched after that, which track upload tells
of. Each is JPG, PNG, MP4 or MOV by its bytes, a picture of at most 20 MB or a video of at most 75 MB.

URLs are https, lead to public hosts, and answer with the file itself: redirects are not followed. What is fetched is kept for 30
days. A dry run answers 200.`,
  pathParameters: { businessId },
  writes: true,
  lasting: true,
  accepted: true,
  request: {
    title: 'SocialUpload',
    type: 'object',
    properties: {
      mediaUrls: field(
        {
          type: 'array',
          'x-blank': 'judge',
          'x-missing': [],
          items: { type: 'string', 'x-errors': { type: errors.mediaUrlInvalid } },
          minItems: 1,
          maxItems: MOST_SOCIAL,
          'x-errors': {
            type: errors.mediaUrlInvalid,
            minItems: errors.mediaUrlInvalid,
            maxItems: errors.mediaUrlInvalid,
          },
        },
        `URLs of pictures and videos, 1 to ${MOST_SOCIAL}`,
        ['https://cdn.copperkettle.example/patio.jpg'],
      ),
      description: field(description, 'More about them, at most 4096 characters', 'Our patio'),
    },
  },
  reply: { title: 'SocialUploadAccepted', type: 'object', required: ['uploadId'], properties: { uploadId } },
  errors: { mediaUrlInvalid: errors.mediaUrlInvalid, businessInvalid: errors.businessInvalid },
  access: ['GetItem', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
