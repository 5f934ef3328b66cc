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
export const integerFrom = (least: number, problem: string) =>
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
  description: `Lists the contacts of an account, or those mapped to one of its locations, sorted by last activity, the most recent
first. Contacts with the same time are sorted by id.

- \`totalCount\` counts all matches, not only this page. \`page\` × \`size\` + \`size\` is at most 100,000.
- The list includes a write within a second. A contact that is written while you page moves to the front: to miss
  none, use \`order=asc\`.
- A contact without activity has its creation as the last activity.`,
  query: {
    businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    page: {
      required: true,
      description: 'Page number, from 0',
      schema: { ...integerFrom(0, 'must be a whole number from 0'), maximum: 99_999 },
    },
    size: {
      required: true,
      description: 'Contacts per page, 1 to 1000',
      schema: { ...integerFrom(1, 'must be a whole number from 1'), maximum: 1000 },
    },
    sortby: { description: 'Sort field', schema: { enum: ['lastActivityOn'] } },
    order: {
      description: 'Sort direction; `desc` by default',
      schema: { enum: ['asc', 'desc'] },
      folds: 'lower',
    },
  },
  request: {
    title: 'ContactListQuery',
    type: 'object',
    properties: {
      startDate: field(day, 'First day of the last activity, MM/DD/YYYY, in UTC', '01/01/2021'),
      endDate: field(day, 'Last day, MM/DD/YYYY', '12/31/2022'),
    },
  },
  depth: { start: 'page', size: 'size', inPages: true, tooDeep: laterErrors.pageTooDeep, usual: 100 },
  bodyOptional: true,
  reply: {
    title: 'ContactList',
    type: 'object',
    required: ['page', 'size', 'totalPages', 'totalCount', 'customers'],
    properties: {
      page: field(count, 'Page number, from 0', 0),
      size: field(count, 'Contacts of a page', 25),
      totalPages: field(count, 'Number of pages', 1),
      totalCount: field(count, 'Number of contacts', 1),
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
                '`DD MMM YYYY hh:mm AM UTC`; empty if unknown',
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
