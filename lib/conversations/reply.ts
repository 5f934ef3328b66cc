/** Conversations and messages as they are answered. Pure. */
import type { Contact } from '../contacts/repository/contact.ts';
import { createdAtOf } from '../contacts/repository/contact-times.ts';
import { caseKey } from '../contract/text.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { writtenAt } from '../dynamodb/writes/marks.ts';
import type { KnownPeople } from '../employees/repository/people.ts';
import type { Assignee, Conversation } from './repository/conversation.ts';
import type { Message } from './repository/message.ts';

/** `YYYY-MM-DD HH:MM:SS`, in UTC. */
const shownTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const fullName = ({ firstName = '', lastName = '' }: { firstName?: unknown; lastName?: unknown }): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ');

/** Who takes care of it. Of someone who is gone there is the email alone. */
const assigneeReply = (assignee: Assignee | undefined, known: KnownPeople) => {
  if (!assignee) return null;
  const { user, details, employee } = known.get(caseKey(assignee.email)) ?? {};
  const isUser = user !== undefined || (assignee.userId !== undefined && !employee);
  return {
    id: user?.userId ?? (isUser ? (assignee.userId ?? null) : null),
    name: fullName((user ? details : employee) ?? {}),
    type: isUser ? 'user' : 'employee',
    emailId: assignee.email,
  };
};

const contactReply = (item: Item, businessNumber: number) => {
  const contact = item.contact as Contact;
  const text = (name: string) => String(contact[name] ?? '');
  const createdAt = createdAtOf(contact);
  const names = { firstName: text('firstName'), lastName: text('lastName') };
  return {
    id: contact.id,
    name: fullName(names),
    ...names,
    phone: text('phone'),
    emailId: contact.email ? text('email') : null,
    createdDate: createdAt === 0 ? '' : shownTime(createdAt),
    updatedDate: shownTime(Date.parse(writtenAt(item))),
    team: '',
    locationId: businessNumber,
  };
};

export const messageReply = (message: Message) => {
  const { messageId, sentAt, text, subject = null, attachments, direction, channel, status, failureReason } = message;
  return {
    id: messageId,
    sentAt,
    message_date: shownTime(sentAt),
    ...{ text, subject },
    attachments: attachments.length > 0 ? attachments : null,
    ...{ direction, channel, status, failureReason: failureReason ?? null },
  };
};

/** A conversation without its messages. @param contact - the item of its contact */
export const conversationReply = (conversation: Conversation, contact: Item, known: KnownPeople) => {
  const { conversationId, businessNumber, first, last, heard, status, assignee } = conversation;
  const received = Object.values(heard).map(({ at }) => at);
  return {
    id: conversationId,
    contact: contactReply(contact, businessNumber),
    conversation_start_date: shownTime(first),
    last_message_received_on: received.length > 0 ? shownTime(Math.max(...received)) : null,
    status,
    last_used_channel: last.channel,
    assigned_to: assigneeReply(assignee, known),
  };
};
