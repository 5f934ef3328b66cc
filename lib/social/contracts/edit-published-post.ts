/** Edit published post: another text where a post is published. */
import { anyCase } from '../../contract/any-case.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { accountId, changed, changedLocations, postText, TRACKING_ID, trackingId } from './shared-schemas.ts';

export const editPublishedPost = {
  id: 'editPublishedPost',
  module: 'social',
  method: 'POST',
  path: '/v1/social/post/public/published/edit/{businessId}',
  summary: 'Edit published post',
  tag: 'Social posts',
  description: `Changes the text of a post where it is published: on ALPHA, BETA and PROFESSIONAL. Locations at which the post is published,
and no other change is under way, are accepted. Their changes follow within seconds; track post shows them as \`lastChange\`. A
change that fails leaves the post as it is.`,
  pathParameters: accountId,
  writes: true,
  lasting: true,
  request: {
    title: 'PublishedPostToEdit',
    type: 'object',
    required: ['trackingId', 'text', 'socialSite'],
    properties: {
      trackingId: field(trackingId, 'The post', TRACKING_ID),
      text: field(postText, 'The new text', 'Fresh peach pie until Sunday'),
      socialSite: field(anyCase(['ALPHA', 'BETA', 'PROFESSIONAL']), 'The site of the post', 'ALPHA'),
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
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
