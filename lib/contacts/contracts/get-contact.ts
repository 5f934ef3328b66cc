/** Get contact: a customer of an account by id, cid, email or phone. */
import { identifier, maxLine, text, trueOrFalse } from '../../contract/atoms.ts';
import { errors } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

/** A contact as an operator's data file brings it ; only the id is needed. */
export const contact = {
  type: 'object',
  required: ['id'],
  properties: {
    id: identifier,
    firstName: text,
    lastName: text,
    email: { type: 'string', maxLength: 320 },
    phone: { type: 'string', maxLength: 40 },
    countryCode: {
      enum: ['US', 'AU', 'CA', 'MX', 'PR', 'VI'],
      'x-read': 'country',
      description: 'Country of the phone number; default US',
    },
    blocked: trueOrFalse,
    emailOtin: trueOrFalse,
    smsOptin: trueOrFalse,
    source: text,
    created: { ...text, description: 'A date; answered like `January 12, 2021`' },
    mappings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['cid'],
        properties: { cid: identifier, location: text, bid: { type: 'number' }, businessNumber: identifier },
      },
    },
    tags: { type: 'array', items: text, 'x-read': 'list' },
    customFields: {
      type: 'array',
      'x-read': 'array',
      items: { type: 'object', properties: { fieldName: text, type: text, fieldValue: text } },
    },
    externalId: text,
    experienceScore: { type: 'number' },
    experienceScoreSource: text,
  },
} as const;

const id = { type: 'integer' } as const;
const bool = { type: 'boolean' } as const;

export const getContact = {
  id: 'getContact',
  method: 'POST',
  path: '/v1/customer-v2/external/getCustomer',
  summary: 'Get contact',
  tag: 'Contacts',
  description:
    'Finds one customer of an account by `id`, `cid`, `email` or `phone`. Given several, the most specific decides, in ' +
    'that order. When the look-up is by `cid`, `mappings` holds the mapping of that location only.',
  module: 'contacts',
  query: { businessId: addressed(errors.accountNotFound, 'The number of the account or of one of its locations') },
  request: {
    title: 'ContactQuery',
    type: 'object',
    properties: {
      id: { ...identifier, description: 'Enterprise customer id' },
      cid: { ...identifier, description: 'Customer mapping id on a location' },
      email: { ...maxLine(320), description: 'Matched without case' },
      phone: { ...maxLine(40), description: 'Matched by its digits' },
      experienceScore: {
        ...trueOrFalse,
        default: false,
        description: 'Whether the answer has `experienceScore` and `experienceScoreSource`',
      },
    },
    anyOf: [{ required: ['id'] }, { required: ['cid'] }, { required: ['email'] }, { required: ['phone'] }],
    'x-errors': { anyOf: 'id, cid, email or phone is required' },
  },
  reply: {
    title: 'Contact',
    type: 'object',
    additionalProperties: false,
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
      id,
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      countryCode: text,
      blocked: bool,
      emailOtin: bool,
      smsOptin: bool,
      source: text,
      created: { ...text, description: 'For instance `January 12, 2021`' },
      mappings: {
        type: 'array',
        items: {
          type: 'object',
          required: ['cid', 'location'],
          additionalProperties: false,
          properties: { cid: id, location: text, bid: { type: 'number' }, businessNumber: id },
        },
      },
      tags: { type: 'array', items: text },
      customFields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['fieldName', 'type', 'fieldValue'],
          additionalProperties: false,
          properties: { fieldName: text, type: text, fieldValue: text },
        },
      },
      externalId: text,
      experienceScore: { type: 'number', description: 'Only when asked for and known' },
      experienceScoreSource: { ...text, description: 'Only when asked for and known' },
    },
  },
  errors: { accountNotFound: errors.accountNotFound, contactNotFound: errors.contactNotFound },
  bodyIdentifiers: ['id', 'cid', 'email', 'phone'],
  access: ['BatchGetItem', 'GetItem'],
} as const satisfies Contract;
