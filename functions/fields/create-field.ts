/** POST /v1/business/public/custom-fields/create: creates a custom field of an account. */
import { createField } from '../../lib/fields/contracts/create-field.ts';
import { createFieldIn } from '../../lib/fields/create.ts';
import { createdReply } from '../../lib/fields/reply.ts';
import { creationViolations, newField } from '../../lib/fields/rules/field-rules.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';

const FIRST_VERSION = 1;

export const handler = endpointWithRules(
  createField,
  {
    prepare: (normalized) => ({ prepared: newField(normalized.body), violations: creationViolations(normalized) }),
  },
  async ({ store, headers, prepared: field, validateOnly }) => {
    const created = await createFieldIn(store, { businessId: headers['x-business-number'], field, validateOnly });
    if ('refused' in created) throw new ApiError(created.refused);
    return new Versioned(createdReply(created.id, created.fieldName, created.created), FIRST_VERSION);
  },
);
