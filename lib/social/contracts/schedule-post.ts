/** Schedule post: one text for one site at one time, at locations of an account. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, postFields, scheduled } from './shared-schemas.ts';

export const schedulePost = {
  id: 'schedulePost',
  module: 'social',
  method: 'POST',
  path: '/v1/social/{businessId}/schedule',
  summary: 'Schedule post',
  tag: 'Social posts',
  description: `Schedules a post on one site, at up to 500 locations of an account. At its time the account's connector for the
site publishes it (set connectors); track post shows the result at each location.

- \`subBusinessNumbers\` may be omitted if the path names a location. Each location counts once.
- \`scheduleTimestamp\` defaults to five minutes from now. A time up to a minute ago means now.
- Media have either a \`mediaUrl\` or a \`mediaId\`. A VIDEO or REEL can't be combined with other media, PHOTOSHARE needs a medium, and only BETA and
  PHOTOSHARE take a REEL.
- \`additionalMetaData\` is for ALPHA.`,
  pathParameters: businessId,
  writes: true,
  lasting: true,
  request: {
    title: 'PostToSchedule',
    type: 'object',
    required: ['text', 'socialSite'],
    properties: postFields,
  },
  reply: scheduled,
  errors: {
    businessInvalid: errors.businessInvalid,
    businessIdsInvalid: errors.businessIdsInvalid,
    businessIdsRequired: errors.businessIdsRequired,
    mediaUrlInvalid: errors.mediaUrlInvalid,
    mediaFormatInvalid: errors.mediaFormatInvalid,
    recordTooLarge,
  },
  bodyIdentifiers: ['subBusinessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
