/** What the contracts of tickets share. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { addressed } from '../../contract/parameters.ts';
import { TICKET_STATUSES, TICKET_TYPES } from '../repository/ticket.ts';

export const location = {
  businessId: addressed(laterErrors.businessNotFound, 'The number of the location'),
} as const;

export const business = {
  businessId: addressed(laterErrors.businessNotFound, 'The number of the account, or of the location of the tickets'),
} as const;

export const ticketNotFound = errors.routeNotFound;

/** Text that must not be blank. One that is left out is missing. */
export const filled = {
  type: 'string',
  'x-blank': 'check',
  allOf: [{ pattern: '\\S', 'x-errors': { pattern: 'must not be blank' } }],
} as const;

/** An email that names a user or an employee: one that no one has gets the same error, whatever its form. */
export const userEmail = filled;

export const id = { type: 'integer', format: 'int64' } as const;
const orNull = <T extends 'string' | 'integer' | 'number'>(type: T) => ({ type: [type, 'null'] }) as const;
const time = (description: string) =>
  field(text, `${description}: \`YYYY-MM-DD HH:MM:SS\`, in UTC`, '2026-02-10 09:00:00');

const assignedTo = {
  title: 'TicketAssignee',
  type: 'object',
  required: ['firstName', 'lastName', 'name', 'emailId'],
  properties: {
    firstName: field(text, 'First name; empty for someone who was removed', 'Marta'),
    lastName: field(text, 'Last name', 'Quill'),
    name: field(text, 'Both names', 'Marta Quill'),
    emailId: field(text, 'Email address; empty once the person is erased', 'marta.quill@copperkettle.example'),
  },
} as const;

const shownBusiness = {
  title: 'TicketBusiness',
  type: 'object',
  required: ['name', 'alias', 'number', 'phone'],
  properties: {
    name: field(text, 'Name of the location', 'Copper Kettle Grill'),
    alias: field(text, 'Its alias', 'Grill'),
    number: field(id, 'Its number', 700101),
    phone: field(text, 'Its phone', '(805) 555-0101'),
  },
} as const;

const reporter = {
  title: 'TicketReporter',
  type: ['object', 'null'],
  required: ['firstName', 'lastName', 'emailId', 'phone'],
  properties: {
    firstName: field(text, 'First name of the contact', 'Ada'),
    lastName: field(text, 'Last name', 'Field'),
    emailId: field(text, 'Email address', 'ada.field@mail.example'),
    phone: field(text, 'Phone number', '(805) 555-0171'),
  },
} as const;

export const shownTicket = {
  id: field(id, 'Id of the ticket', 770301),
  status: field({ enum: TICKET_STATUSES }, 'Its status', 'open'),
  rating: field({ ...orNull('number'), format: 'double' }, 'Rating of the review; `null` for a ticket of none', 2),
  externalId: field(orNull('string'), 'Id of the review, or your own id; `null` without one', 'maps-700101-1'),
  date: time('When the review or the response was given; for another ticket when it was created'),
  postedOn: time('The same'),
  updateDate: time('When the ticket was last changed or commented on'),
  created: time('When the ticket was created'),
  description: field(
    text,
    'Text of the ticket; for a review without one the text of the review',
    'We waited forty minutes.',
  ),
  activityCount: field({ type: 'integer' }, 'The number of its activities', 2),
  assignedTo: field(assignedTo, 'The assignee'),
  business: field(shownBusiness, 'The location'),
  source: field(
    {
      title: 'TicketSource',
      type: 'object',
      required: ['name'],
      properties: { name: field(text, 'Name of the review source, `Survey`, or how the customer asked', 'Maps') },
    },
    'Source of the ticket',
  ),
  ticketType: field({ enum: TICKET_TYPES }, 'Type of the ticket', 'review'),
  tags: field({ type: 'array', items: text }, 'Its tags', ['service']),
  reporter: field(reporter, 'The contact with its current data; `null` if there is none, or it was deleted'),
  customerId: field({ ...orNull('integer'), format: 'int64' }, 'Id of the contact; `null` without one', 41001),
  surveyId: field({ ...orNull('integer'), format: 'int64' }, 'The survey of a response; else `null`', 750001),
  surveyResponseId: field({ ...orNull('integer'), format: 'int64' }, 'The response; else `null`', 770205),
} as const;

export const SHOWN = [
  ...(['id', 'status', 'rating', 'externalId', 'date', 'postedOn', 'updateDate', 'created', 'description'] as const),
  ...(['activityCount', 'assignedTo', 'business', 'source', 'ticketType', 'tags', 'reporter', 'customerId'] as const),
  ...(['surveyId', 'surveyResponseId'] as const),
] as const;

/** The response that has the id of a ticket alone. */
export const ticketIdReply = (title: string, description: string) =>
  ({
    title,
    type: 'object',
    required: ['ticketId'],
    properties: { ticketId: field(id, description, 770301) },
  }) as const;
