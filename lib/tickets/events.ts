/** Events of tickets (docs/decisions.md: events). They hold numbers and names of fields alone. Pure. */
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { TICKET, type Ticket, ticketFrom } from './repository/ticket.ts';

/** What was said or done. */
const changedOf = (before: Ticket, after: Ticket): readonly string[] => [
  ...(before.assignee?.email === after.assignee?.email ? [] : ['assignedTo']),
  ...(before.status === after.status ? [] : ['status']),
  ...(before.comments === after.comments ? [] : ['comment']),
];

export const ticketEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== TICKET) return [];
  const after = ticketFrom(newImage as Item);
  const changed = oldImage && changedOf(ticketFrom(oldImage as Item), after);
  if (changed?.length === 0) return [];
  const { ticketId, businessNumber, accountNumber, customerId = null } = after;
  return [
    {
      type: changed ? 'TICKET_UPDATED' : 'TICKET_CREATED',
      partnerId: String(newImage.partnerId),
      accountNumber,
      businessIds: [businessNumber],
      data: { ticketId, businessId: businessNumber, accountNumber, customerId, ...(changed && { changed }) },
    },
  ];
};
