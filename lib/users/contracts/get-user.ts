/** Get user: a person, and all accounts of the partner that they are on. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { emailId, firstName, lastName, userId, userRole } from './shared-schemas.ts';

export const getUser = {
  id: 'getUser',
  module: 'users',
  method: 'GET',
  path: '/v1/user/details',
  summary: 'Get user',
  tag: 'Users',
  description: `Finds a user by email or user id, and lists all of your accounts that the user is on, sorted by number. If you send
both, the user id is used. \`userRole\` is the highest role that the user has on any account.`,
  query: {
    email: {
      description: 'Email address, case-insensitive',
      schema: { type: 'string', maxLength: 254 },
      error: errors.userNotFound,
      identifies: true,
    },
    userId: {
      description: 'The id of the user',
      schema: recordNumber,
      error: errors.userNotFound,
      identifies: true,
    },
  },
  reply: {
    title: 'UserDetails',
    type: 'object',
    required: ['userId', 'emailId', 'firstName', 'lastName', 'phone', 'userRole', 'businessList'],
    properties: {
      userId,
      emailId,
      firstName,
      lastName,
      phone: field(text, 'Phone number', '(805) 555-0190'),
      userRole,
      businessList: field(
        {
          type: 'array',
          items: {
            title: 'UserBusiness',
            type: 'object',
            required: ['businessId', 'businessName', 'businessAlias', 'userRole'],
            properties: {
              businessId: field({ type: 'integer', format: 'int64' }, 'Number of the account', 700100),
              businessName: field(text, 'Name of the account', 'Copper Kettle Hospitality'),
              businessAlias: field(text, 'Internal label of the account; empty without one', ''),
              userRole,
            },
          },
        },
        'Accounts that the user is on',
      ),
    },
  },
  errors: { userNotFound: errors.userNotFound },
  access: ['GetItem', 'Query', 'BatchGetItem'],
} as const satisfies Contract;
