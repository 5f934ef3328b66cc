/**
 * Removes the activity of a contact that was deleted, on the condition that it is still gone. It can be cut off anywhere and
 * begun again.
 */
import type { Item } from '../dynamodb/attributes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { deletionOf } from '../dynamodb/parts.ts';
import type { Action } from '../dynamodb/transactions.ts';
import { ACTIVITY_PREFIX } from './repository/activity.ts';
import { contactTombstoneKey } from './repository/tombstone.ts';

/** A transaction takes 100 actions, one of them the condition. */
const MOST_ACTIONS = 99;

/** A removal that is continued more often does not come to an end by itself: it fails, and an alarm tells of it. */
const MOST_ROUNDS = 4000;

/** `back`: the contact is there again. `more`: there was no time for all. */
export type Sweep = 'done' | 'back' | 'more';

const placeOf = ({ partnerId }: PartnerStore, { accountNumber, contactId }: Item) =>
  contactTombstoneKey({ partnerId, accountNumber: Number(accountNumber) }, Number(contactId));

/** @param hasTime - whether there is time to go on */
export const removeActivity = async (store: PartnerStore, tombstone: Item, hasTime: () => boolean): Promise<Sweep> => {
  const { table } = store;
  const Key = placeOf(store, tombstone);
  const stillGone: Action = {
    ConditionCheck: {
      Key,
      ConditionExpression: 'p0 = :mark',
      ExpressionAttributeValues: { ':mark': tombstone.p0 },
    },
  };
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': Key.pk, ':prefix': ACTIVITY_PREFIX },
    ProjectionExpression: 'pk, sk',
    // What was written just before the deletion too.
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += MOST_ACTIONS) {
      if (!hasTime()) return 'more';
      const refused = await table.transact([stillGone, ...page.slice(start, start + MOST_ACTIONS).map(deletionOf)]);
      if (refused) return 'back';
    }
  }
  return 'done';
};

/**
 * Has the stream show the tombstone again, so that the rest is removed by another invocation. It goes on naming who deleted.
 */
export const continueActivity = async (store: PartnerStore, tombstone: Item): Promise<void> => {
  if (Number(tombstone.rounds) >= MOST_ROUNDS)
    throw new Error(`activity of a deleted contact was not removed in ${tombstone.rounds} rounds`);
  await store.table.within({ writer: undefined }).update({
    Key: placeOf(store, tombstone),
    UpdateExpression: 'SET rounds = if_not_exists(rounds, :zero) + :one',
    ConditionExpression: 'p0 = :mark',
    ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':mark': tombstone.p0 },
  });
};
