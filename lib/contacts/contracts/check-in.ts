/** Check in: notes that a person is at a location. */
import { email, maxLine, text, zeroOrOne } from '../../contract/atoms.ts';
import { contactEmail, visitorName } from '../../contract/customer.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { externalId } from './parts.ts';

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
  description: `Notes that a person is at a location. The contact is found, or created, as save contact does, and mapped to the
location.

- A name that is stored is never overwritten, and an opt-out never lifted: \`smsEnabled\` 1 opts a new contact in, where it is
  sent. \`smsEnabled\` 0 opts out.
- A contact that is blocked is refused.`,
  query: { bid: addressed(laterErrors.businessNotFound, 'The business number of the location') },
  writes: true,
  lasting: true,
  request: {
    title: 'Visit',
    type: 'object',
    properties: {
      name: field(visitorName, 'First and last name, split at the first blank; at most 100 characters', 'Ada Field'),
      emailId: field(contactEmail, 'Email address; required unless a phone is sent', 'ada.field@mail.example'),
      phone: field(
        maxLine(40),
        'Phone number: of the US, or with + and the code of Australia or Mexico',
        '(805) 555-0171',
      ),
      smsEnabled: field(
        { ...zeroOrOne, 'x-errors': { enum: errors.smsEnabledInvalid } },
        'Whether the person takes SMS; 1 unless it is sent, which opts nobody in',
        1,
      ),
      additionalParams: field(
        { type: 'object', 'x-read': 'map', additionalProperties: text },
        'More about it, kept with the activity: at most 50 texts of up to 1,000 characters',
        { table: 'Patio 4' },
      ),
      employees: field({ type: 'array', items: employee, maxItems: 50, 'x-read': 'array' }, 'Who served the person'),
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
        'Id of the contact; 0 where one would be created by a dry run',
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
