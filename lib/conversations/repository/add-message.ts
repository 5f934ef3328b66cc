/** A message enters its conversation, which begins with the first one: what both are then, and the actions that write them. */
import { locationStands } from '../../business/repository/tombstone.ts';
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { epochSeconds, hasExpired } from '../../dynamodb/table/expiry.ts';
import { differs } from '../../dynamodb/table/expressions.ts';
import { unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { oneWriteLater, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import {
  type Conversation,
  conversationChanges,
  conversationFrom,
  conversationItem,
  type Moment,
  type TalkName,
} from './conversation.ts';
import { aliasItem, type Message, messageItem } from './message.ts';

const IF_NEW = 'attribute_not_exists(pk)';

/** Whether a message is behind another one. */
export const isAfter = (message: Moment, other: Moment | undefined): boolean =>
  !other || message.at > other.at || (message.at === other.at && message.id > other.id);

type Added = Pick<Message, 'messageId' | 'sentAt' | 'direction' | 'channel' | 'isCampaign' | 'from' | 'isOptOut'>;

/** The later of what is known and what a message is. */
const later = <Known extends Moment>(known: Known | undefined, own: Known): Known =>
  isAfter(own, known) ? own : known!;

/**
 * A conversation with one more message, which opens it.
 *
 * @param before - what it is without the message: absent where it begins with it
 */
export const withMessage = (
  before: Conversation | undefined,
  name: TalkName & { readonly conversationId: number },
  { messageId, sentAt, direction, channel, isCampaign, from, isOptOut }: Added,
): Conversation => {
  const own: Moment = { at: sentAt, id: messageId };
  const { heard = {}, chat } = before ?? {};
  const isReceived = direction === 'RECEIVE';
  const isChat = isReceived && from !== undefined;
  const said = (of: MessageChannel) => later(heard[of], { ...own, ...(isOptOut && { isOptOut }) });
  return {
    updates: 0,
    sequence: { waiting: [] },
    ...before,
    ...{ partnerId: name.partnerId, accountNumber: name.accountNumber, businessNumber: name.businessNumber },
    ...{ contactId: name.contactId, conversationId: name.conversationId },
    status: 'OPEN',
    first: Math.min(before?.first ?? sentAt, sentAt),
    last: later(before?.last, { ...own, channel }),
    heard: isReceived ? { ...heard, [channel]: said(channel) } : heard,
    ...(isChat && { chat: later(chat, { ...own, from }) }),
    isCampaignAlone: isCampaign === true && (before?.isCampaignAlone ?? true),
  };
};

/**
 * A conversation whose contact opts out of a channel now: until they write again, whatever the time of the word. As it
 * was where they have not written over it, and may get no answer anyway.
 */
export const withOptOut = <Known extends Conversation>(conversation: Known, channel: MessageChannel): Known => {
  const { heard } = conversation;
  const last = heard[channel];
  return last ? { ...conversation, heard: { ...heard, [channel]: { ...last, isOptOut: true } } } : conversation;
};

/** The item of a conversation that goes on: one that has expired has ended. */
export const goingOn = (item: Item | undefined): Item | undefined => (item && !hasExpired(item) ? item : undefined);

/**
 * The write of a conversation on what was read: an update, a new one, or a new one in the place of one that has expired.
 * A late message between two others changes nothing: then it is the condition that the conversation is as it was read.
 */
export const conversationAction = (
  found: Item | undefined,
  after: Conversation,
  mark: string,
  { quiet = false, changes = {} }: { readonly quiet?: boolean; readonly changes?: Item } = {},
): Action => {
  if (found && goingOn(found)) {
    const all = { ...conversationChanges(after), ...changes };
    return differs(all, found) ? updateAction(found, all, { mark, quiet }) : unchangedAction(found);
  }
  const fresh = { ...conversationItem(after), p0: mark };
  if (!found) return { Put: { Item: fresh, ConditionExpression: IF_NEW } };
  return {
    Put: {
      Item: { ...fresh, ...oneWriteLater(found, mark) },
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': versionOf(found) },
    },
  };
};

export interface Adding {
  /** The item of the conversation as it was read, if there is one. */
  readonly found: Item | undefined;
  readonly message: Message;
  /** The conversation with the message. */
  readonly after: Conversation;
  /** Above the marks of what was read. */
  readonly mark: string;
}

/** The actions of a new message, the message first: it and its conversation, if its location stands. */
export const addingActions = ({ found, message, after, mark }: Adding): readonly Action[] => {
  const { partnerId, businessNumber, alias } = message;
  const now = clock.now();
  return [
    { Put: { Item: { ...messageItem(message), p0: mark }, ConditionExpression: IF_NEW } },
    conversationAction(found, after, mark),
    locationStands(partnerId, businessNumber),
    ...(alias === undefined
      ? []
      : [
          {
            Put: {
              Item: aliasItem({ ...message, alias }, now),
              ConditionExpression: `${IF_NEW} OR expiresAtSeconds <= :now`,
              ExpressionAttributeValues: { ':now': epochSeconds(now) },
            },
          },
        ]),
  ];
};

/** The conversation that goes on in an item, if one does. */
export const conversationIn = (item: Item | undefined): ReturnType<typeof conversationFrom> | undefined => {
  const found = goingOn(item);
  return found && conversationFrom(found);
};
