/** The line of a ticket, with what was done with it. */
import { valueIn } from '../../../lib/contract/any-case.ts';
import { identifier, maxLine, maxText, text } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { ticketActivityFrom } from '../../../lib/tickets/repository/activity.ts';
import {
  SOURCE_TYPES,
  TICKET_STATUSES,
  TICKET_TYPES,
  ticketFrom,
  ticketsPartition,
} from '../../../lib/tickets/repository/ticket.ts';
import { ticketEntity } from '../../../lib/tickets/repository/ticket-entities.ts';
import { distinctTags, MOST_TAGS } from '../../../lib/tickets/rules/create-command.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { type ActivityLine, type TicketLine, type TicketRead, ticketLineFrom } from './ticket-lines.ts';
import { writeTicket } from './ticket-write.ts';
import { pointInTime, timesIn } from './times.ts';

const activity = {
  type: 'object',
  required: ['type', 'at'],
  properties: {
    type: { enum: ['comment', 'assigned', 'status'], 'x-read': 'choice' },
    at: pointInTime,
    by: text,
    // An erasure leaves it empty.
    comment: { ...maxText(4096), 'x-blank': 'check' },
    from: text,
    to: text,
  },
} as const;

const MOST_ACTIVITIES = 2000;

/** The statuses of a change from one to another; `undefined` if they are none. */
const statusesOf = (row: ActivityLine) => {
  const [from, to] = [valueIn(TICKET_STATUSES, row.from), valueIn(TICKET_STATUSES, row.to)];
  return from && to && { from, to };
};

export const ticketLine: LineKind = {
  entity: ticketEntity,
  pass: 3,
  schema: lineOf(
    {
      businessNumber: positive,
      ticketId: positive,
      ticketType: { enum: TICKET_TYPES, 'x-read': 'choice' },
      status: { enum: TICKET_STATUSES, 'x-read': 'choice' },
      createdAt: pointInTime,
    },
    {
      assignedTo: text,
      externalId: maxText(200),
      customerId: identifier,
      description: maxText(4096),
      sourceType: { enum: SOURCE_TYPES, 'x-read': 'choice' },
      surveyId: positive,
      surveyResponseId: positive,
      additionalParams: {
        type: 'array',
        maxItems: 50,
        items: {
          type: 'object',
          required: ['questionId'],
          properties: { questionId: identifier, answerId: identifier },
        },
      },
      tags: { type: 'array', items: maxLine(50), 'x-read': 'list' },
      activities: { type: 'array', maxItems: MOST_ACTIVITIES, items: activity },
      userIds: {
        type: 'array',
        items: { type: 'object', required: ['emailId', 'userId'], properties: { emailId: text, userId: positive } },
      },
    },
  ),
  read(fields) {
    const line = fields as unknown as TicketLine;
    const { ticketId, businessNumber, ticketType, activities = [] } = line;
    const created = timesIn(line, ['createdAt']);
    if ('refused' in created) return created;
    const rows: (ActivityLine & { readonly time: number })[] = [];
    for (const [index, row] of activities.entries()) {
      const read = timesIn(row, ['at'], { within: `activities[${index}].` });
      if ('refused' in read) return read;
      if ((row.type === 'comment') !== (row.comment !== undefined))
        return refused(`activities[${index}].comment must be there for a comment, and for nothing else`);
      const moved = row.type === 'status' ? statusesOf(row) : {};
      if (!moved) return refused(`activities[${index}].from and .to must be one of ${TICKET_STATUSES.join(', ')}`);
      rows.push({ ...row, ...moved, time: read.times.at! });
    }
    if (ticketType === 'review' && line.externalId === undefined) return refused('externalId is required');
    if (ticketType === 'survey' && (line.surveyId === undefined || line.surveyResponseId === undefined))
      return refused('surveyId and surveyResponseId are required');
    const tags = distinctTags(line.tags ?? []);
    if (tags.length > MOST_TAGS) return refused(`tags must have at most ${MOST_TAGS} items`);
    const read: TicketRead = {
      ...line,
      tags,
      created: created.times.createdAt!,
      rows: rows.toSorted((a, b) => a.time - b.time),
    };
    return {
      about: `ticket ${ticketId} of business ${businessNumber}`,
      // Its review or response may stand behind it.
      waits: true,
      locks: [`tickets of business ${businessNumber}`],
      write: (context) => writeTicket(context, read),
    };
  },
  lineOf: (item, parts = []) => ticketLineFrom(ticketFrom(item), parts.map(ticketActivityFrom)),
  partsAt: ({ pk }: Item) => ({ pk: String(pk), prefix: 'ACT#' }),
  ofAccount: ticketsPartition,
};
