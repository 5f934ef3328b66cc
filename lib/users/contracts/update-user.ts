/** Update user: role, access, names and notifications of a user of an account. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ROLES } from '../repository/user.ts';
import { account, addressedEmail, locationNumbers, notification, personName } from './parts.ts';

export const updateUser = {
  id: 'updateUser',
  module: 'users',
  method: 'PUT',
  path: '/v1/user/updateUser',
  summary: 'Update user',
  tag: 'Users',
  description: `Changes a user of an account. What is left out stays as it is.

- \`locationsNumberAccess\` is the full list; an empty one is a 400. \`entUser=true\` gives all locations, whatever list is
  sent beside it.
- The names are the person's, on all of your accounts; role, access and notifications are of this account.
- An account keeps its last owner: 1184, also where two owners are demoted at once.`,
  query: {
    userEmailId: addressedEmail,
    entUser: {
      description: 'Whether the user is to have access to all locations of the account',
      schema: { type: 'boolean', 'x-errors': { type: 'must be true or false' } },
    },
  },
  headers: account,
  writes: true,
  bodyOptional: true,
  request: {
    title: 'UserUpdate',
    type: 'object',
    properties: {
      locationsNumberAccess: field(
        {
          ...locationNumbers,
          minItems: 1,
          'x-blank': 'judge',
          'x-errors': { minItems: 'must have at least one location' },
        },
        'All locations of the account that the user has access to, 1 to 500',
        [700101, 700102],
      ),
      user: {
        title: 'UserNames',
        description: 'Names of the person',
        type: 'object',
        properties: {
          firstName: field(personName(errors.firstNameTooLong), 'First name, at most 50 characters', 'Tom'),
          lastName: field(personName(errors.lastNameTooLong), 'Last name, at most 50 characters', 'Wills'),
        },
      },
      userRole: field(
        { enum: ROLES, 'x-blank': 'judge', 'x-errors': { enum: errors.userRoleInvalid } },
        'owner, admin, editor or viewer',
        'editor',
      ),
      notification,
    },
  },
  reply: { title: 'UserUpdated', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    firstNameTooLong: errors.firstNameTooLong,
    lastNameTooLong: errors.lastNameTooLong,
    userRoleInvalid: errors.userRoleInvalid,
    businessInvalid: errors.businessInvalid,
    userNotFound: errors.userNotFound,
    businessNotFound: laterErrors.businessNotFound,
    lastOwner: laterErrors.lastOwner,
  },
  bodyIdentifiers: ['locationsNumberAccess'],
  access: ['BatchGetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
