/** PUT /v1/user/updateUser: changes role, access, names and notifications of a user. */
import { changesOf } from '../../lib/contract/fields.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { updateUser } from '../../lib/users/contracts/update-user.ts';
import { changedUser } from '../../lib/users/make.ts';
import { writeUser } from '../../lib/users/write.ts';

export const handler = endpointWithRules(
  updateUser,
  { prepare: (normalized) => ({ prepared: changesOf(updateUser.request, normalized), violations: [] }) },
  async ({ store, query, headers, prepared: changes, validateOnly }) => {
    const outcome = await writeUser(store, {
      businessId: headers['x-business-number'],
      email: query.userEmailId,
      validateOnly,
      make: changedUser(changes, query.entUser === true),
    });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
