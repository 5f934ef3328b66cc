/** GET /v1/user/list: who has access to an account. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { listUsers, pageTooLarge } from '../../lib/users/contracts/list-users.ts';
import { listedUser } from '../../lib/users/reply.ts';
import { users } from '../../lib/users/repository/users.ts';

export const handler = endpoint(listUsers, async ({ store, headers, window }) => {
  const accountNumber = await accounts(store).named(headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const { count, list } = users(store);
  const [totalCount, page] = await Promise.all([count(accountNumber), list(accountNumber, window!)]);
  if (!page) throw new ApiError(pageTooLarge);
  return { totalCount, users: page.map(listedUser) };
});
