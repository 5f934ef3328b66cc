/** Comment ticket: adds a comment to a ticket. */
import { identifier } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { business, filled, ticketIdReply, ticketNotFound, userEmail } from './shared-schemas.ts';

export const commentTicket = {
  id: 'commentTicket',
  module: 'tickets',
  method: 'POST',
  path: '/v1/ticket/{businessId}/comment-activity',
  summary: 'Comment ticket',
  tag: 'Tickets',
  description: `Adds a comment of a user to a ticket. The user is an owner, admin or editor with access to the location.

A comment opens a new ticket; a closed one stays closed. A ticket has at most 500 comments. Sends \`TICKET_UPDATED\`.`,
  pathParameters: business,
  writes: true,
  lasting: true,
  request: {
    title: 'TicketComment',
    type: 'object',
    required: ['ticketId', 'comment', 'userEmail'],
    properties: {
      ticketId: field(identifier, 'The ticket', 770301),
      comment: field({ ...filled, maxLength: 4096 }, 'The comment, 1 to 4096 characters', 'Called back, no answer.'),
      userEmail: field(userEmail, 'Email of the user who comments', 'marta.quill@copperkettle.example'),
    },
  },
  reply: ticketIdReply('TicketCommented', 'Id of the ticket'),
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    userNotFound: errors.userNotFound,
    ticketNotFound,
    actionForbidden: errors.actionForbidden,
    conflict: errors.conflict,
  },
  bodyIdentifiers: ['ticketId'],
  access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
