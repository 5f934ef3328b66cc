/** Conversations as lists read them: from the index or of one contact, with the messages of some days. */
import { contactKey } from '../../contacts/repository/contact.ts';
import { withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, sortableTime } from '../../dynamodb/table/keys.ts';
import { blocksOf, itemBytes, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import {
  type ListedTalk,
  listedTalkFrom,
  type StoredConversation,
  TALK,
  type TalkName,
  talksPartition,
} from './conversation.ts';
import { MESSAGES, messageFrom, messagesPartition, type StoredMessage } from './message.ts';

/** 4 MB of the index, and of messages. */
export const MOST_BYTES = 4 * 1_048_576;
/** So many messages of a conversation are shown, the newest. */
export const MOST_MESSAGES = 200;
const AT_ONCE = 5;
const LATEST = 9_999_999_999_999;

const bytesOf = (items: readonly Item[]): number => items.reduce((sum, item) => sum + itemBytes(item), 0);
const within = (at: number): string => sortableTime(Math.min(Math.max(0, at), LATEST));

/** Epoch milliseconds: from one to before the other. */
interface Span {
  readonly from: number;
  readonly until: number;
}

export const talks = (({ table, partnerId }) => {
  /** The newest of a conversation, oldest first; `undefined` where they are more than may be read. */
  const messagesOf = async (
    name: TalkName,
    { from, until }: Span,
    isMeant: (message: StoredMessage) => boolean,
    spend: (bytes: number) => boolean,
  ): Promise<readonly StoredMessage[] | undefined> => {
    const found: StoredMessage[] = [];
    // A range that ends before it begins is an error of the store.
    if (until <= from) return found;
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
      ExpressionAttributeValues: {
        ':pk': messagesPartition(name),
        ':from': `${MESSAGES}${within(from)}`,
        // A sort key has more behind its time, so that those of the moment itself are not among them.
        ':until': `${MESSAGES}${within(until)}`,
      },
      ScanIndexForward: false,
      Limit: MOST_MESSAGES,
    });
    for await (const page of pages) {
      if (!spend(bytesOf(page))) return undefined;
      found.push(...page.map(messageFrom).filter(isMeant));
      if (found.length >= MOST_MESSAGES) break;
    }
    return found.slice(0, MOST_MESSAGES).toReversed();
  };

  return {
    /** Those of an account whose last message is not before a time; `undefined` if they are more than may be read. */
    since: async (
      accountNumber: number,
      from: number,
      most = MOST_BYTES,
    ): Promise<{ readonly rows: readonly ListedTalk[]; readonly units: number } | undefined> => {
      const rows: ListedTalk[] = [];
      let bytes = 0;
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk >= :from',
        ExpressionAttributeValues: { ':pk': talksPartition(partnerId, accountNumber), ':from': within(from) },
      });
      for await (const page of pages) {
        bytes += bytesOf(page);
        if (bytes > most) return undefined;
        rows.push(...page.map(listedTalkFrom));
      }
      return { rows, units: blocksOf(bytes) / 2 };
    },

    /** Those of one contact, with the read units that they took. */
    ofContact: async (accountNumber: number, contactId: number) => {
      const rows: ListedTalk[] = [];
      let bytes = 0;
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :talk)',
        ExpressionAttributeValues: { ':pk': contactKey({ partnerId, accountNumber }, contactId).pk, ':talk': TALK },
      });
      for await (const page of pages) {
        bytes += bytesOf(page);
        rows.push(...page.map(listedTalkFrom));
      }
      return { rows, units: blocksOf(bytes) / 2 };
    },

    /** The messages of some conversations, in their order; `undefined` if they are more than may be read. */
    messages: async (
      conversations: readonly StoredConversation[],
      span: Span,
      isMeant: (message: StoredMessage) => boolean,
      budget: ReadBudget,
    ): Promise<readonly (readonly StoredMessage[])[] | undefined> => {
      let left = MOST_BYTES;
      const spend = (bytes: number): boolean => {
        left -= bytes;
        budget.spend(blocksOf(bytes) / 2);
        return left >= 0 && budget.left() >= 0;
      };
      const found = new Map<StoredConversation, readonly StoredMessage[] | undefined>();
      await withConcurrency(conversations, AT_ONCE, async (each) => {
        if (left < 0 || budget.left() < 0) return;
        found.set(each, await messagesOf(each, span, isMeant, spend));
      });
      const all = conversations.map((each) => found.get(each));
      return all.every((each) => each !== undefined) ? all : undefined;
    },
  };
}) satisfies Opened<unknown>;
