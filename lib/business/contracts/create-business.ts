/** Create business: a location or a sub-account below an account. */

import { countryCode } from '../../catalog/country-code.ts';
import { line, list, maxLine, phone, zeroOrOne } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { notPossible } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { newName } from '../../contract/new-name.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { entityCategory } from './profile-codes.ts';

const oneLine = { pattern: ONE_LINE, 'x-errors': line['x-errors'] } as const;

/** 2286, 1094, 1075. A missing zip reads as `null`, which no client can send: a sent `null` counts as blank. */
const zip = {
  type: ['string', 'null'],
  'x-errors': { type: 'must be a string' },
  'x-blank': 'check',
  'x-missing': null,
  allOf: [
    { not: { type: 'null' }, 'x-errors': { not: errors.zipMissing } },
    { pattern: '\\S', 'x-errors': { pattern: errors.zipBlank } },
    { maxLength: 10, 'x-errors': { maxLength: errors.zipTooLong } },
    oneLine,
  ],
} as const;

const type = {
  enum: ['Business', 'Enterprise-Location', 'Product', 'Enterprise-Product', 'Enterprise', 'Reseller'],
  'x-errors': { enum: errors.businessTypeInvalid },
} as const;

/** 1052 to 1054, in this order. */
const userEmail = {
  type: 'string',
  'x-blank': 'check',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.userEmailBlank } },
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.userEmailInvalid } },
    { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': { pattern: errors.userEmailInvalid } },
    { maxLength: 40, 'x-errors': { maxLength: errors.userEmailTooLong } },
  ],
} as const;

const levels = { ...list, items: maxLine(250), maxItems: 10 } as const;

/** The account above is not in use. */
export const accountNotInUse = notPossible("You can't create a business below an inactive or suspended account");

export const createBusiness = {
  id: 'createBusiness',
  module: 'business',
  method: 'POST',
  path: '/v1/signup/reseller/subaccount',
  summary: 'Create business',
  tag: 'Businesses',
  description: `Creates a location or a sub-account below one of your accounts, and returns its number.

- \`type\` \`Enterprise\` and \`Reseller\` create a sub-account, all other types a location. \`type\` is case-sensitive.
- An account can't have two businesses with the same name (trimmed, case-insensitive), zip and phone (digits only; no
  phone counts as a value). The second one returns 2156, also if both are sent at the same time.
- The business is active immediately and appears in lists within a second. \`email_id\` becomes its \`emailId\`.
- Send an \`Idempotency-Key\` to retry safely, and \`validateOnly=true\` to validate without saving: the number is then 0.`,
  query: {
    rid: {
      required: true,
      description: 'The account to create it below',
      schema: { ...recordNumber, 'x-blank': 'check' },
      error: errors.parentInvalid,
      identifies: true,
    },
    email_id: {
      required: true,
      description: 'The email address of the business: one address, at most 40 characters',
      schema: userEmail,
    },
  },
  writes: true,
  lasting: true,
  request: {
    title: 'BusinessToCreate',
    type: 'object',
    required: ['businessName', 'zip'],
    properties: {
      businessName: field(newName, 'Name, 3 to 250 characters', 'Copper Kettle Diner'),
      zip: field(zip, 'Postal code, at most 10 characters', '93401'),
      type: field(type, 'Type; Business by default', 'Enterprise-Location'),
      phone: field(
        phone(laterErrors.phoneInvalid),
        '`(xxx) xxx-xxxx`. Outside US, CA, PR and VI also international: `+` and 7 to 15 digits, with spaces and hyphens',
        '(805) 555-0161',
      ),
      countryCode: field(countryCode, 'ISO 3166-1 alpha-2 code, US by default; an unknown one returns 400', 'US'),
      entityCategory: field(entityCategory, 'Kind of entity; physical_location by default', 'physical_location'),
      aggrOptions: field(zeroOrOne, '1 by default; get business returns it', 1),
      hierarchyLevels: field(
        levels,
        'Accounts only: names of the hierarchy levels of its locations, widest first, at most 10, without ' +
          'duplicates. Returns 400 for a location',
        ['Region', 'State'],
      ),
    },
  },
  reply: {
    title: 'CreatedBusiness',
    type: 'object',
    required: ['businessId'],
    properties: {
      businessId: field({ type: 'integer', format: 'int64' }, 'Business number; 0 in a dry run', 412345678901234),
    },
  },
  errors: {
    parentInvalid: errors.parentInvalid,
    userEmailBlank: errors.userEmailBlank,
    userEmailInvalid: errors.userEmailInvalid,
    userEmailTooLong: errors.userEmailTooLong,
    nameBlank: errors.nameBlank,
    nameTooShort: laterErrors.nameTooShort,
    nameTooLong: laterErrors.nameTooLong,
    zipMissing: errors.zipMissing,
    zipBlank: errors.zipBlank,
    zipTooLong: errors.zipTooLong,
    businessTypeInvalid: errors.businessTypeInvalid,
    phoneInvalid: laterErrors.phoneInvalid,
    businessNotFound: laterErrors.businessNotFound,
    statusNotChangeable: accountNotInUse,
    businessExists: errors.businessExists,
  },
  access: ['BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
