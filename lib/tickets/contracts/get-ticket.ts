/** Get ticket: a ticket with its activity. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { business, SHOWN, shownTicket, ticketNotFound } from './shared-schemas.ts';

const textOrNull = { type: ['string', 'null'] } as const;

const activity = {
  title: 'TicketActivity',
  type: 'object',
  required: ['type', 'at', 'by', 'comment', 'from', 'to'],
  properties: {
    type: field({ enum: ['created', 'comment', 'assigned', 'status'] }, 'Kind of the activity', 'comment'),
    at: field({ ...text, format: 'date-time' }, 'When, ISO 8601 in UTC', '2026-02-10T10:30:00.000Z'),
    by: field(
      textOrNull,
      'Email of the user; `null` for the creation, and once the user is erased',
      'marta.quill@copperkettle.example',
    ),
    comment: field(textOrNull, 'The comment; `null` for anything else', 'Called back, no answer.'),
    from: field(textOrNull, 'The assignee or the status before', 'new'),
    to: field(textOrNull, 'The assignee or the status after', 'open'),
  },
} as const;

export const getTicket = {
  id: 'getTicket',
  module: 'tickets',
  method: 'GET',
  path: '/v1/ticket/{businessId}/{ticketId}',
  summary: 'Get ticket',
  tag: 'Tickets',
  description:
    'Returns a ticket with all its comments and the newest 500 changes of status and assignee, the oldest first.',
  pathParameters: { ...business, ticketId: addressedLate(ticketNotFound, 'The ticket') },
  reply: {
    title: 'TicketWithActivity',
    type: 'object',
    required: [...SHOWN, 'activities'],
    properties: {
      ...shownTicket,
      activities: field({ type: 'array', items: activity }, 'Activities, oldest first'),
    },
  },
  errors: { businessNotFound: laterErrors.businessNotFound, ticketNotFound },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
