/** POST /v1/customer-v2/external/deleteCustomer: deletes a contact, or takes it off locations. */
import { deleteContact } from '../../lib/contacts/contracts/delete-contact.ts';
import { deleteContactIn } from '../../lib/contacts/delete.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpoint(deleteContact, async ({ store, query, body, validateOnly, ifMatch }) => {
  const deleted = await deleteContactIn(store, {
    ...body,
    businessId: query.businessId,
    validateOnly,
    requireVersion: (version) => requireVersion(ifMatch, version),
  });
  if (deleted !== 'done') throw new ApiError(deleted.refused);
  return {};
});
