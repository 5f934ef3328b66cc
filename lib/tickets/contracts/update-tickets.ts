/** Update tickets: assigns tickets and sets their status, all of them or none. */
import { identifier } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { business, filled, ticketNotFound, userEmail } from './shared-schemas.ts';

export const MOST_ROWS = 25;

const row = {
  title: 'TicketUpdate',
  type: 'object',
  required: ['ticketId'],
  'x-one-of': [['assignedTo'], ['ticketStatus']],
  properties: {
    ticketId: field(identifier, 'The ticket; each once', 770301),
    assignedTo: field(filled, 'Email of a user or an employee', 'nora.abbott@copperkettle.example'),
    ticketStatus: field(
      { enum: ['open', 'pending', 'closed'], 'x-read': 'choice', 'x-blank': 'check' },
      'The status: open, pending or closed',
      'pending',
    ),
  },
} as const;

export const updateTickets = {
  id: 'updateTickets',
  module: 'tickets',
  method: 'PUT',
  path: '/v1/ticket/{businessId}/update',
  summary: 'Update tickets',
  tag: 'Tickets',
  description: `Assigns up to 25 tickets and sets their status, for a user who is an owner, admin or editor with access to the locations of
all of them. Either all tickets are updated or none.

- Assigning a new ticket opens it, unless you send another status. An update to the current value changes nothing.
- A review or a response has one ticket that is not closed: reopening a second one returns 400 and names the first, unless a row
  before it closes that one.
- A ticket keeps its newest 500 changes. Sends \`TICKET_UPDATED\` for each ticket that changes.`,
  pathParameters: business,
  writes: true,
  lasting: true,
  request: {
    title: 'TicketUpdates',
    type: 'object',
    required: ['ticketUpdateMessages', 'userEmail'],
    properties: {
      ticketUpdateMessages: field(
        { type: 'array', 'x-blank': 'check', minItems: 1, maxItems: MOST_ROWS, items: row },
        'What to change, 1 to 25 tickets',
        [{ ticketId: 770301, ticketStatus: 'pending' }],
      ),
      userEmail: field(userEmail, 'Email of the user who makes the changes', 'marta.quill@copperkettle.example'),
    },
  },
  reply: { title: 'TicketsUpdated', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    userNotFound: errors.userNotFound,
    ticketNotFound,
    actionForbidden: errors.actionForbidden,
    conflict: errors.conflict,
  },
  bodyIdentifiers: ['ticketUpdateMessages'],
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
