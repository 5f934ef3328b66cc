/** Remove user: takes a person off an account. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { addressedEmail } from './shared-schemas.ts';

export const removeUser = {
  id: 'removeUser',
  module: 'users',
  method: 'DELETE',
  path: '/v1/user/remove',
  summary: 'Remove user',
  tag: 'Users',
  description: `Removes a user from an account. A person who is then on none of your accounts is removed as a user, with names, email
and user id. Tickets and conversations keep the email of an assignee or author until the operator erases the person.

- A person who is only on other accounts of yours returns 1188, a person who is on none 1189.
- An account keeps its last owner: 1184.`,
  query: {
    bid: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
    email: addressedEmail,
  },
  writes: true,
  lasting: true,
  reply: { title: 'UserRemoved', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    businessInvalid: errors.businessInvalid,
    userNotFound: errors.userNotFound,
    userNotOnBusiness: errors.userNotOnBusiness,
    lastOwner: laterErrors.lastOwner,
  },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
