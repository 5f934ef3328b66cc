/** How conversations go with their contact, location or account: messages and open jobs first, as the conversation leads to them. */
import { jobKey } from '../../connectors/repository/job.ts';
import { contactKey } from '../../contacts/repository/contact.ts';
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { FindDependents, FindOfContact } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, listedAt, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Conversation, conversationFrom, conversationKey, TALK, talksPartition } from './conversation.ts';
import { aliasesPartition, aliasKey, jobOfMessage, messageFrom, messagesPartition } from './message.ts';

type Removals = AsyncGenerator<readonly Action[]>;

/** A message takes up to three actions. */
const AT_ONCE = 16;

const isUnderWay = ({ direction, status }: Item): boolean => direction === 'SEND' && status === 'SENDING';

const actionsOf = (item: Item): readonly Action[] => {
  const message = messageFrom(item);
  const { partnerId, alias } = message;
  return [
    deletionOf(item),
    ...(alias === undefined ? [] : [deletionOf(aliasKey(message, alias))]),
    ...(isUnderWay(item) ? [deletionOf(jobKey({ partnerId, id: jobOfMessage(message) }))] : []),
  ];
};

const removalOf = async function* ({ table }: PartnerStore, conversation: Conversation): Removals {
  const { first, waiting } = conversation.sequence;
  const sequence = new Set([first, ...waiting]);
  // What a connector has accepted is under way too, and as much as comes in an hour: its sequence names it no more.
  const isInSequence = (item: Item) => isUnderWay(item) && sequence.has(jobOfMessage(messageFrom(item)));
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': messagesPartition(conversation) },
    ConsistentRead: true,
  });
  const underWay: Item[] = [];
  for await (const page of pages) {
    underWay.push(...page.filter(isInSequence));
    const others = page.filter((item) => !isInSequence(item));
    for (const some of chunksOf(others, AT_ONCE)) yield some.flatMap((item) => [...actionsOf(item)]);
  }
  // With the conversation, whose sequence names them: its next messages would wait behind them for ever.
  yield [...underWay.flatMap(actionsOf), deletionOf(conversationKey(conversation))];
};

/** Those of a contact that was deleted. */
export const conversationsOfContact: FindOfContact = async function* (store, { partnerId, accountNumber, contactId }) {
  const pages = store.table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :talk)',
    ExpressionAttributeValues: { ':pk': contactKey({ partnerId, accountNumber }, contactId).pk, ':talk': TALK },
    ConsistentRead: true,
  });
  for await (const page of pages) for (const item of page) yield* removalOf(store, conversationFrom(item));
};

const listed = async function* (
  store: PartnerStore,
  accountNumber: number,
  isMeant: (key: Key) => boolean = () => true,
): Removals {
  for await (const keys of listedAt(store.table, talksPartition(store.partnerId, accountNumber))) {
    const items = await store.table.batchGet(keys.filter(isMeant));
    for (const item of items) yield* removalOf(store, conversationFrom(item));
  }
};

export const conversationsOfLocation: FindDependents = (store, { accountNumber, number }) =>
  listed(store, accountNumber, ({ sk }) => sk === `${TALK}${number}`);

export const conversationsOfAccount: FindDependents = (store, { accountNumber }) => listed(store, accountNumber);

export const aliasesOfLocation: FindDependents = async function* ({ table, partnerId }, { number }) {
  for await (const keys of lyingAt(table, aliasesPartition(partnerId, number)))
    for (const some of chunksOf(keys, 50)) yield some.map((key) => deletionOf({ ...key }));
};
