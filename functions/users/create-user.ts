/** POST /v1/user/signup/v2: gives a person access to an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createUser } from '../../lib/users/contracts/create-user.ts';
import { type NewUser, newUser } from '../../lib/users/make.ts';
import { writeUser } from '../../lib/users/write.ts';

export const handler = endpoint(createUser, async ({ store, headers, body, validateOnly }) => {
  const user = body as NewUser;
  const outcome = await writeUser(store, {
    businessId: headers['x-business-number'],
    email: user.userEmailId,
    validateOnly,
    make: newUser(store.partnerId, user),
  });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
