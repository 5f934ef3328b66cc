/** What comments and updates make of tickets. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';
import { type Key, keyText } from '../../dynamodb/table/keys.ts';
import { type Change, MOST_COMMENTS } from '../repository/activity.ts';
import { type Actor, type StoredTicket, type Ticket, type TicketStatus, ticketOfKey } from '../repository/ticket.ts';
import type { PointerChange, TicketWrite } from '../repository/tickets.ts';

/** A ticket without its item. */
const bare = ({ item: _, ...ticket }: StoredTicket): Ticket => ticket;

/** What is done with a new ticket opens it. */
const opened = (status: TicketStatus): TicketStatus => (status === 'new' ? 'open' : status);

/** @param at - epoch milliseconds */
export const commented = (
  before: StoredTicket,
  { comment, by, at }: { readonly comment: string; readonly by: Actor; readonly at: number },
): TicketWrite | { readonly refused: ErrorEntry } => {
  if (before.comments >= MOST_COMMENTS)
    return {
      refused: invalid('ticketId', `${before.ticketId} has ${MOST_COMMENTS} comments, the most a ticket can have`),
    };
  const after = { ...bare(before), status: opened(before.status), updated: at, comments: before.comments + 1 };
  return { before, after, activity: { by, comment } };
};

/** What one row of an update asks for, once it is known who is to be assigned. */
export interface Wanted {
  readonly before: StoredTicket;
  /** Absent if no one is to be assigned, or who is already. */
  readonly assignee: Actor | undefined;
  readonly status: TicketStatus | undefined;
}

/** `undefined` if the row changes nothing. */
export const changed = (
  { before, assignee, status }: Wanted,
  { by, at }: { readonly by: Actor; readonly at: number },
): TicketWrite | undefined => {
  const changes: Change[] = [];
  if (assignee) changes.push({ type: 'assigned', from: before.assignee, to: assignee });
  if (status && status !== before.status) changes.push({ type: 'status', from: before.status, to: status });
  if (changes.length === 0) return undefined;
  const after: Ticket = {
    ...bare(before),
    status: status ?? opened(before.status),
    ...(assignee && { assignee }),
    updated: at,
    changes: before.changes + changes.length,
  };
  return { before, after, activity: { by, changes } };
};

/** The keys of the items that lead to tickets, of those that a status closes or opens again. */
export const pointersOf = (partnerId: string, writes: readonly TicketWrite[]): readonly Key[] => {
  const keys = writes
    .filter(({ before, after }) => (before.status === 'closed') !== (after.status === 'closed'))
    .flatMap(({ before }) => ticketOfKey(partnerId, before) ?? []);
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
};

/**
 * The changes of the items that lead from reviews and responses to their tickets, row by row; or, if a second ticket of
 * one would be open, the id of the first.
 *
 * @param there - the tickets that they lead to, by key
 */
export const pointerChanges = (
  partnerId: string,
  writes: readonly TicketWrite[],
  there: ReadonlyMap<string, number>,
): readonly PointerChange[] | { readonly second: Ticket; readonly first: number } => {
  const changes = new Map<string, PointerChange>();
  for (const { before, after } of writes) {
    const key = ticketOfKey(partnerId, before);
    const [wasClosed, isClosed] = [before.status === 'closed', after.status === 'closed'];
    if (!key || wasClosed === isClosed) continue;
    const name = keyText(key);
    const known = changes.get(name);
    const from = known ? known.from : there.get(name);
    const now = known ? known.to?.ticketId : from;
    if (wasClosed && now !== undefined && now !== before.ticketId) return { second: after, first: now };
    if (isClosed && now !== before.ticketId) continue;
    changes.set(name, { key, from, to: wasClosed ? after : undefined });
  }
  return [...changes.values()].filter(({ from, to }) => from !== to?.ticketId);
};
