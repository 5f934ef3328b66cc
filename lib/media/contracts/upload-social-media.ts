/** Upload social media: files for posts of a location, fetched from their URLs. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, description, MOST_SOCIAL, mediaUrl, uploadId } from './shared-schemas.ts';

export const uploadSocialMedia = {
  id: 'uploadSocialMedia',
  module: 'media',
  method: 'POST',
  path: '/v1/social/{businessId}/media/upload',
  summary: 'Upload social media',
  tag: 'Media',
  description: `Accepts up to ${MOST_SOCIAL} URLs of pictures and videos and returns 202. The files are downloaded after the response:
follow them with track upload. Files are JPG or PNG of at most 20 MB, or MP4 or MOV of at most 75 MB; the type is
detected from the content.

URLs must use https and a public host, and return the file itself: redirects are not followed. Files are kept for 30
days. A dry run returns 200.`,
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
          'x-blank': 'check',
          'x-missing': [],
          items: mediaUrl,
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
      description: field(description, 'Description, at most 4096 characters', 'Our patio'),
    },
  },
  reply: { title: 'SocialUploadAccepted', type: 'object', required: ['uploadId'], properties: { uploadId } },
  errors: { mediaUrlInvalid: errors.mediaUrlInvalid, businessInvalid: errors.businessInvalid },
  access: ['GetItem', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
