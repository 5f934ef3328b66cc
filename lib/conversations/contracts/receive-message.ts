/** Receive message: what a contact wrote to a location. */
import { identifier, line, maxLine, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { LONGEST_TEXT } from '../repository/message.ts';
import { BY } from '../rules/message-command.ts';
import { attachments, channel, filled, id, location, messageId, subject } from './shared-schemas.ts';

const name = { ...line, maxLength: 100, 'x-errors': { ...line['x-errors'], maxLength: errors.customerNameTooLong } };

const time = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

export const receiveMessage = {
  id: 'receiveMessage',
  module: 'conversations',
  method: 'POST',
  path: '/v1/messenger/{businessId}/receive',
  summary: 'Receive message',
  tag: 'Conversations',
  description: `Stores a message that a contact wrote to a location. Keys of connectors may call this operation.

- The contact is named by \`customerId\`, or found or created by \`from\` as check in does it, and mapped to the location. A new
  contact is opted in to nothing, and may still be answered.
- An SMS that says only STOP, STOPALL, UNSUBSCRIBE, CANCEL, END or QUIT opts the contact out of SMS; START and UNSTOP opt in.
- A message of a blocked contact is refused, and not stored. One of these words still opts out.
- \`externalId\`: another message with the same id and channel at the location within 30 days returns the first one.
- The first message of a conversation adds an activity \`conversation\` to the contact; each message opens it again. Sends
  \`MESSAGE_ADDED\`, and \`CONVERSATION_CREATED\` for the first one.`,
  pathParameters: location,
  writes: true,
  lasting: true,
  connectorKeys: true,
  request: {
    title: 'MessageReceived',
    type: 'object',
    required: ['channel', 'text'],
    'x-one-of': BY,
    properties: {
      channel,
      from: field(
        text,
        'The phone (SMS), the email (EMAIL) or either (LIVE_CHAT) of the contact. Next to customerId the own id of a LIVE_CHAT, at most 256 characters; ignored for the other channels',
        '(805) 555-0171',
      ),
      customerId: field(identifier, 'Id of a contact of the account', 41001),
      name: field(name, 'First and last name, split at the first space; at most 100 characters', 'Ada Field'),
      text: field(
        { ...filled, maxLength: LONGEST_TEXT },
        'Text of the message, at most 10,000 characters',
        'Is it open today?',
      ),
      subject: field(subject, 'Subject of an EMAIL, at most 250 characters; ignored elsewhere', 'Your table'),
      attachments,
      externalId: field(maxLine(128), 'The id that you gave it', 'sms-88121'),
      sentAt: field(
        time,
        'When it was sent, in epoch milliseconds: at most 400 days ago; now by default',
        1_772_600_000_000,
      ),
    },
  },
  reply: {
    title: 'MessageKept',
    type: 'object',
    required: ['messageId', 'conversationId', 'customerId'],
    properties: {
      messageId: messageId('Id of the message; "0" of a dry run'),
      conversationId: field(id, 'Id of the conversation; 0 if a dry run would begin one', 760101),
      customerId: field(id, 'Id of the contact; 0 if a dry run would create one', 41001),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    contactNotFound: laterErrors.contactNotFound,
    contactBlocked: errors.contactBlocked,
    nameTooLong: errors.customerNameTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    emailInvalid: errors.customerEmailInvalid,
    emailTooLong: errors.customerEmailTooLong,
  },
  bodyIdentifiers: ['customerId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
