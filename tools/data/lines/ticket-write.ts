/** Writes the line of a ticket: the ticket, its activity, and what leads to it. */
import { isDeepStrictEqual } from 'node:util';
import { chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { checkRecordBytes, recordBytes } from '../../../lib/dynamodb/table/record-size.ts';
import { deletionOf, updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { ACTIVITY_PREFIX, ticketActivityFrom, ticketActivityItem } from '../../../lib/tickets/repository/activity.ts';
import {
  type StoredTicket,
  type Ticket,
  type TicketOwner,
  ticketChanges,
  ticketFrom,
  ticketItem,
  ticketKey,
  ticketOfItem,
  ticketOfKey,
} from '../../../lib/tickets/repository/ticket.ts';
import { allLying } from '../lying.ts';
import { isOwn, landed, noteNew, noteUpdate } from '../sent-writes.ts';
import { asLoaded, IF_NEW } from '../upsert.ts';
import { differingFields, type LoadContext, refused, type Written } from './line.ts';
import { type TicketRead, ticketLineFrom } from './ticket-lines.ts';
import { madeOf } from './ticket-made.ts';

/** So many activities are written at once: a transaction takes 100 actions. */
const AT_ONCE = 90;

/** What leads from the review or the response to the ticket: to one that is not closed. */
const pointerActions = (owner: TicketOwner, before: StoredTicket | undefined, after: Ticket): readonly Action[] => {
  const key = ticketOfKey(owner.partnerId, after);
  const [was, is] = [before !== undefined && before.status !== 'closed', after.status !== 'closed'];
  if (!key || was === is) return [];
  const own = {
    ConditionExpression: `${IF_NEW} OR ticketId = :id`,
    ExpressionAttributeValues: { ':id': after.ticketId },
  };
  return [is ? { Put: { Item: ticketOfItem(owner, after, key), ...own } } : { Delete: { Key: key, ...own } }];
};

const transactAll = async ({ table }: LoadContext, actions: readonly Action[]): Promise<void> => {
  for (const some of chunksOf(actions, AT_ONCE))
    if (await table.transact(some)) throw new StoreUnavailable('the activity of a ticket was not written');
};

export const writeTicket = async (context: LoadContext, line: TicketRead): Promise<Written> => {
  const place = await context.owners.ofBusiness(line.businessNumber);
  if (!place) return refused(`business ${line.businessNumber} does not exist`);
  const owner = { partnerId: place.partnerId, accountNumber: place.accountNumber };
  const made = await madeOf(context, owner, line);
  if ('refused' in made) return made;
  const { ticket, activities } = made;
  const found = await context.table.get(ticketKey(owner, line.ticketId));
  if (found && found.businessNumber !== line.businessNumber)
    return refused(`ticket ${line.ticketId} is of business ${found.businessNumber}`);
  const before = found && ticketFrom(found);
  const stored = found ? await allLying(context.table, String(found.pk), ACTIVITY_PREFIX) : [];
  const wanted = ticketLineFrom(ticket, activities);
  const fields = before ? differingFields(ticketLineFrom(before, stored.map(ticketActivityFrom)), wanted) : [];
  const sent = found && landed(context.sent, found);
  if (before && fields.length === 0) return sent ?? { outcome: 'unchanged' };
  if (found && found.version !== found.loadedVersion && !context.force) return sent ?? { outcome: 'changed', fields };
  const outcome = sent ?? (found ? ({ outcome: 'updated', fields } as const) : ({ outcome: 'loaded' } as const));
  const items = activities.map((each) => ticketActivityItem(owner, ticket, each));
  for (const each of [ticketItem(owner, ticket), ...items]) checkRecordBytes(recordBytes(each));
  if (context.dryRun) return outcome;
  const kept = new Set(items.map(keyText));
  const activity: readonly Action[] = [
    ...items.map((Item) => ({ Put: { Item } })),
    ...stored.filter((item) => !kept.has(keyText(item))).map(deletionOf),
  ];
  const fresh = asLoaded(ticketItem(owner, ticket), context);
  const loadedVersion = Number(found?.version) + 1;
  if (outcome.outcome === 'updated' && found) noteUpdate(context.sent, outcome, loadedVersion);
  else noteNew(context.sent, fresh);
  const own: Action = found
    ? updateAction(
        found,
        { ...replaced(found, fresh), ...ticketChanges(owner, ticket), loadedVersion },
        { quiet: !context.events },
      )
    : { Put: { Item: fresh, ConditionExpression: IF_NEW } };
  // With the ticket, so that it is refused, cut off or changed by its partner as a whole. The rest of very many follows.
  const outcomeOf = await context.table.transact([
    own,
    ...pointerActions(owner, before, ticket),
    ...activity.slice(0, AT_ONCE),
  ]);
  const isOther = outcomeOf !== undefined && !outcomeOf.failed.has(0);
  if (isOther) return refused('another ticket of the same review or response is not closed');
  if (outcomeOf && !isOwn(outcomeOf, fresh)) throw new StoreUnavailable('other writers keep changing the ticket');
  await transactAll(context, activity.slice(AT_ONCE));
  return outcome;
};

/** The attributes that never change by an operation, and may by a line. */
const replaced = (found: Item, fresh: Item): Item => {
  const names = [
    'ticketType',
    'source',
    'externalId',
    'surveyId',
    'surveyResponseId',
    'rating',
    'happenedAt',
    'tags',
    'created',
    'first',
  ];
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(found[name], fresh[name])).map((name) => [name, fresh[name] ?? null]),
  );
};
