/** Create user: gives a person access to an account. */
import { maxLine, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ONE_LINE } from '../../contract/text.ts';
import { ROLES } from '../repository/user.ts';
import { account, locationNumbers, personName } from './shared-schemas.ts';

/** 1052 to 1054, in this order. One that is left out is blank. */
const newEmail = {
  type: 'string',
  'x-blank': 'check',
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
  'x-blank': 'check',
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
  description: `Gives a person access to an account or to some of its locations.

- An email (case-insensitive) identifies one person across all of your accounts. A person who already exists keeps the
  user id and gets the names and the phone that you send. A user who is already on the account returns 1160.
- We send no invitation: the event \`USER_INVITED\` lets you send your own.
- If \`locationsNumberAccess\` is empty or omitted, the user has access to all locations, including future ones.`,
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
      sendInvite: field(trueOrFalse, 'Whether to send `USER_INVITED`; true by default', true),
      locationsNumberAccess: field(locationNumbers, 'Locations of the account, at most 500; all if empty', [700101]),
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
