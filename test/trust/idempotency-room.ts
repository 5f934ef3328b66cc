/**
 * Some records are made again and again, and there is a most of each: an account has fifty subscriptions, a location twenty
 * cards, a pair of locations two hundred links, a conversation twenty messages that wait. Those that were made go, before the
 * next are.
 */
import { cardsKey } from '../../lib/cards/repository/cards.ts';
import { linksAt } from '../../lib/competitors/repository/link.ts';
import { conversationKey } from '../../lib/conversations/repository/conversation.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { lyingAt } from '../../lib/dynamodb/writes/dependent-items.ts';
import { operations } from '../../lib/operations.ts';
import { subscriptionsPartition } from '../../lib/subscriptions/repository/subscription.ts';
import { demoPartner } from '../../tools/local/demo.ts';

const parametersOf = (id: string) => operations.find((each) => each.id === id)!.cases.parameters;

const exampleOf = (id: string) => operations.find((each) => each.id === id)!.cases.examples[0].body as Item;

const account = Number(parametersOf('subscribe').businessId);
const owner = { partnerId: demoPartner, accountNumber: account };
/** No data file brings a card of it. */
const placeOfCards = cardsKey(demoPartner, Number(parametersOf('createCard')['x-business-number']));

const pair = parametersOf('addAggregationLink');
const linked = linksAt({
  ...owner,
  businessNumber: Number(pair.businessNumber),
  compAccountId: Number(pair.compAccountId),
});
const conversation = conversationKey({
  ...owner,
  businessNumber: Number(parametersOf('sendMessage').businessId),
  contactId: Number(exampleOf('sendMessage').customerId),
});

/** The keys of the account's subscriptions, and of the pair's links. */
const made = async (table: Table): Promise<readonly Key[]> => {
  const found: Key[] = [];
  const consistent = { consistent: true };
  const subscriptions = lyingAt(table, subscriptionsPartition(demoPartner, account), '', consistent);
  for await (const keys of subscriptions) found.push(...keys);
  for await (const keys of lyingAt(table, linked.pk, linked.prefix, consistent)) found.push(...keys);
  return found;
};

/** @returns removes what has come to the subscriptions, links, cards and waiting messages since */
export const roomOf = async (table: Table): Promise<() => Promise<void>> => {
  const kept = new Set((await made(table)).map(keyText));
  if (await table.get(placeOfCards)) throw new Error('The location of the example has cards of its own');
  /** As the writes before the first scenario have left them: with other messages in front of it, each makes as much as the next. */
  let waiting: unknown;
  // As often as an item was written it stays written: each write adds one to its version.
  const set = async (key: Key, name: string, value: unknown): Promise<void> => {
    const values = { ExpressionAttributeNames: { '#name': name }, ExpressionAttributeValues: { ':value': value } };
    if (await table.get(key)) await table.update({ Key: key, UpdateExpression: 'SET #name = :value', ...values });
  };
  return async () => {
    await set(placeOfCards, 'cards', []);
    waiting ??= (await table.get(conversation))?.sequence;
    if (waiting !== undefined) await set(conversation, 'sequence', waiting);
    for (const key of await made(table)) {
      if (!kept.has(keyText(key))) await table.remove({ Key: key });
    }
  };
};
