/** Get user: a person, and all accounts of the partner that they are on. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { emailId, firstName, lastName, userId, userRole } from './parts.ts';

export const getUser = {
  id: 'getUser',
  module: 'users',
  method: 'GET',
  path: '/v1/user/details',
  summary: 'Get user',
  tag: 'Users',
  description: `A person by email or user id, with all of your accounts that they are on, in order of the accounts' numbers.
Given both, the user id decides. \`userRole\` is the highest that the person has anywhere.`,
  query: {
    email: {
      description: 'The email address, compared without case',
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
              businessAlias: field(text, 'Internal label of the account; empty where it has none', ''),
              userRole,
            },
          },
        },
        'The accounts that the person is on',
      ),
    },
  },
  errors: { userNotFound: errors.userNotFound },
  access: ['GetItem', 'Query', 'BatchGetItem'],
} as const satisfies Contract;
