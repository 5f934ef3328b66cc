/**
 * Tickets: one item each, with all activity next to it. The sort key of the index says what lists filter by, so that
 * exact totals are found without reading tickets.
 */
import { caseKey } from '../../contract/text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { digest, joined, type Key, ofPartner, sortable, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The types of its items. */
export const TICKET = 'ticket';
export const TICKET_OF = 'ticketOf';

export const TICKET_STATUSES = ['new', 'open', 'pending', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
export const TICKET_TYPES = ['review', 'untagged', 'survey'] as const;
export type TicketType = (typeof TICKET_TYPES)[number];
export const SOURCE_TYPES = ['Email', 'Phone', 'Chat', 'Internal', 'Social media'] as const;

/** The account that tickets belong to. */
export interface TicketOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** A user or an employee, by email. Who is a user has the id by which a user is erased. */
export interface Actor {
  readonly email: string;
  readonly userId?: number;
}

export interface QuestionParam {
  readonly questionId: number;
  readonly answerId?: number;
}

export interface Ticket {
  readonly accountNumber: number;
  readonly businessNumber: number;
  readonly ticketId: number;
  readonly status: TicketStatus;
  readonly ticketType: TicketType;
  /** Of a review its id. */
  readonly externalId?: string;
  readonly surveyId?: number;
  readonly surveyResponseId?: number;
  /** The contact whom it is about. No name, email or phone of a customer is stored. */
  readonly customerId?: number;
  /** The alias of the review source; empty for a survey; else how the customer asked. */
  readonly source: string;
  readonly rating?: number;
  /** Epoch milliseconds of the review or the response, else of the creation. */
  readonly happenedAt: number;
  /** Absent once they are erased. */
  readonly assignee?: Actor;
  readonly tags: readonly string[];
  readonly additionalParams?: readonly QuestionParam[];
  /** Epoch milliseconds. */
  readonly created: number;
  readonly updated: number;
  /** The number of comments, and of changes of status and assignee: of those so many may no longer be stored. */
  readonly comments: number;
  readonly changes: number;
  /** The mark of the activity that created it. */
  readonly first: string;
}

export interface StoredTicket extends Ticket {
  readonly item: Item;
}

/** The partition of a ticket and its activity. */
export const ticketPartition = ({ partnerId, accountNumber }: TicketOwner, ticketId: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'TICKET', ticketId);

export const ticketKey = (owner: TicketOwner, ticketId: number): Key => ({
  pk: ticketPartition(owner, ticketId),
  sk: 'TICKET',
});

/** Where the index lists the tickets of an account. */
export const ticketsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'TICKETS');

/** 48 bits: among the tags and emails of one account no two share them. */
const DIGITS = 12;
const shortDigest = ({ partnerId, accountNumber }: TicketOwner, kind: string, text: string): string =>
  digest(partnerId, accountNumber, kind, caseKey(text)).slice(0, DIGITS);

/** What stands in the index for an email, and for a tag. */
export const assigneeDigest = (owner: TicketOwner, email: string): string => shortDigest(owner, 'ASSIGNEE', email);
export const tagDigest = (owner: TicketOwner, tag: string): string => shortDigest(owner, 'TAG', tag);

/** The place of a ticket in the index. */
const placeOf = (owner: TicketOwner, ticket: Ticket): string => {
  const { created, ticketId, businessNumber, status, ticketType, source, assignee, tags } = ticket;
  const digests = [assignee ? assigneeDigest(owner, assignee.email) : '', ...tags.map((tag) => tagDigest(owner, tag))];
  return joined(
    sortableTime(Math.max(0, created)),
    sortable(ticketId),
    sortable(businessNumber),
    [status, ticketType, source].join(','),
    digests.join(','),
  );
};

/** What of an item a change of its ticket changes; `null` removes an attribute. */
export const ticketChanges = (owner: TicketOwner, ticket: Ticket) => {
  const { status, customerId, assignee, additionalParams, updated, comments, changes } = ticket;
  return {
    ticketStatus: status,
    customerId: customerId ?? null,
    assignedTo: assignee?.email ?? null,
    assignedUserId: assignee?.userId ?? null,
    additionalParams: additionalParams ?? null,
    updated,
    comments,
    changes,
    gsi1sk: placeOf(owner, ticket),
  };
};

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

/** A new item for a ticket. */
export const ticketItem = (owner: TicketOwner, ticket: Ticket): Item => {
  const { gsi1sk, ...changes } = ticketChanges(owner, ticket);
  const { status: _, assignee: __, ...rest } = ticket;
  const record = withoutNulls({ partnerId: owner.partnerId, ...rest, ...changes });
  return itemOf(
    TICKET,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...ticketKey(owner, ticket.ticketId),
      gsi1pk: ticketsPartition(owner.partnerId, ticket.accountNumber),
      gsi1sk,
    },
  );
};

/** An email in an item, with the user id next to it. */
export const actorFrom = (email: unknown, userId: unknown): Actor | undefined =>
  email === undefined || email === null
    ? undefined
    : { email: String(email), ...(typeof userId === 'number' && { userId }) };

const OPTIONAL = ['externalId', 'surveyId', 'surveyResponseId', 'customerId', 'rating', 'additionalParams'] as const;

/** The ticket that an item holds: the opposite of `ticketItem`. */
export const ticketFrom = (item: Item): StoredTicket => {
  const assignee = actorFrom(item.assignedTo, item.assignedUserId);
  return {
    accountNumber: Number(item.accountNumber),
    businessNumber: Number(item.businessNumber),
    ticketId: Number(item.ticketId),
    status: item.ticketStatus as TicketStatus,
    ticketType: item.ticketType as TicketType,
    ...Object.fromEntries(OPTIONAL.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))),
    source: String(item.source),
    happenedAt: Number(item.happenedAt),
    ...(assignee && { assignee }),
    tags: (item.tags ?? []) as readonly string[],
    created: Number(item.created),
    updated: Number(item.updated),
    comments: Number(item.comments),
    changes: Number(item.changes),
    first: String(item.first),
    item,
  };
};

/** What a ticket of a review or a response is about: it has one ticket that is not closed. */
export type Subject = Pick<Ticket, 'businessNumber' | 'ticketType' | 'externalId' | 'surveyId' | 'surveyResponseId'>;

/** The key of the item that leads from a review or a response to its ticket; `undefined` for a ticket of neither. */
export const ticketOfKey = (partnerId: string, subject: Subject): Key | undefined => {
  const { businessNumber, ticketType, externalId = '', surveyId = 0, surveyResponseId = 0 } = subject;
  if (ticketType === 'untagged') return undefined;
  const named = ticketType === 'review' ? ['REVIEW', externalId] : ['RESPONSE', surveyId, surveyResponseId];
  return {
    pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
    sk: joined('TICKET', digest(partnerId, businessNumber, ...named)),
  };
};

/** The condition that such an item leads to a ticket. */
export const leadsTo = (ticketId: number) => ({
  ConditionExpression: 'ticketId = :ticketId',
  ExpressionAttributeValues: { ':ticketId': ticketId },
});

export const ticketOfItem = (owner: TicketOwner, ticket: Ticket, key: Key): Item => {
  const { businessNumber, ticketId } = ticket;
  return itemOf(TICKET_OF, { ...owner, businessNumber, ticketId }, key);
};
