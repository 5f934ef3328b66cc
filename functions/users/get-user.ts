/** GET /v1/user/details: a person, and all accounts of the partner that they are on. */
import * as errors from '../../lib/contract/error-rows.ts';
import { invalid } from '../../lib/contract/errors.ts';
import type { Violation } from '../../lib/contract/violations.ts';
import { refuse, refuseParameter } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getUser } from '../../lib/users/contracts/get-user.ts';
import { detailsOf } from '../../lib/users/details.ts';

const REQUIRED: Violation = { path: '', parameter: 'email', error: invalid('email or userId', 'is required') };

export const handler = endpoint(getUser, async ({ store, query: { userId, email } }) => {
  if (userId === undefined && email === undefined) refuse([REQUIRED]);
  const details = await detailsOf(store, { userId, email });
  return details ?? refuseParameter(userId === undefined ? 'email' : 'userId', errors.userNotFound);
});
