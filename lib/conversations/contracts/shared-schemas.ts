/** What the contracts of conversations share. */
import { MESSAGE_CHANNELS } from '../../connectors/repository/channels.ts';
import { maxLine, text, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { CONVERSATION_STATUSES } from '../repository/conversation.ts';
import { DIRECTIONS, MESSAGE_STATUSES } from '../repository/message.ts';
import { LONGEST_SUBJECT, MOST_ATTACHMENTS } from '../rules/message-command.ts';

export const location = { businessId: addressed(errors.businessInvalid, 'The number of the location') } as const;

export const id = { type: 'integer', format: 'int64' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

/** Text that must not be blank. */
export const filled = {
  type: 'string',
  'x-blank': 'check',
  allOf: [{ pattern: '\\S', 'x-errors': { pattern: 'must not be blank' } }],
} as const;

export const channel = field({ enum: MESSAGE_CHANNELS, 'x-read': 'choice' }, 'SMS, EMAIL or LIVE_CHAT', 'SMS');

export const subject = {
  ...maxLine(LONGEST_SUBJECT),
  'x-only-where': { field: 'channel', is: ['EMAIL'] },
} as const;

export const attachments = field(
  { type: 'array', items: url, maxItems: MOST_ATTACHMENTS },
  'URLs of attachments, at most 5',
  ['https://cdn.copperkettle.example/menu.pdf'],
);

export const messageId = (description: string) => field(text, description, 'msg_1772600000000_4be1a874356f0d2c');

const shownMessage = {
  title: 'ConversationMessage',
  type: 'object',
  required: [
    ...(['id', 'sentAt', 'message_date', 'text', 'subject', 'attachments', 'direction', 'channel', 'status'] as const),
    'failureReason',
  ],
  properties: {
    id: messageId('Id of the message'),
    sentAt: field(id, 'When it was sent, in epoch milliseconds', 1_772_600_000_000),
    message_date: field(text, 'The same: `YYYY-MM-DD HH:MM:SS`, in UTC', '2026-03-04 04:53:20'),
    text: field(text, 'Text of the message', 'Your table is ready.'),
    subject: field(textOrNull, 'Subject of an EMAIL', 'Your table'),
    attachments: field({ type: ['array', 'null'], items: text }, 'URLs of attachments', [
      'https://cdn.copperkettle.example/menu.pdf',
    ]),
    direction: field({ enum: DIRECTIONS }, 'SEND: of the location. RECEIVE: of the contact', 'SEND'),
    channel: field({ enum: MESSAGE_CHANNELS }, 'The channel', 'SMS'),
    status: field({ enum: MESSAGE_STATUSES }, 'Status of the message', 'SENT'),
    failureReason: field(textOrNull, 'Why it has failed', 'opted out'),
  },
} as const;

const contact = {
  title: 'ConversationContact',
  type: 'object',
  required: [
    ...(['id', 'name', 'firstName', 'lastName', 'phone', 'emailId', 'createdDate', 'updatedDate', 'team'] as const),
    'locationId',
  ],
  properties: {
    id: field(id, 'Id of the contact', 41001),
    name: field(text, 'Both names', 'Ada Field'),
    firstName: field(text, 'First name', 'Ada'),
    lastName: field(text, 'Last name', 'Field'),
    phone: field(text, 'Phone number', '(805) 555-0171'),
    emailId: field(textOrNull, 'Email address', 'ada.field@mail.example'),
    createdDate: field(text, 'When the contact was created, in UTC', '2021-01-12 00:00:00'),
    updatedDate: field(text, 'When the contact was last written, in UTC', '2026-02-10 09:00:00'),
    team: field(text, 'Always empty', ''),
    locationId: field(id, 'The location of the conversation', 700101),
  },
} as const;

const assignedTo = {
  title: 'ConversationAssignee',
  type: ['object', 'null'],
  required: ['id', 'name', 'type', 'emailId'],
  properties: {
    id: field(
      { type: ['integer', 'null'], format: 'int64' },
      'Id of the user; `null` for an employee',
      812345678901234,
    ),
    name: field(text, 'Both names; empty for someone who was removed', 'Marta Quill'),
    type: field({ enum: ['user', 'employee'] }, 'user where an email is both', 'user'),
    emailId: field(text, 'Email address', 'marta.quill@copperkettle.example'),
  },
} as const;

const STATUS = field({ enum: CONVERSATION_STATUSES }, 'OPEN or CLOSE', 'OPEN');

const shown = {
  id: field(id, 'Id of the conversation', 760101),
  contact: field(contact, 'The contact with its current data'),
  conversation_start_date: field(text, 'When its first message was sent, in UTC', '2026-03-02 09:00:00'),
  last_message_received_on: field(textOrNull, 'When the contact last wrote, in UTC', '2026-03-04 04:53:20'),
  status: STATUS,
  last_used_channel: field({ enum: MESSAGE_CHANNELS }, 'The channel of the last message', 'SMS'),
  assigned_to: field(assignedTo, 'The assignee; `null` for no one'),
} as const;

const SHOWN = [
  ...(['id', 'contact', 'conversation_start_date', 'last_message_received_on', 'status', 'last_used_channel'] as const),
  'assigned_to',
] as const;

/** A conversation without its messages. */
export const conversationShown = {
  title: 'Conversation',
  type: 'object',
  required: SHOWN,
  properties: shown,
} as const;

export const exportedConversation = {
  title: 'ExportedConversation',
  type: 'object',
  required: [...SHOWN, 'messages'],
  properties: {
    ...shown,
    messages: field({ type: 'array', items: shownMessage }, 'Those of the days, the oldest first; the newest 200'),
  },
} as const;
