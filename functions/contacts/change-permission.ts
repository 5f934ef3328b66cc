/** POST /v1/customer-v2/change-permission: opts contacts in to, or out of, email and SMS. */
import { changePermissionOf } from '../../lib/contacts/change-permission.ts';
import { changePermission } from '../../lib/contacts/contracts/change-permission.ts';
import { permissionCommand } from '../../lib/contacts/rules/permission-command.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  changePermission,
  { prepare: permissionCommand },
  async ({ store, body, prepared, validateOnly }) => {
    const changed = await changePermissionOf(store, {
      ...prepared,
      businessId: Number(body.accountNumber),
      validateOnly,
    });
    if ('refused' in changed) throw new ApiError(changed.refused);
    return changed.any;
  },
);
