/** A contact as it is stored, and as an operator's data file has it; only the id is needed (docs/data-files.md). */
import { identifier, text, trueOrFalse } from '../../contract/atoms.ts';
import { CONTACT_TYPES, SOURCE_KINDS } from '../repository/kinds.ts';

export const COUNTRIES = ['US', 'AU', 'CA', 'MX', 'PR', 'VI'] as const;

/** Points in time of a contact: ISO 8601. */
export const contactTimes = ['createdAt', 'lastActivityAt', 'emailOptedOutAt', 'smsOptedOutAt', 'blockedAt'] as const;

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
      enum: COUNTRIES,
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
    contactType: { enum: CONTACT_TYPES, description: 'Default customer' },
    sourceKind: { enum: SOURCE_KINDS, description: 'Default other' },
    createdAt: { ...text, description: '`created` if it is omitted' },
    lastActivityAt: { ...text, description: '`createdAt` if it is omitted' },
    emailOptedOutAt: text,
    smsOptedOutAt: text,
    blockedAt: text,
    lastCheckIn: {
      type: 'object',
      required: ['at', 'businessNumber'],
      properties: { at: text, businessNumber: identifier },
    },
    cidBlocks: { type: 'array', items: identifier, description: 'Thousands of mapping ids that are the contact’s' },
    nextCid: { ...identifier, description: 'The next one of them' },
  },
} as const;
