/** What the contracts of employees share. */
import { maxLine, phone, text, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { addressed } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { MOST_LOCATIONS } from '../repository/employee.ts';

export const business = {
  businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** 1052, 1053. One that is left out is blank. */
export const emailId = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.userEmailBlank } },
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.userEmailInvalid } },
    // Blank is said already.
    { pattern: '^(?:\\s*|[^\\s@]+@[^\\s@]+)$', 'x-errors': { pattern: errors.userEmailInvalid } },
    { maxLength: 254, 'x-errors': { maxLength: errors.userEmailInvalid } },
  ],
} as const;

const named = (error: typeof errors.firstNameTooLong) =>
  ({ ...maxLine(50), 'x-errors': { ...maxLine(50)['x-errors'], maxLength: error } }) as const;

/** A new employee needs one; it can't be cleared. */
export const firstName = {
  ...named(errors.firstNameTooLong),
  'x-blank': 'check',
  allOf: [{ pattern: '\\S', 'x-errors': { pattern: 'must not be blank' } }],
} as const;
export const lastName = named(errors.lastNameTooLong);
export const phoneNumber = phone(laterErrors.phoneInvalid);
export const imageUrl = url;

/** Locations of the account; what can't be one's number is none of them (5556). */
export const businessNumbers = {
  type: 'array',
  'x-blank': 'check',
  items: { type: 'number', format: 'int64' },
  maxItems: MOST_LOCATIONS,
} as const;

/** What every response has of an employee. */
export const shown = {
  firstName: field(text, 'First name', 'Nora'),
  lastName: field(text, 'Last name', 'Abbott'),
  emailId: field(text, 'Email address', 'nora.abbott@copperkettle.example'),
  phone: field(text, 'Phone number', '(805) 555-0193'),
  imageUrl: field(text, 'A picture', 'https://img.copperkettle.example/nora.jpg'),
} as const;

export const SHOWN = ['firstName', 'lastName', 'emailId', 'phone', 'imageUrl'] as const;
