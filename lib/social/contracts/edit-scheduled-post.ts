/** Edit scheduled post: replaces what is sent of a post that has not started, and the list of its locations. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { accountId, postFields, scheduled, TRACKING_ID, trackingId } from './shared-schemas.ts';

export const editScheduledPost = {
  id: 'editScheduledPost',
  module: 'social',
  method: 'POST',
  path: '/v1/social/post/public/scheduled/edit/{businessId}',
  summary: 'Edit scheduled post',
  tag: 'Social posts',
  description: `Edits a post before it starts. The list of locations is replaced: omitted ones are cancelled, new ones are
scheduled. Time, media and button stay if you omit them; \`[]\` and null remove media and button. A post that has started
or was cancelled returns 400.`,
  pathParameters: accountId,
  writes: true,
  lasting: true,
  request: {
    title: 'PostToEdit',
    type: 'object',
    required: ['trackingId', 'text', 'socialSite'],
    properties: {
      trackingId: field(trackingId, 'The post', TRACKING_ID),
      ...postFields,
    },
  },
  reply: scheduled,
  errors: {
    businessInvalid: errors.businessInvalid,
    notFound: errors.routeNotFound,
    businessIdsInvalid: errors.businessIdsInvalid,
    businessIdsRequired: errors.businessIdsRequired,
    mediaUrlInvalid: errors.mediaUrlInvalid,
    mediaFormatInvalid: errors.mediaFormatInvalid,
    conflict: errors.conflict,
    recordTooLarge,
  },
  bodyIdentifiers: ['trackingId', 'subBusinessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
