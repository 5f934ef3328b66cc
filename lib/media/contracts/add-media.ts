/** Add media: pictures and videos of a location, fetched from their URLs. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { CATEGORIES } from '../repository/medium.ts';
import { MEDIA_FORMATS } from '../rules/limits.ts';
import { businessId, description, MOST_MEDIA, mediumProperties, mediumRequired, uploadId } from './parts.ts';

const newMedium = {
  title: 'MediumToAdd',
  type: 'object',
  required: ['description'],
  properties: {
    url: field(
      { type: 'string', 'x-blank': 'judge', 'x-missing': '', 'x-errors': { type: errors.mediaUrlInvalid } },
      'Where it is fetched from: an https URL of a public host that answers with the file itself',
      'https://cdn.copperkettle.example/patio.jpg',
    ),
    mediaCategory: field(
      { enum: CATEGORIES, 'x-blank': 'judge', 'x-missing': '', 'x-errors': { enum: errors.mediaCategoryInvalid } },
      'What it shows',
      'EXTERIOR',
    ),
    description: field(description, 'More about it, 1 to 4096 characters', 'The patio in the evening'),
    mediaFormat: field(
      { enum: MEDIA_FORMATS, 'x-blank': 'judge', 'x-missing': '', 'x-errors': { enum: errors.mediaFormatInvalid } },
      'What it is: its bytes must be that',
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
  description: `Adds up to ${MOST_MEDIA} pictures and videos to a location, and answers 202: they are fetched after that, which list media and track
upload tell of.

- A \`PHOTO\` is JPG or PNG, at least 720x720 pixels and 10,240 bytes (2180), at most 20 MB.
- A \`VIDEO\` is MP4 (2181), at most 30 seconds, 720 lines or more, at most 75 MB.
- URLs are https, lead to public hosts, and answer with the file itself: redirects are not followed. What can't be fetched in
  three tries is 2171, what is anything else than it was said to be 2174.

A profile names one that is \`DONE\` as \`media:<mediaId>\`. A dry run answers 200.`,
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
  access: ['GetItem', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
