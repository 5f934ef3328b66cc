/** What happened with a ticket: an item for each write of it, in the ticket's partition. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { type Actor, actorFrom, type Ticket, type TicketOwner, type TicketStatus, ticketPartition } from './ticket.ts';

export const TICKET_ACTIVITY = 'ticketActivity';

/** So many comments a ticket may have, and so many changes of status and assignee are kept, the newest. */
export const MOST_COMMENTS = 500;
export const MOST_CHANGES = 500;

/** A change of the assignee or of the status. */
export type Change =
  | { readonly type: 'assigned'; readonly from?: Actor | undefined; readonly to?: Actor | undefined }
  | { readonly type: 'status'; readonly from: TicketStatus; readonly to: TicketStatus };

/** Of one write: who made it, and either the creation, a comment, or changes. */
export interface WrittenActivity {
  readonly mark: string;
  readonly by?: Actor | undefined;
  /** Of the creation alone; it may be empty. */
  readonly description?: string;
  readonly comment?: string;
  readonly changes?: readonly Change[];
}

export const ACTIVITY_PREFIX = 'ACT#';

export const ticketActivityKey = (owner: TicketOwner, ticketId: number, mark: string): Key => ({
  pk: ticketPartition(owner, ticketId),
  sk: `${ACTIVITY_PREFIX}${mark}`,
});

/** Epoch milliseconds of an activity, by its mark. */
export const timeOfActivity = (mark: string): number => Number(mark.slice(0, 13));

const storedChange = (change: Change) =>
  change.type === 'status'
    ? change
    : {
        type: change.type,
        from: change.from?.email,
        fromId: change.from?.userId,
        to: change.to?.email,
        toId: change.to?.userId,
      };

const withoutBlanks = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** The attributes that name who and what. */
export const activityRecord = ({ by, description, comment, changes }: Omit<WrittenActivity, 'mark'>) =>
  withoutBlanks({
    by: by?.email,
    byId: by?.userId,
    description,
    comment,
    changes: changes?.map((change) => withoutBlanks(storedChange(change))),
  });

/** Words of a customer's ticket name the customer, so that they are erased with them. */
export const ticketActivityItem = (
  owner: TicketOwner,
  { ticketId, businessNumber, customerId }: Pick<Ticket, 'ticketId' | 'businessNumber' | 'customerId'>,
  { mark, ...activity }: WrittenActivity,
): Item =>
  itemOf(
    TICKET_ACTIVITY,
    {
      ...owner,
      businessNumber,
      ticketId,
      ...(customerId !== undefined && { customerId }),
      at: timeOfActivity(mark),
      ...activityRecord(activity),
    },
    ticketActivityKey(owner, ticketId, mark),
  );

const changeFrom = (change: Item): Change =>
  change.type === 'status'
    ? { type: 'status', from: change.from as TicketStatus, to: change.to as TicketStatus }
    : { type: 'assigned', from: actorFrom(change.from, change.fromId), to: actorFrom(change.to, change.toId) };

/** The opposite of `ticketActivityItem`. */
export const ticketActivityFrom = (item: Item): WrittenActivity => ({
  mark: String(item.sk).slice(ACTIVITY_PREFIX.length),
  by: actorFrom(item.by, item.byId),
  ...(item.description !== undefined && { description: String(item.description) }),
  ...(item.comment !== undefined && { comment: String(item.comment) }),
  ...(item.changes !== undefined && { changes: (item.changes as readonly Item[]).map(changeFrom) }),
});
