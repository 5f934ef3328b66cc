/** DELETE /v1/user/remove: takes a person off an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { removeUser } from '../../lib/users/contracts/remove-user.ts';
import { noUser } from '../../lib/users/make.ts';
import { writeUser } from '../../lib/users/write.ts';

export const handler = endpoint(removeUser, async ({ store, query: { bid, email }, validateOnly }) => {
  const outcome = await writeUser(store, { businessId: bid, email, validateOnly, make: noUser });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
