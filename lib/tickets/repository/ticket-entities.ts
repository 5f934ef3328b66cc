/** What tickets declare (lib/entities.ts): and how they go with their location. */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity, FindDependents } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, ifUnchanged, keyOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { ticketEvents } from '../events.ts';
import { TICKET_ACTIVITY } from './activity.ts';
import { leadsTo, TICKET, TICKET_OF, TICKET_STATUSES, TICKET_TYPES, ticketFrom, ticketOfKey } from './ticket.ts';
import {
  eraseActorOfEmployee,
  eraseActorOfUser,
  eraseAssigneeOfEmployee,
  eraseAssigneeOfUser,
  eraseCustomer,
  eraseWords,
} from './ticket-erasure.ts';
import { ticketIndex } from './ticket-index.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { partnerId: text, accountNumber: number, businessNumber: number, ticketId: number } as const;

/** So many are removed in one transaction. */
const AT_ONCE = 25;

/** What leads from a review or a response to a ticket goes with it: it would keep another from being created. */
const pointersTo = async ({ table, partnerId }: PartnerStore, ticket: Item): Promise<readonly Action[]> => {
  const { ticketId, ...subject } = ticketFrom(ticket);
  const key = ticketOfKey(partnerId, subject);
  const pointer = key && (await table.get(key));
  return pointer?.ticketId === ticketId ? [{ Delete: { Key: keyOf(pointer), ...leadsTo(ticketId) } }] : [];
};

/**
 * The tickets of a location, each with its activity: the ticket goes last, as it is found by its place in the index, and as it
 * was read before its activity. A comment that comes meanwhile leaves it there for another turn.
 */
const ticketsOfLocation: FindDependents = async function* (store, { accountNumber, number: businessNumber }) {
  const listed = await ticketIndex(store).rows(accountNumber, {}, Number.POSITIVE_INFINITY);
  for (const { key } of (listed?.rows ?? []).filter((row) => row.businessNumber === businessNumber)) {
    const ticket = await store.table.get(key);
    for await (const page of lyingAt(store.table, key.pk, '', { consistent: true })) {
      const activity = page.filter(({ sk }) => sk !== key.sk);
      for (const some of chunksOf(activity, AT_ONCE)) yield some.map((each) => deletionOf({ ...each }));
    }
    if (ticket) yield [{ Delete: { Key: key, ...ifUnchanged(ticket) } }, ...(await pointersTo(store, ticket))];
  }
};

const pointersOfLocation: FindDependents = async function* ({ table, partnerId }, { number: businessNumber }) {
  for await (const keys of lyingAt(table, ofPartner(partnerId, 'BUSINESS', businessNumber), 'TICKET#'))
    for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
};

export const ticketEntity: Entity = {
  type: TICKET,
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#TICKET#<id>',
    sk: 'TICKET',
    index: [
      'P#<partner>#ACCOUNT#<account>#TICKETS',
      '<milliseconds of the creation>#<id>#<location>#<status and type and source>#<digests of assignee and tags>',
    ],
  },
  answers: 'What is the state of this ticket? Which tickets does this account have, by when they were created?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'accountNumber', 'businessNumber', 'ticketId', 'ticketStatus', 'ticketType', 'source'],
      ...['happenedAt', 'tags', 'created', 'updated', 'comments', 'changes', 'first', 'version', 'bytes', 'p0'],
    ],
    properties: {
      ...owned,
      ticketStatus: { enum: TICKET_STATUSES },
      ticketType: { enum: TICKET_TYPES },
      source: text,
      externalId: text,
      surveyId: number,
      surveyResponseId: number,
      customerId: number,
      assignedTo: text,
      assignedUserId: number,
      tags: { type: 'array', items: text },
      created: number,
      updated: number,
      comments: { type: 'integer', minimum: 0 },
      changes: { type: 'integer', minimum: 0 },
      first: text,
    },
  },
  exported: 'line',
  personal: {
    identifies: true,
    erased: { contact: eraseCustomer, user: eraseAssigneeOfUser, employee: eraseAssigneeOfEmployee },
  },
  events: { sends: ['TICKET_CREATED', 'TICKET_UPDATED'], of: ticketEvents },
  counts: false,
  audit: { shows: 'names', id: ({ ticketId }) => ticketId },
  removal: { withLocation: ticketsOfLocation, withAccount: 'goes with its location' },
};

export const ticketActivityEntity: Entity = {
  type: TICKET_ACTIVITY,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#TICKET#<id>', sk: 'ACT#<mark>' },
  answers: 'What was done with this ticket, when and by whom?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'businessNumber', 'ticketId', 'at'],
    properties: {
      ...owned,
      customerId: number,
      at: number,
      by: text,
      byId: number,
      description: text,
      comment: text,
      changes: { type: 'array', items: { type: 'object', required: ['type'] } },
    },
  },
  exported: { with: TICKET },
  personal: {
    identifies: true,
    erased: { contact: eraseWords, user: eraseActorOfUser, employee: eraseActorOfEmployee },
  },
  events: false,
  counts: false,
  audit: { not: 'is itself what was done, and the ticket’s changes are audited' },
  removal: { withLocation: 'goes with its ticket', withAccount: 'goes with its location' },
};

export const ticketOfEntity: Entity = {
  type: TICKET_OF,
  keys: { pk: 'P#<partner>#BUSINESS#<number>', sk: 'TICKET#<digest of the review or the response>' },
  answers: 'Which ticket of this review or response is not closed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'businessNumber', 'ticketId'],
    properties: owned,
  },
  exported: { with: TICKET },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the ticket' },
  removal: { withLocation: pointersOfLocation, withAccount: 'goes with its location' },
};
