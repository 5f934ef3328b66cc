/** List contacts: those of an account or a location, by their last activity. */
import { text } from '../../contract/atoms.ts';
import { day } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const count = { type: 'integer' } as const;

/** A whole number in a parameter or a field. */
export const wholeFrom = (least: number, problem: string) =>
  ({
    type: 'integer',
    minimum: least,
    'x-errors': { type: problem, minimum: problem },
  }) as const;

export const listContacts = {
  id: 'listContacts',
  module: 'contacts',
  method: 'POST',
  path: '/v2/customer/list',
  summary: 'List contacts',
  tag: 'Contacts',
  description: `The contacts of an account, or of one of its locations those that are mapped to it, the last active ones first.
Contacts of one moment are in order of their ids.

- \`totalCount\` counts all of them, whatever the page. \`page\` × \`size\` + \`size\` is at most 100,000.
- A list follows a write within a second. A contact that is written while you page moves to the front: to miss none, list
  with \`order=asc\`.
- The last activity of a contact without any is its creation.`,
  query: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    page: {
      required: true,
      description: 'The page, from 0',
      schema: { ...wholeFrom(0, 'must be a whole number from 0'), maximum: 99_999 },
    },
    size: {
      required: true,
      description: 'Contacts of a page, 1 to 1000',
      schema: { ...wholeFrom(1, 'must be a whole number from 1'), maximum: 1000 },
    },
    sortby: { description: 'The order; there is this one', schema: { enum: ['lastActivityOn'] } },
    order: {
      description: 'Its direction; `desc` unless it is sent',
      schema: { enum: ['asc', 'desc'] },
      folds: 'lower',
    },
  },
  request: {
    title: 'ContactListQuery',
    type: 'object',
    properties: {
      startDate: field(day, 'MM/DD/YYYY, the first day of the last activity, in UTC', '01/01/2021'),
      endDate: field(day, 'MM/DD/YYYY, the last one', '12/31/2022'),
    },
  },
  depth: { start: 'page', size: 'size', inPages: true, tooDeep: laterErrors.pageTooDeep, usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'ContactList',
    type: 'object',
    required: ['page', 'size', 'totalPages', 'totalCount', 'customers'],
    properties: {
      page: field(count, 'The page, from 0', 0),
      size: field(count, 'Contacts of a page', 25),
      totalPages: field(count, 'How many pages there are', 1),
      totalCount: field(count, 'How many contacts there are', 1),
      customers: field(
        {
          type: 'array',
          items: {
            title: 'ListedContact',
            type: 'object',
            required: ['customerId', 'name', 'email', 'phone', 'lastActivityWithTime'],
            properties: {
              customerId: field({ type: 'integer', format: 'int64' }, 'Id of the contact', 41001),
              name: field(text, 'First and last name', 'Ada Field'),
              email: field(text, 'Email address', 'ada.field@mail.example'),
              phone: field(text, 'Phone number', '(805) 555-0171'),
              lastActivityWithTime: field(
                text,
                '`DD MMM YYYY hh:mm AM UTC`; empty where nothing is known',
                '12 Jan 2021 12:00 AM UTC',
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
  },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
