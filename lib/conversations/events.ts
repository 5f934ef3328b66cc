/** Events of conversations and messages. They hold numbers and names alone. Pure. */
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { CONVERSATION, type Conversation, conversationFrom, type TalkName } from './repository/conversation.ts';
import { MESSAGE, messageFrom } from './repository/message.ts';

const dataOf = ({
  conversationId,
  contactId,
  businessNumber,
  accountNumber,
}: TalkName & { conversationId: number }) => ({
  ...{ conversationId, customerId: contactId, businessId: businessNumber, accountNumber },
});

/** What an update by request changed. A message opens a conversation without an event of that. */
const changedOf = (before: Conversation, after: Conversation): readonly string[] =>
  before.updates === after.updates
    ? []
    : [
        ...(before.status === after.status ? [] : ['status']),
        ...(before.assignee?.email === after.assignee?.email ? [] : ['assignedTo']),
      ];

export const conversationEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== CONVERSATION) return [];
  const after = conversationFrom(newImage as Item);
  const before = oldImage && conversationFrom(oldImage as Item);
  // In the place of one that has expired stands another one.
  const isNew = before?.conversationId !== after.conversationId;
  const changed = before && !isNew ? changedOf(before, after) : [];
  if (!isNew && changed.length === 0) return [];
  return [
    {
      type: isNew ? 'CONVERSATION_CREATED' : 'CONVERSATION_UPDATED',
      partnerId: after.partnerId,
      accountNumber: after.accountNumber,
      businessIds: [after.businessNumber],
      data: { ...dataOf(after), ...(!isNew && { changed }) },
    },
  ];
};

export const messageEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== MESSAGE) return [];
  const message = messageFrom(newImage as Item);
  const hasFailed = message.status === 'FAILED' && oldImage?.status !== 'FAILED';
  if (oldImage && !hasFailed) return [];
  const { messageId, channel, direction } = message;
  return [
    {
      type: oldImage ? 'MESSAGE_FAILED' : 'MESSAGE_ADDED',
      partnerId: message.partnerId,
      accountNumber: message.accountNumber,
      businessIds: [message.businessNumber],
      data: { ...dataOf(message), messageId, channel, direction },
    },
  ];
};
