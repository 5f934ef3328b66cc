/** List users: who has access to an account. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { responseTooLargeOf } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, emailId, firstName, lastName, shownNotification, userId, userRole } from './shared-schemas.ts';

/** So many are not read for one request. */
export const pageTooLarge = responseTooLargeOf({ start: 'startIndex', size: 'pageSize' });

export const listUsers = {
  id: 'listUsers',
  module: 'users',
  method: 'GET',
  path: '/v1/user/list',
  summary: 'List users',
  tag: 'Users',
  description: `Lists the users of an account in the order of their creation. The list includes a write within a second; \`totalCount\`
includes it immediately.

\`entUser\` says whether a user has access to all locations, including future ones; \`locationsNumberAccess\` is then
empty. If \`entUser\` is false, an empty list grants no access: the last location in it was deleted.`,
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
      totalCount: field({ type: 'integer' }, 'Number of users', 2),
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
                'Otherwise the locations that the user has access to',
                [700101, 700102],
              ),
              notification: shownNotification,
              createdAt: field(
                { ...text, format: 'date-time' },
                'When the user was added to the account, ISO 8601 in UTC',
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
