/** Schemas and limits that the contracts of media share. */
import { absoluteUrl, maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { CATEGORIES, STATUSES } from '../repository/medium.ts';
import { MEDIA_FORMATS } from '../rules/limits.ts';

/** The maximum number of URLs of an upload: a social one, and one of business media. */
export const MOST_SOCIAL = 50;
export const MOST_MEDIA = 20;
/** The maximum number of media deleted at once. */
export const MOST_DELETED = 50;

export const businessId = addressed(errors.businessInvalid, 'The business number of the location');

export const description = maxText(4096);

/** A URL that a rule checks, its type too, as 2171 names it. The document takes the error from here. */
export const mediaUrl = {
  'x-limits': { type: 'string', minLength: 1, maxLength: absoluteUrl.maxLength },
  'x-errors': { type: errors.mediaUrlInvalid },
} as const;

export const mediaCategory = {
  enum: CATEGORIES,
  'x-errors': { enum: errors.mediaCategoryInvalid },
} as const;

const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

const URL_EXAMPLE = 'https://cdn.copperkettle.example/patio.jpg';
export const uploadId = field(text, 'Id of the upload; `0` in a dry run', 'upl_5f0c2a9d4b7e813c6a5d0f92');

export const status = field({ enum: STATUSES }, 'Processing status; `PENDING` for at most 15 minutes', 'DONE');
const servedUrl = field(
  nullable('string'),
  'Download URL, valid for at most an hour; each response has a new one. Null unless `DONE`',
  'https://media.example/business/orchard/700101/med_5f0c2a9d4b7e813c6a5d0f92/0a1b2c3d4e5f6071?X-Amz-Signature=0',
);
const failureReason = field(nullable('string'), 'Why it `FAILED`: code and text; otherwise null', null);

/** A medium in the response of add media. */
export const mediumProperties = {
  mediaId: field(text, 'Id; `0` in a dry run', 'med_5f0c2a9d4b7e813c6a5d0f92'),
  url: field(text, 'URL of the file', URL_EXAMPLE),
  mediaCategory: field({ enum: CATEGORIES }, 'What the file shows', 'EXTERIOR'),
  description: field(text, 'More about it', 'The patio in the evening'),
  mediaFormat: field({ enum: MEDIA_FORMATS }, 'Format of the file', 'PHOTO'),
  status,
} as const;
export const mediumRequired = ['mediaId', 'url', 'mediaCategory', 'description', 'mediaFormat', 'status'] as const;

/** A medium with the result of its fetch. */
export const listedMedium = {
  title: 'ListedMedium',
  type: 'object',
  required: [...mediumRequired, 'mediaUrl', 'failureReason'],
  properties: { ...mediumProperties, mediaUrl: servedUrl, failureReason },
} as const;

/** A URL of an upload, and the result of its fetch. */
export const uploadedItem = {
  title: 'UploadedItem',
  type: 'object',
  required: [...['url', 'status', 'mediaId', 'mediaUrl', 'format', 'width', 'height', 'bytes', 'failureReason']],
  properties: {
    url: field(text, 'URL as it was sent', URL_EXAMPLE),
    status,
    mediaId: field(nullable('string'), 'Id of the medium; null unless `DONE`', 'med_5f0c2a9d4b7e813c6a5d0f92'),
    mediaUrl: servedUrl,
    format: field(nullable('string'), 'Type by its content: JPG, PNG, MP4 or MOV', 'JPG'),
    width: field(nullable('integer'), 'Pixels', 1920),
    height: field(nullable('integer'), 'Pixels', 1080),
    bytes: field({ type: ['integer', 'null'], format: 'int64' }, 'Size in bytes', 482113),
    failureReason,
  },
} as const;
