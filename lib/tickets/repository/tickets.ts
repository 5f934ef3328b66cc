/** The tickets of a partner's accounts: found and written. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { type Key, keyText } from '../../dynamodb/table/keys.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { keyOf, unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { ACTIVITY_PREFIX, ticketActivityFrom, ticketActivityItem, type WrittenActivity } from './activity.ts';
import {
  leadsTo,
  type StoredTicket,
  type Ticket,
  type TicketOwner,
  ticketChanges,
  ticketFrom,
  ticketItem,
  ticketKey,
  ticketOfItem,
  ticketOfKey,
  ticketPartition,
} from './ticket.ts';

/** A ticket before and after a write, with what is noted of it. */
export interface TicketWrite {
  readonly before: StoredTicket;
  readonly after: Ticket;
  readonly activity: Omit<WrittenActivity, 'mark'>;
}

/** The ticket that a review or a response leads to, before and after a write. */
export interface PointerChange {
  readonly key: Key;
  readonly from: number | undefined;
  readonly to: Ticket | undefined;
}

const IF_NEW = 'attribute_not_exists(pk)';

const pointerAction = (owner: TicketOwner, { key, from, to }: PointerChange): Action => {
  const condition = from === undefined ? { ConditionExpression: IF_NEW } : leadsTo(from);
  return to ? { Put: { Item: ticketOfItem(owner, to, key), ...condition } } : { Delete: { Key: key, ...condition } };
};

export const tickets = ((store) => {
  const { table, partnerId } = store;
  return {
    /** Those that are there of these ids, by id. One call for a hundred. */
    some: async (owner: TicketOwner, ids: readonly number[]): Promise<ReadonlyMap<number, StoredTicket>> => {
      const keys = ids.filter((id) => Number.isSafeInteger(id) && id > 0).map((id) => ticketKey(owner, id));
      const items = keys.length > 0 ? await table.batchGet(keys) : [];
      return new Map(items.map((item) => [Number(item.ticketId), ticketFrom(item)]));
    },

    /** The id of the ticket of each review or response that is not closed, by key (`keyText`). One call. */
    pointers: async (keys: readonly Key[]): Promise<ReadonlyMap<string, number>> => {
      const items = keys.length > 0 ? await table.batchGet(keys) : [];
      return new Map(items.map((item) => [keyText(keyOf(item)), Number(item.ticketId)]));
    },

    /** All activity of a ticket, in the order in which it happened. One call for each MB. */
    activities: async (owner: TicketOwner, ticketId: number): Promise<readonly WrittenActivity[]> => {
      const found: WrittenActivity[] = [];
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': ticketPartition(owner, ticketId), ':prefix': ACTIVITY_PREFIX },
        ConsistentRead: true,
      });
      for await (const page of pages) found.push(...page.map(ticketActivityFrom));
      return found;
    },

    /** Puts a new ticket, with what goes with it. One call. @throws ItemTooLarge */
    create: (
      owner: TicketOwner,
      ticket: Ticket,
      { mark, description, others }: { mark: string; description: string; others: readonly Action[] },
    ): Promise<Written> => {
      const item: Item = { ...ticketItem(owner, ticket), p0: mark };
      checkRecordBytes(Number(item.bytes));
      const key = ticketOfKey(partnerId, ticket);
      const { ticketId } = ticket;
      const landed = async () => (await table.get(ticketKey(owner, ticketId))) !== undefined;
      return write(store, {
        strategy: creation(landed),
        actions: [
          { Put: { Item: item, ConditionExpression: IF_NEW } },
          { Put: { Item: ticketActivityItem(owner, ticket, { mark, description }) } },
          ...(key ? [pointerAction(owner, { key, from: undefined, to: ticket })] : []),
          ...others,
        ],
        basedOn: [0],
        mark,
        result: { ticketId },
      });
    },

    /** Takes the idempotency key for a ticket that a review or a response has already. */
    keepPointer: (key: Key, ticketId: number): Promise<Written> =>
      takeKey(store, [{ ConditionCheck: { Key: key, ...leadsTo(ticketId) } }], { result: { ticketId } }),

    /** Writes several tickets on what was read, all or none. One call. */
    write: (
      owner: TicketOwner,
      writes: readonly [TicketWrite, ...TicketWrite[]],
      pointers: readonly PointerChange[],
    ): Promise<Written> => {
      const mark = markAbove(...writes.map(({ before }) => before.item));
      return write(store, {
        strategy: withDependents,
        actions: [
          ...writes.map(({ before, after }) => updateAction(before.item, ticketChanges(owner, after), { mark })),
          ...writes.map(
            ({ after, activity }): Action => ({
              Put: { Item: ticketActivityItem(owner, after, { ...activity, mark }) },
            }),
          ),
          ...pointers.map((pointer) => pointerAction(owner, pointer)),
        ],
        basedOn: [versionOf(writes[0].before.item)],
        mark,
      });
    },

    /** Takes the idempotency key for tickets that stay as they are. */
    keep: (all: readonly [StoredTicket, ...StoredTicket[]]): Promise<Written> =>
      takeKey(
        store,
        all.map(({ item }) => unchangedAction(item)),
        { mark: newestMark(all[0].item) },
      ),
  };
}) satisfies Opened<unknown>;
