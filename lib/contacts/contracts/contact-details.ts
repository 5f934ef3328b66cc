/** Contact details: those that were created within some days, with what is known of them. */
import { text } from '../../contract/atoms.ts';
import { neededDay } from '../../contract/dates.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { CONTACT_TYPES, SOURCE_KINDS } from '../repository/kinds.ts';
import { customField } from './get-contact.ts';
import { integerFrom } from './list-contacts.ts';

const count = { type: 'integer' } as const;
const id = { type: 'integer', format: 'int64' } as const;

/** 2347, whatever is wrong with it. */
const pageSize = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  'x-blank': 'check',
  'x-missing': '',
  'x-errors': { type: errors.pageSizeInvalid, minimum: errors.pageSizeInvalid, maximum: errors.pageSizeInvalid },
} as const;

/** 1175 for what is no number too. It stands last: what is addressed is checked after everything else. */
const businessId = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  'x-blank': 'check',
  'x-missing': '',
  'x-errors': {
    type: laterErrors.businessNotFound,
    minimum: laterErrors.businessNotFound,
    maximum: laterErrors.businessNotFound,
  },
} as const;

const flag = (what: string) => ({ description: `Whether to return ${what}`, schema: { type: 'boolean' } }) as const;

/** More is not read for a page: 1,000 read units. */
export const MOST_BLOCKS = 2000;
export const pageTooLarge = {
  ...errors.invalidRequest,
  message: 'The contacts of this page are too large to be read at once; ask for fewer with size',
};

export const contactDetails = {
  id: 'contactDetails',
  module: 'contacts',
  method: 'POST',
  path: '/v1/contact/details',
  summary: 'Contact details',
  tag: 'Contacts',
  description: `Lists the contacts of an account, or those mapped to one of its locations, that were created in a period, the oldest
first. Contacts with the same time are sorted by id. New contacts are added at the end, so pages don't shift while you
read them.

- \`totalCount\` counts all matches, not only this page. \`page\` × \`size\` is at most 60,000.
- \`mappings\` has all mappings of a contact, also if you request one location.
- A page whose contacts exceed 8 MB returns 400: use a smaller \`size\`.`,
  query: { tags: flag('tags'), customfields: flag('custom fields') },
  request: {
    title: 'ContactDetailsQuery',
    type: 'object',
    required: ['page', 'size', 'startDateUtc', 'endDateUtc', 'businessId'],
    properties: {
      startDateUtc: field(neededDay, 'First day of creation, MM/DD/YYYY, in UTC', '01/01/2021'),
      endDateUtc: field(neededDay, 'Last day, MM/DD/YYYY', '12/31/2022'),
      contactType: field(
        { enum: CONTACT_TYPES, 'x-errors': { enum: errors.contactTypeInvalid } },
        'Only leads or only customers; both if blank',
        'customer',
      ),
      sources: field(
        {
          type: 'array',
          items: { enum: SOURCE_KINDS, 'x-errors': { enum: errors.contactSourceInvalid } },
          'x-read': 'list',
          maxItems: 100,
        },
        'Only contacts that came from one of these',
        ['other', 'api'],
      ),
      page: field(integerFrom(0, 'must be a whole number from 0'), 'Page number, from 0', 0),
      size: field(pageSize, 'Contacts per page, 1 to 1000', 25),
      businessId: field(businessId, 'The number of the account, or of one of its locations', 700100),
    },
  },
  pagedBy: { start: 'page', size: 'size', counts: 'pages', usual: 100 },
  reply: {
    title: 'ContactDetailsPage',
    type: 'object',
    required: ['page', 'size', 'totalPages', 'totalCount', 'contacts'],
    properties: {
      page: field(count, 'Page number, from 0', 0),
      size: field(count, 'Contacts of a page', 25),
      totalPages: field(count, 'Number of pages', 1),
      totalCount: field(count, 'Number of contacts', 1),
      contacts: field(
        {
          type: 'array',
          items: {
            title: 'DetailedContact',
            type: 'object',
            required: ['id', 'firstName', 'lastName', 'email', 'phone', 'created', 'contactType', 'source', 'mappings'],
            properties: {
              id: field(id, 'Id of the contact', 41001),
              firstName: field(text, 'First name', 'Ada'),
              lastName: field(text, 'Last name', 'Field'),
              email: field(text, 'Email address', 'ada.field@mail.example'),
              phone: field(text, 'Phone number', '(805) 555-0171'),
              created: field(text, 'ISO 8601, in UTC', '2021-01-12T00:00:00.000Z'),
              contactType: field({ enum: CONTACT_TYPES }, 'Lead or customer', 'customer'),
              source: field({ enum: SOURCE_KINDS }, 'Source of the contact', 'other'),
              mappings: field(
                {
                  type: 'array',
                  items: {
                    title: 'ContactDetailsMapping',
                    type: 'object',
                    required: ['businessId', 'customerId'],
                    properties: {
                      businessId: field(id, 'The location', 700101),
                      customerId: field(id, 'Id of the mapping, the `cid` of get contact', 52001),
                    },
                  },
                },
                'The locations that the contact is mapped to',
              ),
              tags: field({ type: 'array', items: text }, 'Only if requested', ['vip', 'newsletter']),
              customFields: field(
                {
                  type: 'array',
                  items: customField,
                },
                'Only if requested',
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    pageSizeInvalid: errors.pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    contactTypeInvalid: errors.contactTypeInvalid,
    contactSourceInvalid: errors.contactSourceInvalid,
    resellerNotSupported: errors.resellerNotSupported,
    pageTooLarge,
  },
  bodyIdentifiers: ['businessId'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
