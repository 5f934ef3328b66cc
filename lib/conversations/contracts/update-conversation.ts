/** Update conversation: its status, and who takes care of it. */
import { identifier } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { CONVERSATION_STATUSES } from '../repository/conversation.ts';
import { TO_UPDATE } from '../rules/update-command.ts';
import { conversationShown, location } from './shared-schemas.ts';

/** `null` is for no one; blank text is an error, as of tickets. */
const email = {
  type: ['string', 'null'],
  'x-blank': 'null',
  allOf: [{ pattern: '\\S', 'x-errors': { pattern: 'must not be blank' } }],
} as const;

export const updateConversation = {
  id: 'updateConversation',
  module: 'conversations',
  method: 'PUT',
  path: '/v1/messenger/{businessId}/conversation',
  summary: 'Update conversation',
  tag: 'Conversations',
  description: `Opens or closes the conversation of a contact with a location, or assigns it to a user with access to the
location, or one of its active employees. An update to the current value changes nothing. The next message opens it again.
Sends \`CONVERSATION_UPDATED\`.`,
  pathParameters: location,
  writes: true,
  lasting: true,
  request: {
    title: 'ConversationToUpdate',
    type: 'object',
    required: ['customerId'],
    'x-one-of': TO_UPDATE,
    properties: {
      customerId: field(identifier, 'Id of the contact', 41001),
      status: field({ enum: CONVERSATION_STATUSES, 'x-read': 'choice' }, 'OPEN or CLOSE', 'CLOSE'),
      assignedTo: field(
        email,
        'Email of a user or an employee; `null` for no one. `""` is an error',
        'marta.quill@copperkettle.example',
      ),
    },
  },
  reply: conversationShown,
  errors: {
    businessInvalid: errors.businessInvalid,
    conversationNotFound: errors.routeNotFound,
    userNotFound: errors.userNotFound,
  },
  bodyIdentifiers: ['customerId'],
  access: ['BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
