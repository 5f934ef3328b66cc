/** List channels: to which sites a location is connected. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { channelShown, locationId } from './shared-schemas.ts';

export const listChannels = {
  id: 'listChannels',
  module: 'social',
  method: 'GET',
  path: '/v1/social/{businessId}/channels',
  summary: 'List channels',
  tag: 'Social posts',
  description:
    'Lists the five sites, and whether a location is connected to each. Whoever runs the connector sets it (set channel).',
  pathParameters: locationId,
  reply: {
    title: 'SocialChannels',
    type: 'object',
    required: ['channels'],
    properties: { channels: field({ type: 'array', items: channelShown }, 'One for each site') },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'GetItem'],
} as const satisfies Contract;
