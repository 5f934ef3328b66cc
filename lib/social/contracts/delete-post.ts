/** Delete post: at some of its locations, published or not. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { accountId, changed, changedLocations, TRACKING_ID, trackingId } from './shared-schemas.ts';

export const deletePost = {
  id: 'deletePost',
  module: 'social',
  method: 'POST',
  path: '/v1/social/post/public/delete/{businessId}',
  summary: 'Delete post',
  tag: 'Social posts',
  description: `Deletes a post at some of its locations. Before its time the locations are cancelled, and the last one cancels the post. Once
it has started, locations at which it is published are accepted and their deletions follow within seconds; on PHOTOSHARE and
MICROBLOG that returns 400.`,
  pathParameters: accountId,
  writes: true,
  lasting: true,
  request: {
    title: 'PostToDelete',
    type: 'object',
    required: ['trackingId'],
    properties: {
      trackingId: field(trackingId, 'The post', TRACKING_ID),
      subBusinessNumbers: field(changedLocations, 'Locations of the post, 1 to 500. Each counts once', [700101]),
    },
  },
  reply: changed,
  errors: {
    businessInvalid: errors.businessInvalid,
    notFound: errors.routeNotFound,
    businessIdsRequired: errors.businessIdsRequired,
    conflict: errors.conflict,
  },
  bodyIdentifiers: ['trackingId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
