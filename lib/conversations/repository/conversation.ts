/**
 * Conversations: everything that a contact and a location wrote to each other, over all channels. One item has what lists
 * and decisions need of the messages; each message is a separate item (`message.ts`).
 */
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import type { Sequence } from '../../connectors/repository/sequence.ts';
import { contactKey } from '../../contacts/repository/contact.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { joined, type Key, ofPartner, sortable, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

export const CONVERSATION = 'conversation';

export const CONVERSATION_STATUSES = ['OPEN', 'CLOSE'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** What names a conversation: a contact has one with each location. */
export interface TalkName {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
  readonly contactId: number;
}

/** A message by its place among the others: by time in epoch milliseconds, then by id. */
export interface Moment {
  readonly at: number;
  readonly id: string;
}

/** The last message of the contact over a channel. */
export interface Heard extends Moment {
  /** It opts out of the channel, or a word did that came after it. */
  readonly isOptOut?: true;
}

/** A user or an employee, by email; with the id of the user. */
export interface Assignee {
  readonly email: string;
  readonly userId?: number;
}

export interface Conversation extends TalkName {
  readonly conversationId: number;
  readonly status: ConversationStatus;
  readonly assignee?: Assignee | undefined;
  /** Epoch milliseconds of the first message. */
  readonly first: number;
  readonly last: Moment & { readonly channel: MessageChannel };
  readonly heard: Readonly<Partial<Record<MessageChannel, Heard>>>;
  /** The id that the contact's last chat message came from. */
  readonly chat?: Moment & { readonly from: string };
  /** All of its messages were sent as campaigns. */
  readonly isCampaignAlone: boolean;
  /** Counts the updates by request: messages are none. */
  readonly updates: number;
  /** The messages under way, in their order. */
  readonly sequence: Sequence;
}

export interface StoredConversation extends Conversation {
  readonly item: Item;
}

/** Messages are kept for 400 days. A conversation expires with its last one. */
export const KEPT_MILLISECONDS = 400 * 24 * 3600 * 1000;

/** Behind this lie the conversations of a contact. */
export const TALK = 'TALK#';

export const conversationKey = (name: TalkName): Key => ({
  pk: contactKey(name, name.contactId).pk,
  sk: `${TALK}${name.businessNumber}`,
});

/** Where the index lists the conversations of an account. */
export const talksPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'TALKS');

/** What the index says of a conversation by its sort key alone. */
export interface ListedTalk {
  readonly last: number;
  readonly first: number;
  readonly businessNumber: number;
  readonly contactId: number;
  readonly conversationId: number;
  readonly isCampaignAlone: boolean;
}

const placeOf = (conversation: Conversation): string => {
  const { first, last, businessNumber, contactId, conversationId, isCampaignAlone } = conversation;
  return joined(
    ...[sortableTime(last.at), sortableTime(first), businessNumber, contactId, sortable(conversationId)],
    isCampaignAlone ? 'c' : '',
  );
};

/** The opposite of a conversation's place in the index. */
export const listedTalkFrom = ({ gsi1sk }: Item): ListedTalk => {
  const [last, first, businessNumber, contactId, conversationId, flag] = String(gsi1sk).split('#');
  return {
    last: Number(last),
    first: Number(first),
    businessNumber: Number(businessNumber),
    contactId: Number(contactId),
    conversationId: Number(conversationId),
    isCampaignAlone: flag === 'c',
  };
};

/** What of an item changes with its conversation; `null` removes an attribute. */
export const conversationChanges = (conversation: Conversation) => {
  const { status, assignee, first, last, heard, chat, isCampaignAlone, updates, sequence } = conversation;
  return {
    conversationStatus: status,
    assignedTo: assignee?.email ?? null,
    assignedUserId: assignee?.userId ?? null,
    first,
    last,
    heard,
    chat: chat ?? null,
    isCampaignAlone,
    updates,
    sequence,
    gsi1sk: placeOf(conversation),
    expiresAtSeconds: epochSeconds(last.at + KEPT_MILLISECONDS),
  };
};

/** A new item for a conversation. */
export const conversationItem = (conversation: Conversation): Item => {
  const { partnerId, accountNumber, businessNumber, contactId, conversationId } = conversation;
  const { gsi1sk, ...changes } = conversationChanges(conversation);
  const own = { partnerId, accountNumber, businessNumber, contactId, conversationId, ...changes };
  const record = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  return itemOf(
    CONVERSATION,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...conversationKey(conversation), gsi1pk: talksPartition(partnerId, accountNumber), gsi1sk },
  );
};

/** The opposite of `conversationItem`. */
export const conversationFrom = (item: Item): StoredConversation => {
  const { assignedTo, assignedUserId, conversationStatus, sequence } = item;
  const { partnerId, accountNumber, businessNumber, contactId, conversationId } = item as unknown as Conversation;
  const { first, last, heard, chat, isCampaignAlone, updates } = item as unknown as Conversation;
  return {
    ...{ partnerId, accountNumber, businessNumber, contactId, conversationId },
    status: conversationStatus as ConversationStatus,
    ...(assignedTo !== undefined && {
      assignee: {
        email: String(assignedTo),
        ...(assignedUserId !== undefined && { userId: Number(assignedUserId) }),
      },
    }),
    ...{ first, last, heard, isCampaignAlone, updates },
    ...(chat && { chat }),
    sequence: (sequence ?? { waiting: [] }) as Sequence,
    item,
  };
};
