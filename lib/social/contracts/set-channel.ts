/** Set channel: a location is connected to a site, or no longer. */

import { SITES } from '../../connectors/repository/channels.ts';
import { anyCase } from '../../contract/any-case.ts';
import { maxLine, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { channelShown, locationId, site } from './shared-schemas.ts';

export const setChannel = {
  id: 'setChannel',
  module: 'social',
  method: 'PUT',
  path: '/v1/social/{businessId}/channels/{socialSite}',
  summary: 'Set channel',
  tag: 'Social posts',
  description: `Connects a location to a site, or disconnects it. A connection needs a \`channelId\`, and clears the reason
of a disconnection; name and URL stay if you omit them. A disconnection keeps id, name and URL; it changes nothing of a channel that is not connected. Keys of
connectors may call this operation.`,
  pathParameters: {
    ...locationId,
    socialSite: { required: true, description: SITES.join(', '), schema: site },
  },
  writes: true,
  connectorKeys: true,
  request: {
    title: 'ChannelToSet',
    type: 'object',
    required: ['state'],
    properties: {
      state: field(anyCase(['connected', 'disconnected']), 'connected or disconnected', 'connected'),
      channelId: field(maxLine(256), 'The page or profile on the site; required if it is connected', 'page-7001'),
      channelName: field(maxLine(250), 'Its name', 'Copper Kettle Grill'),
      channelUrl: field(url, 'Its URL', 'https://alpha.example/copperkettle'),
      reason: field({ type: 'string', maxLength: 500 }, 'Why it is disconnected', 'The token has expired'),
    },
  },
  reply: channelShown,
  errors: { businessInvalid: errors.businessInvalid, conflict: errors.conflict },
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
