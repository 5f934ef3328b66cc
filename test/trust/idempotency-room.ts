/**
 * Subscriptions and cards are made again and again, and an account has fifty of the ones, a location twenty of the others:
 * those that were made go, before the next are.
 */

import { cardsKey } from '../../lib/cards/repository/cards.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { operations } from '../../lib/operations.ts';
import { subscriptionsPartition } from '../../lib/subscriptions/repository/subscription.ts';
import { demoPartner } from '../../tools/local/demo.ts';

const parametersOf = (id: string) => operations.find((each) => each.id === id)!.cases.parameters;

const account = Number(parametersOf('subscribe').businessId);
/** No data file brings a card of it. */
const placeOfCards = cardsKey(demoPartner, Number(parametersOf('createCard')['x-business-number']));

const made = async (table: Table): Promise<readonly Item[]> => {
  const found: Item[] = [];
  const ofAccount = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': subscriptionsPartition(demoPartner, account) },
  };
  for await (const items of table.query(ofAccount)) found.push(...items);
  return found;
};

/** @returns removes what has come to the subscriptions and cards since */
export const roomOf = async (table: Table): Promise<() => Promise<void>> => {
  const kept = new Set((await made(table)).map(({ id }) => id));
  if (await table.get(placeOfCards)) throw new Error('The location of the example has cards of its own');
  return async () => {
    // As often as it was written it stays written: each write adds one to its version.
    if (await table.get(placeOfCards)) {
      const none = { ExpressionAttributeValues: { ':none': [] } };
      await table.update({ Key: placeOfCards, UpdateExpression: 'SET cards = :none', ...none });
    }
    for (const { pk, sk, id } of await made(table)) {
      if (!kept.has(id)) await table.remove({ Key: { pk: String(pk), sk: String(sk) } });
    }
  };
};
