/** What the contracts of users share. */
import { maxLine, text, zeroOrOne } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed, recordNumber } from '../../contract/parameters.ts';
import { ROLES } from '../repository/user.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** No email that a user may have is longer. */
const MOST_EMAIL = 254;

/** The email of the user that an operation is about: an invalid email gets the response for an unknown one. */
export const addressedEmail = {
  required: true,
  description: 'Email address of the user, case-insensitive',
  schema: { type: 'string', maxLength: MOST_EMAIL },
  addresses: errors.userNotFound,
} as const satisfies Parameter;

export const personName = (error: typeof errors.firstNameTooLong) =>
  ({ ...maxLine(50), 'x-errors': { ...maxLine(50)['x-errors'], maxLength: error } }) as const;

/** So many locations a list has at most. */
export const MOST_LOCATIONS = 500;

export const locationNumbers = { type: 'array', items: recordNumber, maxItems: MOST_LOCATIONS } as const;

/** The notifications of a user. Names that are not among these are ignored. */
export const notification = {
  title: 'UserNotification',
  description: 'Notifications of the user',
  type: 'object',
  properties: {
    reviewAlert: field(zeroOrOne, '0 = false, 1 = true: new reviews', 1),
    lowRatingAlert: field(zeroOrOne, '0 = false, 1 = true: reviews with a low rating', 1),
    surveyAlert: field(zeroOrOne, '0 = false, 1 = true: survey responses', 0),
    messageAlert: field(zeroOrOne, '0 = false, 1 = true: messages', 1),
    listingAlert: field(zeroOrOne, '0 = false, 1 = true: changes of listings', 0),
    emailAlert: field(zeroOrOne, '0 = false, 1 = true: by email', 1),
    smsAlert: field(zeroOrOne, '0 = false, 1 = true: by text message', 0),
    dailyReport: field(zeroOrOne, '0 = false, 1 = true: a report each day', 0),
    weeklyReport: field(zeroOrOne, '0 = false, 1 = true: a report each week', 1),
    monthlyReport: field(zeroOrOne, '0 = false, 1 = true: a report each month', 0),
    frequency: field(maxLine(50), 'Frequency, in your own words; at most 50 characters', 'daily'),
    smsNumber: field(maxLine(50), 'Phone number for text messages; at most 50 characters', '(805) 555-0190'),
  },
} as const;

/** The same as it is answered. */
export const shownNotification = { ...notification, title: 'ShownUserNotification' } as const;

export const userRole = field({ enum: ROLES }, 'Role', 'viewer');
export const userId = field(
  { type: 'integer', format: 'int64' },
  'Id of the user, the same on all accounts',
  512345678901234,
);
export const emailId = field(text, 'Email address', 'tom.wills@copperkettle.example');
export const firstName = field(text, 'First name', 'Tom');
export const lastName = field(text, 'Last name', 'Wills');
