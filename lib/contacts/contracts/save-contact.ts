/** Save contact: creates a contact of an account, or updates one. */
import { identifier, maxLine, text, trueOrFalse } from '../../contract/atoms.ts';
import { contactEmail, contactPhone } from '../../contract/customer.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { getContact } from './get-contact.ts';
import { businessId, externalId } from './shared-schemas.ts';
import { COUNTRIES } from './stored-contact.ts';

const named = (maxLength: number, error: typeof errors.firstNameTooLong) =>
  ({ ...maxLine(maxLength), 'x-errors': { ...maxLine(maxLength)['x-errors'], maxLength: error } }) as const;

const customField = {
  title: 'SavedContactField',
  type: 'object',
  required: ['fieldName'],
  properties: {
    fieldName: field(maxLine(250), 'Name', 'Favorite table'),
    type: field(text, 'text, number, currency, date or yes/no; text by default', 'text'),
    fieldValue: field(
      { type: 'string', maxLength: 10_000 },
      'Value in the form of its type: a date MM/DD/YYYY, yes/no 1 or 0',
      'Patio 4',
    ),
  },
} as const;

export const saveContact = {
  id: 'saveContact',
  module: 'contacts',
  method: 'POST',
  path: '/v1/customer-v2/external/saveCustomer',
  summary: 'Save contact',
  tag: 'Contacts',
  description: `Creates a contact of an account, or updates one.

- With \`id\`, that contact is updated. Without it, the contact is looked up by \`externalId\`, then \`email\`, then
  \`phone\`, and updated if it is found. A phone alone matches only if the contact or the request has no email.
- An email (case-insensitive), a phone (digits and country) and an \`externalId\` belong to one contact of the account.
  If another contact has one of them, the response is 5047 and nothing is changed.
- Fields you omit keep their values; \`""\` and \`null\` clear them. \`businessIds\` replaces the locations of a contact
  named by \`id\`, and adds to those of a contact that was looked up.
- A new contact is opted out unless you opt it in.`,
  query: { businessId },
  writes: true,
  lasting: true,
  etag: true,
  ifMatch: true,
  bodyMissing: errors.bodyRequired,
  request: {
    title: 'ContactToSave',
    type: 'object',
    // A contact is found by one of them; one that is not found can't be created without (5557, 1246).
    'x-one-of': [['id'], ['externalId'], ['email'], ['phone']],
    properties: {
      id: field(identifier, 'Updates this contact', 41001),
      firstName: field(named(50, errors.firstNameTooLong), 'First name, at most 50 characters', 'Ada'),
      lastName: field(named(50, errors.lastNameTooLong), 'Last name, at most 50 characters', 'Field'),
      email: field(
        contactEmail,
        'Email address, at most 40 characters; a longer one only if it is already stored',
        'ada.field@mail.example',
      ),
      phone: field(contactPhone, 'Phone number of the country', '(805) 555-0171'),
      countryCode: field({ enum: COUNTRIES, 'x-read': 'country' }, 'Country of the phone number; US by default', 'US'),
      emailOptin: field({ ...trueOrFalse, 'x-aliases': ['emailOtin'] }, 'Whether the contact opts in to email', true),
      smsOptin: field(trueOrFalse, 'Whether the contact opts in to SMS', true),
      blocked: field(trueOrFalse, 'Whether the contact is blocked', false),
      businessIds: field(
        { type: 'array', items: identifier, maxItems: 1000 },
        'Locations of the account; a new contact needs at least one',
        [700101, 700102],
      ),
      tags: field(
        { type: 'array', items: maxLine(100), maxItems: 100, 'x-read': 'list' },
        'At most 100. The list replaces the stored one',
        ['vip', 'newsletter'],
      ),
      customFields: field(
        { type: 'array', items: customField, maxItems: 1000, 'x-read': 'array' },
        'The list replaces the stored one',
      ),
      externalId,
    },
  },
  sentBack: getContact.reply,
  reply: {
    title: 'SavedContact',
    type: 'object',
    required: ['id'],
    properties: {
      id: field({ type: 'integer', format: 'int64' }, 'Id of the contact; 0 for a new contact in a dry run', 41001),
    },
  },
  errors: {
    firstNameTooLong: errors.firstNameTooLong,
    lastNameTooLong: errors.lastNameTooLong,
    emailInvalid: errors.customerEmailInvalid,
    emailTooLong: errors.customerEmailTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    bodyRequired: errors.bodyRequired,
    accountNotFound: errors.accountNotFound,
    contactNotFound: laterErrors.contactNotFound,
    businessIdsRequired: errors.businessIdsRequired,
    businessIdsInvalid: errors.businessIdsInvalid,
    emailOrPhoneRequired: errors.emailOrPhoneRequired,
    contactTaken: errors.contactTaken,
  },
  bodyIdentifiers: ['id', 'businessIds'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
