/** Track post: a post with its status at each location. */

import { SITES } from '../../connectors/repository/channels.ts';
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { CALL_TYPES, MEDIA_TYPES } from '../repository/post.ts';
import { POST_STATES, STATUSES } from '../repository/states.ts';
import { businessId, nullable, TRACKING_ID, trackingId } from './shared-schemas.ts';

const number = { type: 'integer', format: 'int64' } as const;
const numberOrNone = { ...nullable('integer'), format: 'int64' } as const;

const detail = {
  title: 'PostAtLocation',
  type: 'object',
  required: [
    'locationName',
    'locationNumber',
    'status',
    'publishedTimestamp',
    'socialSitePostId',
    'socialSitePostUrl',
    'text',
    'impressions',
    'engagements',
    'lastChange',
  ],
  properties: {
    locationName: field(text, 'Name of the location', 'Copper Kettle Grill'),
    locationNumber: field(number, 'Number of the location', 700101),
    status: field(
      {
        title: 'PostStatus',
        type: 'object',
        required: ['status', 'failureReason'],
        properties: {
          status: field({ enum: STATUSES }, 'Status of the post at the location', 'POST_SUCCEEDED'),
          failureReason: field(nullable('string'), 'Why it failed or was rejected', null),
        },
      },
      'Status of the post at the location, with its details',
    ),
    publishedTimestamp: field(numberOrNone, 'When it was published, epoch milliseconds', 1_772_000_000_000),
    socialSitePostId: field(nullable('string'), 'Id of the post on the site', 'a-7001'),
    socialSitePostUrl: field(nullable('string'), 'URL of the post on the site', 'https://alpha.example/a-7001'),
    text: field(nullable('string'), 'The text of the last edit that was done', null),
    impressions: field(numberOrNone, 'How often it was shown', 1200),
    engagements: field(numberOrNone, 'How often someone reacted to it', 48),
    lastChange: field(
      {
        title: 'PostChange',
        type: ['object', 'null'],
        required: ['change', 'status', 'failureReason', 'at'],
        properties: {
          change: field({ enum: ['EDIT', 'DELETE'] }, 'Kind of the change', 'EDIT'),
          status: field({ enum: ['PROCESSING', 'DONE', 'FAILED'] }, 'Status of the edit or deletion', 'DONE'),
          failureReason: field(nullable('string'), 'Why it failed', null),
          at: field(
            { ...text, format: 'date-time' },
            'When it last moved, ISO 8601 in UTC',
            '2026-03-04T05:06:07.890Z',
          ),
        },
      },
      'The last change after it was published',
    ),
  },
} as const;

/** The answer for a post with long texts at hundreds of locations. */
export const postTooLarge = {
  ...errors.invalidRequest,
  message: 'The post is too large to be shown at all of its locations; ask with the number of a location in the path',
};

export const trackPost = {
  id: 'trackPost',
  module: 'social',
  method: 'GET',
  path: '/v1/social/{businessId}/post/track/{trackingId}',
  summary: 'Track post',
  tag: 'Social posts',
  description: `Returns a post with its status at each location, in the order of its list; cancelled locations come last. A location as
\`businessId\` shows only its own status.`,
  pathParameters: {
    ...businessId,
    trackingId: { required: true, description: 'The post', schema: trackingId, addresses: errors.routeNotFound },
  },
  reply: {
    title: 'TrackedPost',
    type: 'object',
    required: [
      'trackingId',
      'accountNumber',
      'socialSite',
      'state',
      'text',
      'scheduleTimestamp',
      'createdAt',
      'media',
      'additionalMetaData',
      'subBusinessNumbers',
      'socialPostDetails',
    ],
    properties: {
      trackingId: field(text, 'Id of the post', TRACKING_ID),
      accountNumber: field(number, 'Number of the account', 700100),
      socialSite: field({ enum: SITES }, 'The site', 'ALPHA'),
      state: field({ enum: POST_STATES }, 'Whether its time has come', 'started'),
      text: field(text, 'The text as it was scheduled', 'Fresh peach pie all week'),
      scheduleTimestamp: field(number, 'When it is published, epoch milliseconds', 1_772_000_000_000),
      createdAt: field(
        { ...text, format: 'date-time' },
        'When it was scheduled, ISO 8601 in UTC',
        '2026-02-20T05:06:07.890Z',
      ),
      media: field(
        {
          type: 'array',
          items: {
            title: 'PostMedium',
            type: 'object',
            required: ['type', 'mediaUrl', 'mediaId'],
            properties: {
              type: field({ enum: MEDIA_TYPES }, 'Type of the file', 'IMAGE'),
              mediaUrl: field(nullable('string'), 'URL of the file', 'https://cdn.copperkettle.example/pie.jpg'),
              mediaId: field(nullable('string'), 'Its id', null),
            },
          },
        },
        'Pictures, or a video or reel',
      ),
      additionalMetaData: field(
        {
          title: 'PostButton',
          type: ['object', 'null'],
          required: ['callToActionType'],
          properties: {
            callToActionType: field({ enum: CALL_TYPES }, 'Action of the button', 'ORDER'),
            callToActionUrl: field(text, 'URL that it opens', 'https://order.copperkettle.example'),
          },
        },
        'The button',
      ),
      subBusinessNumbers: field({ type: 'array', items: number }, 'Its locations, without cancelled ones', [700101]),
      socialPostDetails: field({ type: 'array', items: detail }, 'Status of the post at each location'),
    },
  },
  errors: { businessInvalid: errors.businessInvalid, notFound: errors.routeNotFound, postTooLarge },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
