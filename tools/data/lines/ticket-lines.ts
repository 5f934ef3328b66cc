/** The line of a ticket: its fields, and how it is made of a ticket with its activity. Pure. */
import { caseKey } from '../../../lib/contract/text.ts';
import { timeOfActivity, type WrittenActivity } from '../../../lib/tickets/repository/activity.ts';
import type { Actor, QuestionParam, Ticket, TicketStatus, TicketType } from '../../../lib/tickets/repository/ticket.ts';
import type { ExportedLine } from './line.ts';

export interface ActivityLine {
  readonly type: 'comment' | 'assigned' | 'status';
  readonly at: string;
  readonly by?: string;
  readonly comment?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface TicketLine {
  readonly businessNumber: number;
  readonly ticketId: number;
  readonly ticketType: TicketType;
  readonly status: TicketStatus;
  readonly createdAt: string;
  readonly assignedTo?: string;
  readonly externalId?: string;
  readonly customerId?: number;
  readonly description?: string;
  readonly sourceType?: string;
  readonly surveyId?: number;
  readonly surveyResponseId?: number;
  readonly additionalParams?: readonly QuestionParam[];
  readonly tags?: readonly string[];
  readonly activities?: readonly ActivityLine[];
  /** Ids of users among the emails, by which a user is erased. */
  readonly userIds?: readonly { readonly emailId: string; readonly userId: number }[];
}

/** A line with its times in epoch milliseconds, activities in their order. */
export interface TicketRead extends TicketLine {
  readonly tags: readonly string[];
  readonly created: number;
  readonly rows: readonly (ActivityLine & { readonly time: number })[];
}

const known = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''));

const activityLines = ({ mark, by, comment, changes }: WrittenActivity): readonly object[] => {
  const of = { at: new Date(timeOfActivity(mark)).toISOString(), ...(by && { by: by.email }) };
  if (comment !== undefined) return [{ type: 'comment', ...of, comment }];
  return (changes ?? []).map((change) =>
    known(
      change.type === 'status'
        ? { ...change, ...of }
        : { type: change.type, ...of, from: change.from?.email, to: change.to?.email },
    ),
  );
};

const actorsIn = (ticket: Ticket, activities: readonly WrittenActivity[]): readonly Actor[] => {
  const all = [
    ticket.assignee,
    ...activities.flatMap(({ by, changes = [] }) => [
      by,
      ...changes.flatMap((change) => (change.type === 'assigned' ? [change.from, change.to] : [])),
    ]),
  ];
  return all.filter((actor) => actor !== undefined);
};

/** The line that makes a ticket with its activities. */
export const ticketLineFrom = (ticket: Ticket, activities: readonly WrittenActivity[]): ExportedLine => {
  const { businessNumber, ticketId, ticketType, status, assignee, externalId, customerId, source, created } = ticket;
  const { surveyId, surveyResponseId, additionalParams, tags } = ticket;
  const ids = new Map(
    actorsIn(ticket, activities).flatMap(({ email, userId }) =>
      userId === undefined ? [] : [[caseKey(email), userId]],
    ),
  );
  const rows = activities.flatMap(activityLines);
  return {
    type: 'ticket',
    businessNumber,
    ticketId,
    ticketType,
    status,
    createdAt: new Date(created).toISOString(),
    ...known({
      assignedTo: assignee?.email,
      externalId,
      customerId,
      description: activities.find(({ description }) => description !== undefined)?.description,
      sourceType: ticketType === 'untagged' ? source : undefined,
      surveyId,
      surveyResponseId,
      additionalParams,
    }),
    ...(tags.length > 0 && { tags }),
    ...(rows.length > 0 && { activities: rows }),
    ...(ids.size > 0 && { userIds: [...ids].map(([emailId, userId]) => ({ emailId, userId })) }),
  };
};
