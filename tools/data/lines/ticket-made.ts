/** The ticket and the activity that a line makes. */
import { sortableTime } from '../../../lib/dynamodb/table/keys.ts';
import type { Change, WrittenActivity } from '../../../lib/tickets/repository/activity.ts';
import type { Actor, Ticket, TicketOwner, TicketStatus } from '../../../lib/tickets/repository/ticket.ts';
import type { LoadContext } from './line.ts';
import { aboutTicket, actorsOf, isErasedCustomer } from './ticket-context.ts';
import type { ActivityLine, TicketRead } from './ticket-lines.ts';

/** A mark that follows from the line: loading it again writes the same items. Marks of one moment sort by their place. */
const markOf = (time: number, place: number): string =>
  `${sortableTime(Math.max(0, time))}-${place.toString(16).padStart(16, '0')}`;

const changeOf = ({ type, from, to }: ActivityLine, actor: (email?: string) => Actor | undefined): Change =>
  type === 'status'
    ? { type, from: from as TicketStatus, to: to as TicketStatus }
    : { type: 'assigned', from: actor(from), to: actor(to) };

export type Made = { readonly ticket: Ticket; readonly activities: readonly WrittenActivity[] };

/** Or why the line can make none. */
export const madeOf = async (
  context: LoadContext,
  owner: TicketOwner,
  line: TicketRead,
): Promise<Made | { refused: string }> => {
  const about = await aboutTicket(context, owner, line);
  if ('refused' in about) return about;
  const actor = await actorsOf(context, owner, line);
  const isErased = await isErasedCustomer(context, owner, line.customerId);
  const first = markOf(line.created, 0);
  const activities = line.rows.map(
    (row, index): WrittenActivity => ({
      mark: markOf(row.time, index + 1),
      by: actor(row.by),
      ...(row.comment === undefined ? { changes: [changeOf(row, actor)] } : { comment: isErased ? '' : row.comment }),
    }),
  );
  const assignee = actor(line.assignedTo);
  const comments = activities.filter(({ comment }) => comment !== undefined).length;
  const ticket: Ticket = {
    accountNumber: owner.accountNumber,
    businessNumber: line.businessNumber,
    ticketId: line.ticketId,
    status: line.status,
    ticketType: line.ticketType,
    ...(line.externalId !== undefined && { externalId: line.externalId }),
    ...about,
    ...(line.customerId !== undefined && !isErased && { customerId: line.customerId }),
    ...(line.additionalParams && !isErased && { additionalParams: line.additionalParams }),
    ...(assignee && { assignee }),
    tags: line.tags,
    created: line.created,
    updated: Math.max(line.created, ...line.rows.map(({ time }) => time)),
    comments,
    changes: activities.length - comments,
    first,
  };
  const description = isErased ? '' : (line.description ?? '');
  return { ticket, activities: [{ mark: first, description }, ...activities] };
};
