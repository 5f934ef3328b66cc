/** Tickets and their activity as the operations answer them. Pure. */
import { findReviewSource } from '../catalog/review-sources.ts';
import { type Change, MOST_CHANGES, timeOfActivity, type WrittenActivity } from './repository/activity.ts';
import type { Ticket } from './repository/ticket.ts';

/** What is known of a ticket next to its record. */
export interface Shown {
  readonly description: string;
  readonly assignedTo: object;
  readonly business: { readonly name: string; readonly alias: string; readonly phone: string };
  /** The contact as it is now; `null` if there is none, or it is gone. */
  readonly reporter: object | null;
}

/** `YYYY-MM-DD HH:MM:SS`, in UTC. @param at - epoch milliseconds */
export const shownTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const sourceName = ({ ticketType, source }: Ticket): string => {
  if (ticketType === 'survey') return 'Survey';
  return ticketType === 'review' ? (findReviewSource(source)?.sourceName ?? source) : source;
};

export const activityCountOf = ({ comments, changes }: Ticket): number =>
  1 + comments + Math.min(changes, MOST_CHANGES);

export const ticketReply = (ticket: Ticket, { description, assignedTo, business, reporter }: Shown) => {
  const { ticketId, status, rating = null, externalId = null, happenedAt, updated, created, businessNumber } = ticket;
  const { ticketType, tags, customerId = null, surveyId = null, surveyResponseId = null } = ticket;
  const { name, alias, phone } = business;
  const happened = shownTime(happenedAt);
  return {
    id: ticketId,
    status,
    rating,
    externalId,
    date: happened,
    postedOn: happened,
    updateDate: shownTime(updated),
    created: shownTime(created),
    description,
    activityCount: activityCountOf(ticket),
    assignedTo,
    business: { name, alias, number: businessNumber, phone },
    source: { name: sourceName(ticket) },
    ticketType,
    tags,
    reporter,
    customerId,
    surveyId,
    surveyResponseId,
  };
};

const changeReply = (change: Change) =>
  change.type === 'status'
    ? { type: change.type, comment: null, from: change.from, to: change.to }
    : { type: change.type, comment: null, from: change.from?.email ?? null, to: change.to?.email ?? null };

const rowsOf = ({ comment, changes }: WrittenActivity) => {
  if (changes) return changes.map(changeReply);
  return [{ type: comment === undefined ? 'created' : 'comment', comment: comment ?? null, from: null, to: null }];
};

/** The activity of a ticket, oldest first; of its changes the newest 500. */
export const activitiesReply = (activities: readonly WrittenActivity[]) => {
  const rows = activities.flatMap((activity) =>
    rowsOf(activity).map((row) => ({
      at: new Date(timeOfActivity(activity.mark)).toISOString(),
      by: activity.by?.email ?? null,
      ...row,
    })),
  );
  const isChange = ({ type }: { readonly type: string }) => type === 'assigned' || type === 'status';
  let surplus = rows.filter(isChange).length - MOST_CHANGES;
  return rows.filter((row) => !(isChange(row) && surplus-- > 0));
};
