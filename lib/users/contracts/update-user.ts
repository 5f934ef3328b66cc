/** Update user: role, access, names and notifications of a user of an account. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ROLES } from '../repository/user.ts';
import { account, addressedEmail, locationNumbers, notification, personName } from './shared-schemas.ts';

export const updateUser = {
  id: 'updateUser',
  module: 'users',
  method: 'PUT',
  path: '/v1/user/updateUser',
  summary: 'Update user',
  tag: 'Users',
  description: `Updates a user of an account. Fields you omit keep their values.

- \`locationsNumberAccess\` is the complete list; an empty one returns 400. \`entUser=true\` grants access to all
  locations, and the list is ignored.
- Names belong to the person, on all of your accounts. Role, access and notifications belong to this account.
- An account keeps its last owner: 1184, also if two owners are demoted at the same time.`,
  query: {
    userEmailId: addressedEmail,
    entUser: {
      description: 'Whether the user has access to all locations of the account',
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
          'x-blank': 'check',
          'x-errors': { minItems: 'must have at least one location' },
        },
        'All locations of the account that the user has access to, 1 to 500',
        [700101, 700102],
      ),
      user: {
        title: 'UserNames',
        description: 'Names of the user',
        type: 'object',
        properties: {
          firstName: field(personName(errors.firstNameTooLong), 'First name, at most 50 characters', 'Tom'),
          lastName: field(personName(errors.lastNameTooLong), 'Last name, at most 50 characters', 'Wills'),
        },
      },
      userRole: field(
        { enum: ROLES, 'x-blank': 'check', 'x-errors': { enum: errors.userRoleInvalid } },
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
