/** What the contracts of media share. */
import { maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { CATEGORIES, STATUSES } from '../repository/medium.ts';
import { MEDIA_FORMATS } from '../rules/limits.ts';

/** So many URLs an upload has at most: of a social one, and of business media. */
export const MOST_SOCIAL = 50;
export const MOST_MEDIA = 20;
/** So many media are deleted at once. */
export const MOST_DELETED = 50;

export const businessId = addressed(errors.businessInvalid, 'The business number of the location');

export const description = maxText(4096);

export const mediaCategory = {
  enum: CATEGORIES,
  'x-errors': { enum: errors.mediaCategoryInvalid },
} as const;

const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

const URL_EXAMPLE = 'https://cdn.copperkettle.example/patio.jpg';
export const uploadId = field(text, 'Names the upload; `0` in a dry run', 'upl_5f0c2a9d4b7e813c6a5d0f92');

export const status = field(
  { enum: STATUSES },
  'What came of it: it is `PENDING` for a quarter of an hour at most',
  'DONE',
);
const mediaUrl = field(
  nullable('string'),
  'Serves the file for an hour at most; made anew in every response. Null unless it is `DONE`',
  'https://media.example/business/orchard/700101/med_5f0c2a9d4b7e813c6a5d0f92/0a1b2c3d4e5f6071?X-Amz-Signature=0',
);
const failureReason = field(nullable('string'), 'Why it `FAILED`: a code and a text; null otherwise', null);

/** A medium as add media answers it. */
export const mediumProperties = {
  mediaId: field(text, 'Its id; `0` in a dry run', 'med_5f0c2a9d4b7e813c6a5d0f92'),
  url: field(text, 'Where it is fetched from', URL_EXAMPLE),
  mediaCategory: field({ enum: CATEGORIES }, 'What it shows', 'EXTERIOR'),
  description: field(text, 'More about it', 'The patio in the evening'),
  mediaFormat: field({ enum: MEDIA_FORMATS }, 'What it is', 'PHOTO'),
  status,
} as const;
export const mediumRequired = ['mediaId', 'url', 'mediaCategory', 'description', 'mediaFormat', 'status'] as const;

/** The same with what came of it. */
export const listedMedium = {
  title: 'ListedMedium',
  type: 'object',
  required: [...mediumRequired, 'mediaUrl', 'failureReason'],
  properties: { ...mediumProperties, mediaUrl, failureReason },
} as const;

/** A URL of an upload, and what came of it. */
export const uploadedItem = {
  title: 'UploadedItem',
  type: 'object',
  required: [...['url', 'status', 'mediaId', 'mediaUrl', 'format', 'width', 'height', 'bytes', 'failureReason']],
  properties: {
    url: field(text, 'The URL as it was sent', URL_EXAMPLE),
    status,
    mediaId: field(nullable('string'), 'Its id; null unless it is `DONE`', 'med_5f0c2a9d4b7e813c6a5d0f92'),
    mediaUrl,
    format: field(nullable('string'), 'What its bytes are: JPG, PNG, MP4 or MOV', 'JPG'),
    width: field(nullable('integer'), 'Pixels', 1920),
    height: field(nullable('integer'), 'Pixels', 1080),
    bytes: field({ type: ['integer', 'null'], format: 'int64' }, 'Its size', 482113),
    failureReason,
  },
} as const;
