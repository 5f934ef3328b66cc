/** Check in: notes that a person is at a location. */
import { email, text, zeroOrOne } from '../../contract/atoms.ts';
import { contactEmail, contactPhone, visitorName } from '../../contract/customer.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { LONGEST_PARAM, MOST_PARAMS, REACHED_BY } from '../rules/check-in-command.ts';
import { externalId } from './shared-schemas.ts';

const employee = {
  title: 'VisitEmployee',
  type: 'object',
  required: ['emailId'],
  properties: { emailId: field(email(254), 'Email address', 'server@copperkettle.example') },
} as const;

export const checkIn = {
  id: 'checkIn',
  module: 'contacts',
  method: 'POST',
  path: '/v1/customer/checkin',
  summary: 'Check in',
  tag: 'Contacts',
  description: `Records that a person is at a location. The contact is found or created as in save contact, and mapped to the
location.

- A stored name is never overwritten. An opt-out is never reversed: \`smsEnabled\` 1 opts in a new contact only.
  \`smsEnabled\` 0 opts out.
- A blocked contact returns 5046.`,
  query: { bid: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  request: {
    title: 'Visit',
    type: 'object',
    'x-one-of': REACHED_BY,
    properties: {
      name: field(visitorName, 'First and last name, split at the first space; at most 100 characters', 'Ada Field'),
      emailId: field(contactEmail, 'Email address; required unless a phone is sent', 'ada.field@mail.example'),
      phone: field(
        contactPhone,
        'Phone number: of the US, or with + and the code of Australia or Mexico',
        '(805) 555-0171',
      ),
      smsEnabled: field(
        { ...zeroOrOne, 'x-errors': { enum: errors.smsEnabledInvalid } },
        'Whether the person accepts SMS; 1 by default, which opts no one in',
        1,
      ),
      additionalParams: field(
        {
          type: 'object',
          'x-read': 'map',
          additionalProperties: { ...text, 'x-limits': { maxLength: LONGEST_PARAM } },
          'x-limits': { maxProperties: MOST_PARAMS },
        },
        'Further data, stored with the activity: at most 50 texts of up to 1,000 characters',
        { table: 'Patio 4' },
      ),
      employees: field(
        { type: 'array', items: employee, maxItems: 50, 'x-read': 'array' },
        'Employees who served the person',
      ),
      externalId,
    },
  },
  reply: {
    title: 'CheckedIn',
    type: 'object',
    required: ['customerId'],
    properties: {
      customerId: field(
        { type: 'integer', format: 'int64' },
        'Id of the contact; 0 for a new contact in a dry run',
        41001,
      ),
    },
  },
  errors: {
    nameBlank: errors.customerNameBlank,
    nameTooLong: errors.customerNameTooLong,
    emailBlank: errors.customerEmailBlank,
    emailInvalid: errors.customerEmailInvalid,
    emailTooLong: errors.customerEmailTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    smsEnabledInvalid: errors.smsEnabledInvalid,
    businessNotFound: laterErrors.businessNotFound,
    contactBlocked: errors.contactBlocked,
    contactTaken: errors.contactTaken,
    // Under a key whose contact was erased since.
    contactNotFound: laterErrors.contactNotFound,
  },
  bodyIdentifiers: ['emailId', 'phone', 'externalId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
