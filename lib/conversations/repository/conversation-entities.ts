/** What conversations and messages declare (lib/entities.ts). */
import { MESSAGE_CHANNELS } from '../../connectors/repository/channels.ts';
import { erasedWithContact } from '../../contacts/repository/erased-with.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { EraseFrom, UserName } from '../../dynamodb/table/erasure.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { erasedByEmail } from '../../employees/repository/employee.ts';
import { conversationEvents, messageEvents } from '../events.ts';
import { CONVERSATION, CONVERSATION_STATUSES } from './conversation.ts';
import { DIRECTIONS, MESSAGE, MESSAGE_ALIAS, MESSAGE_STATUSES } from './message.ts';
import {
  aliasesOfLocation,
  conversationsOfAccount,
  conversationsOfContact,
  conversationsOfLocation,
} from './removal.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = {
  ...{ partnerId: text, accountNumber: number, businessNumber: number, contactId: number },
  ...{ conversationId: number, expiresAtSeconds: number },
} as const;
const OWNED = Object.keys(owned);
const moment = { type: 'object', required: ['at', 'id'], properties: { at: number, id: text } } as const;

const withoutAssignee = (item: Item) => ({
  what: 'conversations',
  actions: [updateAction(item, { assignedTo: null, assignedUserId: null }, { quiet: true })],
});

const eraseUser: EraseFrom<UserName> = (item, { partnerId, userId }) =>
  item.partnerId === partnerId && item.assignedUserId === userId ? withoutAssignee(item) : undefined;

const eraseEmployee = erasedByEmail((item, isTheirs) =>
  isTheirs(item.assignedTo) ? withoutAssignee(item) : undefined,
);

export const conversationEntity: Entity = {
  type: CONVERSATION,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'TALK#<location>',
    index: [
      'P#<partner>#ACCOUNT#<account>#TALKS',
      '<milliseconds of the last message>#<of the first>#<location>#<contact>#<id>#, <milliseconds>#<…>#<…>#<…>#<id>#c (of campaigns alone)',
    ],
  },
  answers:
    'What did this contact and this location come to? Which conversations does this account have, by their last message?',
  attributes: {
    type: 'object',
    required: [
      ...[...OWNED, 'conversationStatus', 'first', 'last', 'heard', 'isCampaignAlone', 'updates', 'sequence'],
      ...['version', 'bytes', 'p0'],
    ],
    properties: {
      ...owned,
      conversationStatus: { enum: CONVERSATION_STATUSES },
      assignedTo: text,
      assignedUserId: number,
      first: number,
      last: { ...moment, required: ['at', 'id', 'channel'] },
      heard: { type: 'object', additionalProperties: moment },
      chat: { ...moment, required: ['at', 'id', 'from'] },
      isCampaignAlone: { type: 'boolean' },
      updates: number,
      sequence: { type: 'object', required: ['waiting'] },
    },
  },
  exported: 'line',
  personal: {
    identifies: true,
    erased: { contact: erasedWithContact('conversations'), user: eraseUser, employee: eraseEmployee },
  },
  events: { sends: ['CONVERSATION_CREATED', 'CONVERSATION_UPDATED'], of: conversationEvents },
  counts: false,
  audit: { shows: 'names', id: ({ conversationId }) => conversationId },
  removal: {
    withLocation: conversationsOfLocation,
    withAccount: conversationsOfAccount,
    withContact: conversationsOfContact,
  },
};

export const messageEntity: Entity = {
  type: MESSAGE,
  keys: { pk: 'P#<partner>#TALK#<location>#<contact>', sk: 'M#<milliseconds>#<id>' },
  answers: 'What did this contact and this location write to each other, and did it arrive?',
  attributes: {
    type: 'object',
    required: [
      ...[...OWNED, 'messageId', 'sentAt', 'text', 'attachments', 'direction', 'channel', 'status'],
      ...['version', 'bytes', 'p0'],
    ],
    properties: {
      ...owned,
      messageId: text,
      sentAt: number,
      text,
      subject: text,
      attachments: { type: 'array', items: text },
      direction: { enum: DIRECTIONS },
      channel: { enum: MESSAGE_CHANNELS },
      status: { enum: MESSAGE_STATUSES },
      failureReason: text,
      isCampaign: { const: true },
      from: text,
      isOptOut: { const: true },
      alias: text,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { contact: erasedWithContact('messages') } },
  events: { sends: ['MESSAGE_ADDED', 'MESSAGE_FAILED'], of: messageEvents },
  counts: false,
  audit: { not: 'what people write to each other is theirs' },
  removal: { withLocation: 'goes with its conversation', withAccount: 'goes with its conversation' },
};

export const messageAliasEntity: Entity = {
  type: MESSAGE_ALIAS,
  keys: { pk: 'P#<partner>#TALK#<location>', sk: 'X#<digest of the channel and the id that it came with>' },
  answers: 'Was the message that came with this id kept already?',
  attributes: {
    type: 'object',
    required: [...OWNED, 'messageId'],
    properties: { ...owned, messageId: text },
  },
  exported: { not: 'it expires within 30 days' },
  personal: { identifies: false, erased: { contact: erasedWithContact('ids of messages') } },
  events: false,
  counts: false,
  audit: { not: 'follows from its message' },
  removal: { withLocation: aliasesOfLocation, withAccount: 'goes with its location' },
};
