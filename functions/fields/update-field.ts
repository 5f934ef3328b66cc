/** PUT /v1/business/public/custom-fields/update/{fieldId}: changes all of a custom field but its name and type. */
import { changesOf } from '../../lib/contract/fields.ts';
import { updateField } from '../../lib/fields/contracts/update-field.ts';
import { updateFieldIn } from '../../lib/fields/update.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion } from '../../lib/http/versions.ts';

export const handler = endpointWithRules(
  updateField,
  { prepare: (normalized) => ({ prepared: changesOf(updateField.request, normalized), violations: [] }) },
  async ({ store, path, headers, prepared: changes, validateOnly, ifMatch }) => {
    const outcome = await updateFieldIn(store, {
      businessId: headers['x-business-number'],
      fieldId: path.fieldId,
      changes,
      validateOnly,
      requireVersion: (version) => requireVersion(ifMatch, version),
      refuse,
    });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
