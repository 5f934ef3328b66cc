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
  description: `The events that can be subscribed to, each with the \`data\` of one. No event holds a name, an email address or a
phone number of a person, nor a whole record: it says what changed, and the API has the rest. New ones may be added.`,
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
