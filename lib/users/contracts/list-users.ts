/** List users: who has access to an account. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, emailId, firstName, lastName, shownNotification, userId, userRole } from './parts.ts';

/** So many are not read for one request. */
export const pageTooLarge = responseTooLargeOf({ start: 'startIndex', size: 'pageSize' });

export const listUsers = {
  id: 'listUsers',
  module: 'users',
  method: 'GET',
  path: '/v1/user/list',
  summary: 'List users',
  tag: 'Users',
  description: `The users of an account, in order of their creation. The list follows a write within a second; \`totalCount\`
counts all of them at once.

\`entUser\` says whether a user has access to all locations, also those that are created later; \`locationsNumberAccess\` is
empty then. With \`entUser\` false, an empty list grants nothing: the last location of it was deleted.`,
  headers: account,
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 25,
    firstPage: true,
    most: 1000,
    tooDeep: laterErrors.pageTooDeep,
  },
  reply: {
    title: 'UserList',
    type: 'object',
    required: ['totalCount', 'users'],
    properties: {
      totalCount: field({ type: 'integer' }, 'How many users there are', 2),
      users: field(
        {
          type: 'array',
          items: {
            title: 'ListedUser',
            type: 'object',
            required: [
              'userId',
              'emailId',
              'firstName',
              'lastName',
              'userRole',
              'entUser',
              'locationsNumberAccess',
              'notification',
              'createdAt',
            ],
            properties: {
              userId,
              emailId,
              firstName,
              lastName,
              userRole,
              entUser: field({ type: 'boolean' }, 'Whether the user has access to all locations', false),
              locationsNumberAccess: field(
                { type: 'array', items: { type: 'integer', format: 'int64' } },
                'Else the locations that the user has access to',
                [700101, 700102],
              ),
              notification: shownNotification,
              createdAt: field(
                { ...text, format: 'date-time' },
                'When the user came to the account, ISO 8601 in UTC',
                '2026-02-03T10:00:00.000Z',
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: { businessInvalid: errors.businessInvalid, pageTooLarge },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
