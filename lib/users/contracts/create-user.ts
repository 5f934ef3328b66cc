/** Create user: gives a person access to an account. */
import { maxLine, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { ROLES } from '../repository/user.ts';
import { account, locationNumbers, personName } from './parts.ts';

/** 1052 to 1054, in this order. One that is left out is blank. */
const newEmail = {
  type: 'string',
  'x-blank': 'judge',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.userEmailBlank } },
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.userEmailInvalid } },
    // Blank is said already.
    { pattern: '^(?:\\s*|[^\\s@]+@[^\\s@]+)$', 'x-errors': { pattern: errors.userEmailInvalid } },
    { maxLength: 40, 'x-errors': { maxLength: errors.userEmailTooLong } },
  ],
} as const;

/** 1014, 1013, in this order. */
const newRole = {
  type: 'string',
  'x-blank': 'judge',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.userRoleBlank } },
    { pattern: `^(?:\\s*|${ROLES.join('|')})$`, 'x-errors': { pattern: errors.userRoleInvalid } },
  ],
} as const;

export const createUser = {
  id: 'createUser',
  module: 'users',
  method: 'POST',
  path: '/v1/user/signup/v2',
  summary: 'Create user',
  tag: 'Users',
  description: `Gives a person access to an account, or to some of its locations.

- An email names one person on all of your accounts: who is known already keeps the user id, and is known by the names and
  the phone that are sent. Emails are compared without case. Who is on the account already is 1160.
- We send no mail: an invitation is the event \`USER_INVITED\`, for your own mailer.
- \`locationsNumberAccess\` that is empty or left out gives all locations, also those that are created later.`,
  headers: account,
  writes: true,
  lasting: true,
  request: {
    title: 'UserToCreate',
    type: 'object',
    required: ['userEmailId', 'userRole'],
    properties: {
      userEmailId: field(newEmail, 'Email address, at most 40 characters', 'nina.hart@copperkettle.example'),
      userRole: field(newRole, 'owner, admin, editor or viewer', 'editor'),
      firstName: field(personName(errors.firstNameTooLong), 'First name, at most 50 characters', 'Nina'),
      lastName: field(personName(errors.lastNameTooLong), 'Last name, at most 50 characters', 'Hart'),
      phone: field(maxLine(50), 'Phone number, at most 50 characters', '(805) 555-0190'),
      sendInvite: field(
        trueOrFalse,
        'Whether those who subscribed are to invite the user; true unless it is sent',
        true,
      ),
      locationsNumberAccess: field(
        locationNumbers,
        'Locations of the account, at most 500; all where it is empty',
        [700101],
      ),
    },
  },
  reply: { title: 'UserCreated', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    userEmailBlank: errors.userEmailBlank,
    userEmailInvalid: errors.userEmailInvalid,
    userEmailTooLong: errors.userEmailTooLong,
    userRoleBlank: errors.userRoleBlank,
    userRoleInvalid: errors.userRoleInvalid,
    firstNameTooLong: errors.firstNameTooLong,
    lastNameTooLong: errors.lastNameTooLong,
    businessInvalid: errors.businessInvalid,
    businessNotFound: laterErrors.businessNotFound,
    userExists: errors.userExists,
  },
  bodyIdentifiers: ['locationsNumberAccess'],
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
