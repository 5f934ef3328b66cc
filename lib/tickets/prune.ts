/** Removes changes of status and assignee that a ticket no longer keeps, after an update. */
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Key } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { keyOf } from '../dynamodb/writes/dependent-items.ts';
import { ACTIVITY_PREFIX, MOST_CHANGES } from './repository/activity.ts';
import { type TicketOwner, ticketPartition } from './repository/ticket.ts';
import type { TicketWrite } from './repository/tickets.ts';

/** They are removed once so many more were made, that not each update has to. */
const SURPLUS = 50;
const AT_ONCE = 25;

/** No call, unless the update has made enough of them. An interrupted removal is made up for by a later one. */
export const prune = async (
  { table }: PartnerStore,
  owner: TicketOwner,
  { before, after }: TicketWrite,
): Promise<void> => {
  const surplus = after.changes - MOST_CHANGES;
  if (surplus <= 0 || Math.floor(surplus / SURPLUS) === Math.floor((before.changes - MOST_CHANGES) / SURPLUS)) return;
  const keys: Key[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    FilterExpression: 'attribute_exists(changes)',
    ExpressionAttributeValues: { ':pk': ticketPartition(owner, after.ticketId), ':prefix': ACTIVITY_PREFIX },
    ProjectionExpression: 'pk, sk',
    ScanIndexForward: false,
  });
  for await (const page of pages) keys.push(...page.map(keyOf));
  // Each item has one change at least.
  const gone = keys.slice(MOST_CHANGES).slice(0, 2 * SURPLUS);
  for (const some of chunksOf(gone, AT_ONCE)) await table.transact(some.map((Key) => ({ Delete: { Key } })));
};
