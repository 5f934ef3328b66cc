/** Get contact: a customer of an account by id, cid, email or phone. */
import { identifier, maxLine, text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { COUNTRIES } from './stored-contact.ts';

const id = { type: 'integer', format: 'int64' } as const;
const number = { type: 'number', format: 'double' } as const;
const bool = { type: 'boolean' } as const;

const mapping = {
  title: 'ContactMapping',
  type: 'object',
  required: ['cid', 'location'],
  properties: {
    cid: field(id, 'Id of the mapping', 52001),
    location: field(text, 'Name of the location', 'Copper Kettle Grill'),
    bid: field(number, 'Number of the location in older systems, if known', 9000101),
    businessNumber: field(id, 'Business number of the location, if known', 700101),
  },
} as const;

/** A custom field of a contact as it is answered. */
export const customField = {
  title: 'ContactCustomField',
  type: 'object',
  required: ['fieldName', 'type', 'fieldValue'],
  properties: {
    fieldName: field(text, 'Name of the field', 'Favorite table'),
    type: field(text, 'Type of the value', 'TEXT'),
    fieldValue: field(text, 'Value', 'Patio 4'),
  },
} as const;

export const getContact = {
  id: 'getContact',
  method: 'POST',
  path: '/v1/customer-v2/external/getCustomer',
  summary: 'Get contact',
  tag: 'Contacts',
  description: `Finds a contact of an account by \`id\`, \`cid\`, \`email\` or \`phone\`. If you send several, the first of them in this order
is used. If you search by \`cid\`, \`mappings\` has only the mapping of that location.

The experience score is the contact's latest answer of 0 to 10 in a survey, or twice the rating of their latest
review, within a few seconds. Without either it is the score that was imported with the contact.`,
  module: 'contacts',
  query: { businessId: addressed(errors.accountNotFound, 'The number of the account or of one of its locations') },
  repairsText: true,
  etag: true,
  request: {
    title: 'ContactQuery',
    type: 'object',
    properties: {
      id: field(identifier, 'Enterprise customer id', 41001),
      cid: field(identifier, 'Id of the mapping of a customer on a location', 52001),
      email: field(maxLine(320), 'Case-insensitive', 'ada.field@mail.example'),
      phone: field(maxLine(40), 'Compared by digits', '(805) 555-0171'),
      experienceScore: field(
        trueOrFalse,
        'Whether to return `experienceScore` and `experienceScoreSource`; false by default',
        true,
      ),
    },
    anyOf: [{ required: ['id'] }, { required: ['cid'] }, { required: ['email'] }, { required: ['phone'] }],
    'x-errors': { anyOf: 'id, cid, email or phone is required' },
  },
  reply: {
    title: 'Contact',
    type: 'object',
    required: [
      'id',
      'firstName',
      'lastName',
      'email',
      'phone',
      'countryCode',
      'blocked',
      'emailOtin',
      'smsOptin',
      'source',
      'created',
      'mappings',
      'tags',
      'customFields',
      'externalId',
    ],
    properties: {
      id: field(id, 'Enterprise customer id', 41001),
      firstName: field(text, 'First name', 'Ada'),
      lastName: field(text, 'Last name', 'Field'),
      email: field(text, 'Email address', 'ada.field@mail.example'),
      phone: field(text, 'Phone number', '(805) 555-0171'),
      countryCode: field({ enum: COUNTRIES }, 'Country of the phone number', 'US'),
      blocked: field(bool, 'Whether the customer is blocked', false),
      emailOtin: field(bool, 'Whether the customer opted in to email (sic)', true),
      smsOptin: field(bool, 'Whether the customer opted in to SMS', true),
      source: field(text, 'Source of the contact', 'crm'),
      created: field(text, 'Creation date in English, UTC, not ISO 8601', 'January 12, 2021'),
      mappings: field({ type: 'array', items: mapping }, 'The locations that the contact is mapped to'),
      tags: field({ type: 'array', items: text }, 'Tags', ['vip', 'newsletter']),
      customFields: field({ type: 'array', items: customField }, 'Custom fields'),
      externalId: field(text, 'Id in another system such as a CRM', 'crm-41001'),
      experienceScore: field(number, 'Only if requested and known', 9),
      experienceScoreSource: field(text, 'Only if requested and known', 'review'),
    },
  },
  errors: { accountNotFound: errors.accountNotFound, contactNotFound: errors.contactNotFound },
  bodyIdentifiers: ['id', 'cid', 'email', 'phone'],
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
