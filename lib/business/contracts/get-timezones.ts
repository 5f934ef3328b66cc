/** Get time zones: the names by which the time zone of a location may be set. */
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
  description:
    'The names of the IANA time zone database that update business takes as `timezone`, in order of today’s offset from ' +
    'UTC, then of name.',
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  reply: {
    title: 'TimezoneList',
    type: 'object',
    required: ['timezones'],
    properties: {
      timezones: {
        description: 'Every zone, once',
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
