/** The line of a message. A stored message stays as it is, and nothing is sent: what was under way has failed. */
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../lib/connectors/repository/channels.ts';
import { identifier, maxLine, maxText, trueOrFalse, url } from '../../../lib/contract/atoms.ts';
import { conversationAction, withMessage } from '../../../lib/conversations/repository/add-message.ts';
import {
  conversationFrom,
  conversationKey,
  KEPT_MILLISECONDS,
  talksPartition,
} from '../../../lib/conversations/repository/conversation.ts';
import { messageEntity } from '../../../lib/conversations/repository/conversation-entities.ts';
import {
  DIRECTIONS,
  type Direction,
  isMessageId,
  LONGEST_TEXT,
  MESSAGE_STATUSES,
  type Message,
  type MessageStatus,
  messageFrom,
  messageItem,
  messageKey,
  messagesPartition,
} from '../../../lib/conversations/repository/message.ts';
import { smsChoice } from '../../../lib/conversations/rules/words.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { keyOf, listedAt, stillLoaded } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../../lib/dynamodb/writes/marks.ts';
import { landed, noteNew } from '../sent-writes.ts';
import { asLoaded, IF_NEW } from '../upsert.ts';
import { talkOf } from './conversation.ts';
import { epochMilliseconds, type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';
import { isKept } from './times.ts';

interface MessageLine {
  readonly businessNumber: number;
  readonly customerId: number;
  readonly id: string;
  readonly sentAt: number;
  readonly text: string;
  readonly subject?: string;
  readonly attachments?: readonly string[];
  readonly direction: Direction;
  readonly channel: MessageChannel;
  readonly status: MessageStatus;
  readonly failureReason?: string;
  readonly isCampaign?: boolean;
  readonly from?: string;
}

const ATTEMPTS = 10;
const UNDER_WAY = { status: 'FAILED', failureReason: 'no answer in time' } as const;

const messageOf = (line: MessageLine): Omit<Message, 'partnerId' | 'accountNumber' | 'conversationId'> => {
  const { businessNumber, customerId, id, sentAt, text, subject, attachments = [], direction, channel, status } = line;
  const { failureReason, isCampaign, from } = line;
  const isReceived = direction === 'RECEIVE';
  return {
    ...{ businessNumber, contactId: customerId, messageId: id, sentAt, text, attachments, direction, channel, status },
    ...(subject !== undefined && { subject }),
    ...(failureReason !== undefined && { failureReason }),
    ...(status === 'SENDING' && UNDER_WAY),
    ...(isCampaign && !isReceived && { isCampaign }),
    ...(isReceived && channel === 'LIVE_CHAT' && from !== undefined && { from }),
    ...(isReceived && smsChoice(channel, text) === false && { isOptOut: true }),
  };
};

const write = async (context: LoadContext, line: MessageLine): Promise<Written> => {
  const { table, owners, sent, events, dryRun } = context;
  const name = await talkOf(context, line);
  if ('refused' in name) return name;
  const key = conversationKey(name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = (await table.get(key)) ?? owners.pretended(key);
    if (!found)
      return refused(
        `the conversation of contact ${name.contactId} with business ${name.businessNumber} does not exist`,
      );
    const before = conversationFrom(found);
    const message: Message = { ...messageOf(line), ...name, conversationId: before.conversationId };
    const there = await table.get(messageKey(name, message));
    if (there) return landed(sent, there) ?? { outcome: 'unchanged' };
    if (dryRun) return { outcome: 'loaded' };
    const mark = markAbove(found);
    const fresh = asLoaded({ ...messageItem(message), p0: mark }, context);
    noteNew(sent, fresh);
    const after = { ...withMessage(before, before, message), status: before.status };
    const own = conversationAction(found, after, mark, { quiet: !events, changes: stillLoaded(found) });
    const outcome = await table.transact([{ Put: { Item: fresh, ConditionExpression: IF_NEW } }, own]);
    if (!outcome) return { outcome: 'loaded' };
  }
  throw new StoreUnavailable('other writers keep changing the conversation');
};

export const messageLine: LineKind = {
  entity: messageEntity,
  pass: 3,
  schema: lineOf(
    {
      businessNumber: positive,
      customerId: identifier,
      id: maxLine(64),
      sentAt: epochMilliseconds,
      text: maxText(LONGEST_TEXT),
      direction: { enum: DIRECTIONS, 'x-read': 'choice' },
      channel: { enum: MESSAGE_CHANNELS, 'x-read': 'choice' },
      status: { enum: MESSAGE_STATUSES, 'x-read': 'choice' },
    },
    {
      subject: maxText(250),
      attachments: { type: 'array', items: url, maxItems: 5 },
      failureReason: maxText(500),
      isCampaign: trueOrFalse,
      from: maxText(320),
    },
  ),
  read(fields) {
    const line = fields as unknown as MessageLine;
    const { businessNumber, customerId, id, sentAt, direction, status } = line;
    if (!isMessageId(id)) return refused('id must be the id of a message');
    if (!isKept(sentAt, KEPT_MILLISECONDS, Date.now())) return refused('sentAt must be within the last 400 days');
    if ((direction === 'RECEIVE') !== (status === 'RECEIVED'))
      return refused('status must be RECEIVED for a message of a contact, and for no other');
    return {
      about: `message ${id} of contact ${customerId} with business ${businessNumber}`,
      // The line of its conversation may stand behind it.
      waits: true,
      locks: [`conversation ${businessNumber} ${customerId}`],
      write: (context) => write(context, line),
    };
  },
  lineOf: (item) => {
    const message = messageFrom(item);
    const { businessNumber, contactId, messageId, sentAt, text, direction, channel, status } = message;
    const { subject, attachments, failureReason, isCampaign, from } = message;
    return {
      type: 'message',
      ...{ businessNumber, customerId: contactId, id: messageId, sentAt, text },
      ...(subject !== undefined && { subject }),
      ...(attachments.length > 0 && { attachments }),
      ...{ direction, channel, status },
      ...(failureReason && { failureReason }),
      ...(isCampaign && { isCampaign }),
      ...(from !== undefined && { from }),
    };
  },
  within: async function* (table, partnerId, accountNumber) {
    for await (const keys of listedAt(table, talksPartition(partnerId, accountNumber))) {
      for (const item of await table.batchGet(keys.map(keyOf))) {
        yield* table.query({
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': messagesPartition(conversationFrom(item)) },
        });
      }
    }
  },
};
