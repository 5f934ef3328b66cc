/** Create business: a location or a sub-account below an account. */
import { line, list, maxLine, phone, zeroOrOne } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { countryCode, entityCategory } from './profile-codes.ts';

const oneLine = { pattern: ONE_LINE, 'x-errors': line['x-errors'] } as const;

/** 1045 to 1047, in this order. One that is left out is blank. */
const businessName = {
  type: 'string',
  'x-blank': 'judge',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.nameBlank } },
    { minLength: 3, 'x-errors': { minLength: laterErrors.nameTooShort } },
    { maxLength: 250, 'x-errors': { maxLength: laterErrors.nameTooLong } },
    oneLine,
  ],
} as const;

/** 2286, 1094, 1075. One that is left out reads as `null`, which no client can send: a `null` that is sent is blank. */
const zip = {
  type: ['string', 'null'],
  'x-errors': { type: 'must be a string' },
  'x-blank': 'judge',
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
  'x-blank': 'judge',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.userEmailBlank } },
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.userEmailInvalid } },
    { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': { pattern: errors.userEmailInvalid } },
    { maxLength: 40, 'x-errors': { maxLength: errors.userEmailTooLong } },
  ],
} as const;

const levels = { ...list, items: maxLine(250), maxItems: 10 } as const;

export const createBusiness = {
  id: 'createBusiness',
  module: 'business',
  method: 'POST',
  path: '/v1/signup/reseller/subaccount',
  summary: 'Create business',
  tag: 'Businesses',
  description: `Creates a location, or a sub-account, below an account of yours, and answers with its number.

- \`type\` \`Enterprise\` and \`Reseller\` create a sub-account, all others a location. \`type\` is matched exactly.
- An account has one business of a name (compared trimmed and without case), zip and phone (compared by its digits): a
  second one is 2156, also where two are sent at once. No phone is a phone like any other here.
- It is active, and lists show it within a second. \`email_id\` becomes its \`emailId\`.
- Send an \`Idempotency-Key\` to retry safely, and \`validateOnly=true\` to try without writing: the number is then 0.`,
  query: {
    rid: {
      required: true,
      description: 'The account to create it below',
      schema: { ...recordNumber, 'x-blank': 'judge' },
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
      businessName: field(businessName, 'Name, 3 to 250 characters', 'Copper Kettle Diner'),
      zip: field(zip, 'Postal code, at most 10 characters', '93401'),
      type: field(type, 'What it is; Business unless it is sent', 'Enterprise-Location'),
      phone: field(
        phone(laterErrors.phoneInvalid),
        '`(xxx) xxx-xxxx`. Outside US, CA, PR and VI also international: `+` and 7 to 15 digits, with spaces and hyphens',
        '(805) 555-0161',
      ),
      countryCode: field(countryCode, 'ISO 3166-1 alpha-2 code, US unless it is sent; an unknown one is a 400', 'US'),
      entityCategory: field(
        entityCategory,
        'What the record is of; physical_location unless it is sent',
        'physical_location',
      ),
      aggrOptions: field(zeroOrOne, '1 unless 0 is sent; kept, and answered by get business', 1),
      hierarchyLevels: field(
        levels,
        'Of an account: the names of the levels by which its locations are arranged, widest first, at most 10, each once. ' +
          'A 400 for a location',
        ['Region', 'State'],
      ),
    },
  },
  reply: {
    title: 'CreatedBusiness',
    type: 'object',
    required: ['businessId'],
    properties: {
      businessId: field({ type: 'integer', format: 'int64' }, 'Its number; 0 for a dry run', 412345678901234),
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
    statusNotChangeable: errors.statusNotChangeable,
    businessExists: errors.businessExists,
  },
  access: ['BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
