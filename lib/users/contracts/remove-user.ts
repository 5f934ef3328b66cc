/** Remove user: takes a person off an account. */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { addressedEmail } from './parts.ts';

export const removeUser = {
  id: 'removeUser',
  module: 'users',
  method: 'DELETE',
  path: '/v1/user/remove',
  summary: 'Remove user',
  tag: 'Users',
  description: `Takes a person off an account. Who is on none of your accounts then is forgotten, with names, email and user id.

- Who is on others of your accounts only is 1188, who is on none 1189.
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
