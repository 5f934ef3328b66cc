/** DELETE /v1/business/public/custom-fields/delete/{fieldId}: deletes a custom field with its values. */
import { deleteField } from '../../lib/fields/contracts/delete-field.ts';
import { deleteFieldIn } from '../../lib/fields/delete.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpoint(deleteField, async ({ store, path, headers, validateOnly, ifMatch }) => {
  const outcome = await deleteFieldIn(store, {
    businessId: headers['x-business-number'],
    fieldId: path.fieldId,
    validateOnly,
    requireVersion: (version) => requireVersion(ifMatch, version),
  });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
