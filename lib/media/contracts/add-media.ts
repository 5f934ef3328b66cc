/** Add media: pictures and videos of a location, fetched from their URLs. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { CATEGORIES } from '../repository/medium.ts';
import { MEDIA_FORMATS } from '../rules/limits.ts';
import { MOST_OF_LOCATION, MOST_TEXT_BYTES } from '../rules/room.ts';
import {
  businessId,
  description,
  MOST_MEDIA,
  mediaUrl,
  mediumProperties,
  mediumRequired,
  uploadId,
} from './shared-schemas.ts';

const newMedium = {
  title: 'MediumToAdd',
  type: 'object',
  required: ['description'],
  properties: {
    url: field(
      { ...mediaUrl, 'x-blank': 'check', 'x-missing': '' },
      'URL of the file: https, a public host, no redirects',
      'https://cdn.copperkettle.example/patio.jpg',
    ),
    mediaCategory: field(
      { enum: CATEGORIES, 'x-blank': 'check', 'x-missing': '', 'x-errors': { enum: errors.mediaCategoryInvalid } },
      'What the file shows',
      'EXTERIOR',
    ),
    description: field(description, 'Description, 1 to 4096 characters', 'The patio in the evening'),
    mediaFormat: field(
      { enum: MEDIA_FORMATS, 'x-blank': 'check', 'x-missing': '', 'x-errors': { enum: errors.mediaFormatInvalid } },
      'Type of the file; its content must match',
      'PHOTO',
    ),
  },
} as const;

export const addMedia = {
  id: 'addMedia',
  module: 'media',
  method: 'POST',
  path: '/v1/business/{businessId}/upload/media',
  summary: 'Add media',
  tag: 'Media',
  description: `Adds up to ${MOST_MEDIA} pictures and videos to a location and returns 202. The files are downloaded after the
response: follow them with list media or track upload.

- A \`PHOTO\` is JPG or PNG with at least 720x720 pixels and 10,240 bytes (2180), and at most 20 MB.
- A \`VIDEO\` is MP4 (2181) with at most 30 seconds, at least 720 lines, and at most 75 MB.
- URLs must use https and a public host, and return the file itself: redirects are not followed. A file that can't be
  downloaded in three attempts fails with 2171, a file of another type with 2174.
- A location has at most ${MOST_OF_LOCATION} media, and ${MOST_TEXT_BYTES} bytes of their URLs and descriptions (JSON,
  escaped twice): more is a 400. Delete media to make room.

Profiles refer to a medium that is \`DONE\` as \`media:<mediaId>\`. A dry run returns 200.`,
  pathParameters: { businessId },
  writes: true,
  lasting: true,
  accepted: true,
  request: {
    title: 'MediaToAdd',
    type: 'object',
    required: ['media'],
    properties: {
      media: field(
        { type: 'array', 'x-read': 'array', items: newMedium, maxItems: MOST_MEDIA },
        `Pictures and videos, 1 to ${MOST_MEDIA}`,
      ),
    },
  },
  reply: {
    title: 'MediaAccepted',
    type: 'object',
    required: ['uploadId', 'media'],
    properties: {
      uploadId,
      media: field(
        {
          type: 'array',
          items: { title: 'AddedMedium', type: 'object', required: mediumRequired, properties: mediumProperties },
        },
        'In the order in which they were sent',
      ),
    },
  },
  errors: {
    mediaUrlInvalid: errors.mediaUrlInvalid,
    mediaCategoryInvalid: errors.mediaCategoryInvalid,
    mediaFormatInvalid: errors.mediaFormatInvalid,
    businessInvalid: errors.businessInvalid,
  },
  access: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
