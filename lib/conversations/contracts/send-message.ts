/** Send message: to a contact, over the connector of a channel. */
import { identifier, text, zeroOrOne } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { locationNotActive, recordTooLarge, sequenceFull } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { noChat, noConnector, optedOut } from '../rules/refusals.ts';
import { attachments, channel, filled, id, location, messageId, subject } from './shared-schemas.ts';

export const sendMessage = {
  id: 'sendMessage',
  module: 'conversations',
  method: 'POST',
  path: '/v1/messenger/{businessId}/send',
  summary: 'Send message',
  tag: 'Conversations',
  description: `Sends a message of a location to a contact, over the account's connector of the channel. The status is \`SENDING\` until
the connector reports the result: \`SENT\` or \`FAILED\`.

- The contact must be mapped to the location, and have a phone (SMS) or an email (EMAIL). A LIVE_CHAT goes to the chat that the
  contact last wrote from.
- A contact who has not opted in to a channel gets only answers over it: messages that are not of a campaign, if the contact
  wrote over that channel and did not opt out with the last message. Whether they may be sent to is asked again at each try.
- The messages of a conversation are sent one after the other. 20 wait at most.
- The first message of a conversation adds an activity \`conversation\` to the contact; each message opens it again. Sends
  \`MESSAGE_ADDED\`, and \`CONVERSATION_CREATED\` for the first one.`,
  pathParameters: location,
  writes: true,
  lasting: true,
  request: {
    title: 'MessageToSend',
    type: 'object',
    required: ['customerId', 'channel', 'text'],
    properties: {
      customerId: field(identifier, 'Id of the contact', 41001),
      channel,
      text: field(
        filled,
        'Text of the message: at most 1,600 characters in an SMS, 4,096 in a LIVE_CHAT, 10,000 in an EMAIL',
        'Your table is ready.',
      ),
      subject: field(subject, 'Subject of an EMAIL, at most 250 characters, required; ignored elsewhere', 'Your table'),
      attachments,
      isCampaign: field(zeroOrOne, '1: part of a campaign, not an answer; 0 by default', 0),
    },
  },
  reply: {
    title: 'MessageSent',
    type: 'object',
    required: ['messageId', 'conversationId', 'status'],
    properties: {
      messageId: messageId('Id of the message; "0" of a dry run'),
      conversationId: field(id, 'Id of the conversation; 0 if a dry run would begin one', 760101),
      status: field({ ...text, enum: ['SENDING'] }, 'It is on its way', 'SENDING'),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    locationNotActive,
    contactNotFound: laterErrors.contactNotFound,
    contactBlocked: errors.contactBlocked,
    emailOrPhoneRequired: errors.emailOrPhoneRequired,
    noChat,
    optedOutOfSms: optedOut('SMS'),
    optedOutOfEmail: optedOut('EMAIL'),
    noConnector,
    sequenceFull,
    recordTooLarge,
  },
  bodyIdentifiers: ['customerId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
