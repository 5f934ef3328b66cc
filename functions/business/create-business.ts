/** POST /v1/signup/reseller/subaccount: creates a location or a sub-account below an account. */
import { createBusiness } from '../../lib/business/contracts/create-business.ts';
import { createRecord } from '../../lib/business/create.ts';
import { creationViolations, newBusiness } from '../../lib/business/rules/creation.ts';
import { businessNotFound } from '../../lib/contract/later-error-rows.ts';
import { ApiError, refuseParameter } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  createBusiness,
  { prepare: (normalized) => ({ prepared: undefined, violations: creationViolations(normalized) }) },
  async ({ store, query, body, validateOnly }) => {
    const outcome = await createRecord(store, newBusiness(body, query), { validateOnly });
    if ('refused' in outcome) {
      if (outcome.refused.code === businessNotFound.code) refuseParameter('rid', outcome.refused);
      throw new ApiError(outcome.refused);
    }
    return { businessId: outcome.created };
  },
);
