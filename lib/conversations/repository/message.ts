/** Messages of conversations: an item each, in the order of their time, for 400 days. */
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import { jobId } from '../../connectors/repository/job.ts';
import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { digest, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { KEPT_MILLISECONDS, type TalkName } from './conversation.ts';

export const MESSAGE = 'message';
export const MESSAGE_ALIAS = 'messageAlias';

export const DIRECTIONS = ['SEND', 'RECEIVE'] as const;
export const MESSAGE_STATUSES = ['SENDING', 'SENT', 'FAILED', 'RECEIVED'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The longest text of a message that comes in, in code points. */
export const LONGEST_TEXT = 10_000;

export interface Message extends TalkName {
  readonly conversationId: number;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly text: string;
  /** Of an EMAIL. */
  readonly subject?: string | undefined;
  readonly attachments: readonly string[];
  readonly direction: Direction;
  readonly channel: MessageChannel;
  readonly status: MessageStatus;
  readonly failureReason?: string;
  readonly isCampaign?: true;
  /** Of a LIVE_CHAT that came in: the id of the chat. */
  readonly from?: string | undefined;
  /** It opts out of its channel. */
  readonly isOptOut?: true;
  /** The digest of the id that whoever received it gave it. */
  readonly alias?: string | undefined;
}

export interface StoredMessage extends Message {
  readonly item: Item;
}

/** With this begin the sort keys of a conversation's messages. */
export const MESSAGES = 'M#';

const ID = /^msg_[0-9]{13}_[0-9a-f]{16}$/;

/** @param at - epoch milliseconds */
export const drawMessageId = (at: number): string => `msg_${sortableTime(at)}_${random.hex(16)}`;
export const isMessageId = (text: string): boolean => ID.test(text);

/** Where the messages of a conversation lie. */
export const messagesPartition = ({ partnerId, businessNumber, contactId }: TalkName): string =>
  ofPartner(partnerId, 'TALK', businessNumber, contactId);

export const messageKey = (name: TalkName, { sentAt, messageId }: Pick<Message, 'sentAt' | 'messageId'>): Key => ({
  pk: messagesPartition(name),
  sk: `${MESSAGES}${sortableTime(sentAt)}#${messageId}`,
});

/** The job that sends a message. */
export const jobOfMessage = ({
  accountNumber,
  sentAt,
  messageId,
}: Pick<Message, 'accountNumber' | 'sentAt' | 'messageId'>) => jobId(accountNumber, sentAt, messageId);

/** A new item for a message. */
export const messageItem = (message: Message): Item => {
  const record = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
  return itemOf(
    MESSAGE,
    {
      ...record,
      expiresAtSeconds: epochSeconds(message.sentAt + KEPT_MILLISECONDS),
      ...firstMark(),
      bytes: recordBytes(record),
    },
    messageKey(message, message),
  );
};

/** The opposite of `messageItem`. */
export const messageFrom = (item: Item): StoredMessage => ({
  ...(item as unknown as Message),
  attachments: (item.attachments ?? []) as readonly string[],
  item,
});

/** How long the id that a message came with stands for it. */
const ALIAS_MILLISECONDS = 30 * 24 * 3600 * 1000;

/** Where the ids lie that messages of a location came with. */
export const aliasesPartition = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'TALK', businessNumber);

/** The digest of an id that a message came with, which may hold a person's name or number. */
export const aliasOf = (
  { partnerId, businessNumber }: Pick<TalkName, 'partnerId' | 'businessNumber'>,
  channel: MessageChannel,
  externalId: string,
): string => digest(partnerId, businessNumber, channel, externalId);

export const aliasKey = (
  { partnerId, businessNumber }: Pick<TalkName, 'partnerId' | 'businessNumber'>,
  alias: string,
): Key => ({ pk: aliasesPartition(partnerId, businessNumber), sk: `X#${alias}` });

/** The item by which a message that comes again is recognized. @param now - epoch milliseconds */
export const aliasItem = (message: Message & { readonly alias: string }, now: number): Item => {
  const { partnerId, accountNumber, businessNumber, contactId, conversationId, messageId, alias } = message;
  return itemOf(
    MESSAGE_ALIAS,
    {
      ...{ partnerId, accountNumber, businessNumber, contactId, conversationId, messageId },
      expiresAtSeconds: epochSeconds(now + ALIAS_MILLISECONDS),
    },
    aliasKey(message, alias),
  );
};
