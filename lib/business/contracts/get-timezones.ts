/** Get time zones: the accepted names for the time zone of a location. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const getTimezones = {
  id: 'getTimezones',
  module: 'business',
  method: 'GET',
  path: '/v1/business/{businessId}/timezones',
  summary: 'Get time zones',
  tag: 'Businesses',
  description: `Lists the IANA time zone names that update business accepts as \`timezone\`, sorted by today's UTC offset, then by name.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  reply: {
    title: 'TimezoneList',
    type: 'object',
    required: ['timezones'],
    properties: {
      timezones: {
        description: 'All zones',
        type: 'array',
        items: {
          title: 'Timezone',
          type: 'object',
          required: ['value', 'label'],
          properties: {
            value: field(text, 'The name to send', 'America/Los_Angeles'),
            label: field(text, 'Today’s offset and the name', '(GMT-08:00) America/Los_Angeles'),
          },
        },
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
