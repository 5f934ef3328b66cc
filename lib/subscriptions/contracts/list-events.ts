/** List events: what can be subscribed to. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';

export const listEvents = {
  id: 'listEvents',
  module: 'subscriptions',
  method: 'GET',
  path: '/v1/subscriptions/events',
  summary: 'List events',
  tag: 'Subscriptions',
  description: `Lists the events you can subscribe to, each with an example of its \`data\`. An event says what changed: read the record
from the API. It has no name, email address or phone number of a person. New events may be added.`,
  reply: {
    title: 'Events',
    type: 'array',
    items: {
      title: 'EventKind',
      type: 'object',
      required: ['eventName', 'description', 'example'],
      properties: {
        eventName: field(text, 'Its name', 'BUSINESS_UPDATED'),
        description: field(text, 'When it is sent', 'Fields of a location or an account were changed'),
        example: field({ type: 'object' }, 'The `data` of one', { businessId: 700101, accountNumber: 700100 }),
      },
    },
  },
  errors: {},
  access: [],
} as const satisfies Contract;
