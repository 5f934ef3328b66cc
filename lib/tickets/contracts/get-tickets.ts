/** Get tickets: lists or counts the tickets of an account or of a location. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { depthOf, pageSizeError, sizeParameter, startParameter } from '../../contract/page-size.ts';
import { SOURCE_TYPES, TICKET_STATUSES, TICKET_TYPES } from '../repository/ticket.ts';
import { business, SHOWN, shownTicket } from './shared-schemas.ts';

const MOST = 200;
export const USUAL = 25;
const MOST_VALUES = 500;

/** The error for more tickets than a request looks through, and for a page that is more than it reads. */
export const tooManyTickets: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'There are too many tickets to be listed at once; ask for fewer days with fromDate and toDate',
};
export const pageTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The tickets of this page are too large to be read at once; ask for fewer with count',
};

const texts = { type: 'array', items: text, 'x-read': 'list', maxItems: MOST_VALUES } as const;
const choices = <const V extends readonly string[]>(values: V) =>
  ({ type: 'array', items: { enum: values, 'x-read': 'choice' }, 'x-read': 'list', maxItems: MOST_VALUES }) as const;
const time = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const oneOf = (...values: readonly number[]) => ({ type: 'integer', enum: values }) as const;

export const getTickets = {
  id: 'getTickets',
  module: 'tickets',
  method: 'POST',
  path: '/v1/ticket/{businessId}/get/all',
  summary: 'Get tickets',
  tag: 'Tickets',
  description: `Lists the tickets of an account or of a location, or counts them.

- Values of one filter are alternatives; a ticket must match all filters. Omitted or blank filters are ignored. Emails, tags
  and aliases are case-insensitive.
- \`businessNumbers\` selects some locations of an account. With a location's number in the path it may name that
  location alone.
- Tickets with the same sort value are sorted by id, ascending. The list includes a write within a second.`,
  pathParameters: business,
  query: {
    op: { description: '1 counts, 3 lists; 3 by default', schema: oneOf(1, 3) },
    sIndex: startParameter,
    count: sizeParameter(MOST, USUAL),
    sortBy: {
      description: '2 when they were created, 3 the alias of the location; 2 by default',
      schema: oneOf(2, 3),
    },
    sortOrder: { description: '0 ascending, 1 descending; 1 by default', schema: oneOf(0, 1) },
    totalCount: {
      description: 'Whether the response has `totalcount`',
      schema: { type: 'boolean', 'x-errors': { type: 'must be true or false' } },
    },
  },
  depth: depthOf({ start: 'sIndex', size: 'count', most: MOST, defaultSize: USUAL }),
  bodyOptional: true,
  request: {
    title: 'TicketFilter',
    type: 'object',
    properties: {
      assignees: field(texts, 'Emails of assignees', ['marta.quill@copperkettle.example']),
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' }, maxItems: MOST_VALUES },
        'Locations of the account, at most 500',
        [700101],
      ),
      fromDate: field(time, 'Tickets created from this time on, in epoch milliseconds', 1_767_225_600_000),
      toDate: field(time, 'Tickets created up to this time, in epoch milliseconds', 1_798_761_600_000),
      sourceAliases: field(texts, 'Aliases of review sources', ['maps']),
      sourceTypes: field(choices(SOURCE_TYPES), 'How customers asked', ['Phone']),
      tagNames: field(texts, 'Tags', ['service']),
      ticketStatuses: field(choices(TICKET_STATUSES), 'Statuses', ['new', 'open']),
      ticketTypes: field(choices(TICKET_TYPES), 'Types', ['review']),
    },
  },
  reply: {
    title: 'TicketList',
    type: 'object',
    required: ['ticketDetails', 'count'],
    properties: {
      ticketDetails: field(
        { type: 'array', items: { title: 'Ticket', type: 'object', required: SHOWN, properties: shownTicket } },
        'The page; empty if they are counted',
      ),
      count: field({ type: 'integer' }, 'The number of tickets of this page', 2),
      totalcount: field({ type: 'integer' }, 'The number of tickets on all pages, if it is asked for', 2),
    },
  },
  errors: {
    pageSizeInvalid: pageSizeError(MOST),
    pageTooDeep: laterErrors.pageTooDeep,
    endBeforeStart: errors.endBeforeStart,
    businessNotFound: laterErrors.businessNotFound,
    businessIdsInvalid: errors.businessIdsInvalid,
    tooManyTickets,
    pageTooLarge,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
