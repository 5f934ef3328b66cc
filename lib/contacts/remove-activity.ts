/**
 * Removes the activity of a contact that was deleted, on the condition that it is still gone. It can be cut off anywhere and
 * begun again.
 */
import type { Item } from '../dynamodb/attributes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { deletionOf, keyOf } from '../dynamodb/parts.ts';
import { stillGone } from '../dynamodb/tombstones.ts';
import { ACTIVITY_PREFIX } from './repository/activity.ts';

/** A transaction takes 100 actions, one of them the condition. */
const MOST_ACTIONS = 99;

/** `back`: the contact is there again. `more`: there was no time for all. */
export type Sweep = 'done' | 'back' | 'more';

/** @param hasTime - whether there is time to go on */
export const removeActivity = async (
  { table }: PartnerStore,
  tombstone: Item,
  hasTime: () => boolean,
): Promise<Sweep> => {
  const key = keyOf(tombstone);
  const condition = stillGone(key, tombstone.p0);
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': key.pk, ':prefix': ACTIVITY_PREFIX },
    ProjectionExpression: 'pk, sk',
    // What was written just before the deletion too.
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += MOST_ACTIONS) {
      if (!hasTime()) return 'more';
      const refused = await table.transact([condition, ...page.slice(start, start + MOST_ACTIONS).map(deletionOf)]);
      if (refused) return 'back';
    }
  }
  return 'done';
};
