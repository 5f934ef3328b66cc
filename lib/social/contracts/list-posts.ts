/** List posts: posts of an account by the day of their time. */

import { SITES } from '../../connectors/repository/channels.ts';
import { anyCase } from '../../contract/any-case.ts';
import { text } from '../../contract/atoms.ts';
import { neededDay } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { pageSizeError } from '../../contract/page-size.ts';
import { POST_STATES } from '../repository/states.ts';
import { businessId, listedLocations, site, TRACKING_ID, whole } from './shared-schemas.ts';

const MOST = 100;
const ofPage = 'must be a whole number from 0';
const wrongSize = pageSizeError(MOST);

/** The answer for days with too many posts, or a page with too large ones. */
export const tooManyPosts = {
  ...errors.invalidRequest,
  message:
    'startDate and endDate hold more than 10000 posts, or more than is read at once; narrow them, or ask for fewer with count',
};

export const listPosts = {
  id: 'listPosts',
  module: 'social',
  method: 'POST',
  path: '/v1/social/{businessId}/post/list',
  summary: 'List posts',
  tag: 'Social posts',
  description: `Lists the posts whose time is within these days, both included, the latest first. A location as \`businessId\` lists the
posts that name it, cancelled there or not; so does \`businessNumbers\`, for any of them. At most 92 days, and 10,000 posts.`,
  pathParameters: businessId,
  request: {
    title: 'PostQuery',
    type: 'object',
    properties: {
      startDate: field(neededDay, 'MM/DD/YYYY, the first day, in UTC', '01/01/2026'),
      endDate: field(neededDay, 'MM/DD/YYYY, the last one', '03/31/2026'),
      socialSites: field({ type: 'array', items: site, maxItems: 100 }, 'Only these sites', ['ALPHA']),
      states: field(
        { type: 'array', items: anyCase(POST_STATES), 'x-read': 'list', maxItems: 100 },
        'Only these states',
        ['started'],
      ),
      businessNumbers: field(listedLocations, 'Posts that name any of these locations', [700101]),
      sIndex: field(
        { ...whole, minimum: 0, 'x-errors': { type: ofPage, minimum: ofPage } },
        'Index of the first post, from 0; 0 by default',
        0,
      ),
      count: field(
        {
          ...whole,
          minimum: 1,
          maximum: MOST,
          'x-errors': { minimum: wrongSize, maximum: wrongSize },
        },
        'Posts of a page, 1 to 100; 25 by default',
        25,
      ),
    },
  },
  pagedBy: { start: 'sIndex', size: 'count', counts: 'records', usual: 100 },
  reply: {
    title: 'PostList',
    type: 'object',
    required: ['totalCount', 'posts'],
    properties: {
      totalCount: field(whole, 'How many there are', 1),
      posts: field(
        {
          type: 'array',
          items: {
            title: 'ListedPost',
            type: 'object',
            required: ['trackingId', 'socialSite', 'text', 'scheduleTimestamp', 'state', 'locations', 'createdAt'],
            properties: {
              trackingId: field(text, 'Id of the post', TRACKING_ID),
              socialSite: field({ enum: SITES }, 'The site', 'ALPHA'),
              text: field(text, 'The text as it was scheduled', 'Fresh peach pie all week'),
              scheduleTimestamp: field({ type: 'integer', format: 'int64' }, 'Epoch milliseconds', 1_772_000_000_000),
              state: field({ enum: POST_STATES }, 'Whether its time has come', 'started'),
              locations: field(whole, 'How many locations it has, without cancelled ones', 2),
              createdAt: field({ ...text, format: 'date-time' }, 'ISO 8601, in UTC', '2026-02-20T05:06:07.890Z'),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    windowTooLarge: errors.windowTooLarge,
    businessIdsInvalid: errors.businessIdsInvalid,
    pageSizeInvalid: wrongSize,
    pageTooDeep: laterErrors.pageTooDeep,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
