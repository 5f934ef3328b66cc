/** PUT /v1/business/{businessId}: updates the profile of one location, field by field. */
import { updateBusiness } from '../../lib/business/contracts/update-business.ts';
import { businessReply } from '../../lib/business/reply.ts';
import { prepareUpdate } from '../../lib/business/rules/profile-update.ts';
import { allViolations, updateRecord } from '../../lib/business/update.ts';
import { unchangedFields } from '../../lib/business/update-loaders.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { savedOf } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { Versioned, versionError } from '../../lib/http/versions.ts';

export const handler = endpointWithRules(
  updateBusiness,
  {
    unchanged: ({ store, path }, normalized) => unchangedFields(store, path.businessId, normalized),
    prepare: (normalized, unchanged) => {
      const update = prepareUpdate(normalized, clock.now());
      const { violations, late } = update;
      return { prepared: { update, known: unchanged?.known }, violations, late };
    },
    checkStored: ({ store, path, prepared: { update, known } }) => allViolations(store, path.businessId, update, known),
  },
  async ({ store, path, prepared: { update, known }, validateOnly, ifMatch }) => {
    const result = await updateRecord(store, path.businessId, {
      prepared: update,
      known,
      precondition: ({ version }) => versionError(ifMatch, version),
      readsFirst: ifMatch !== undefined,
      validateOnly,
    });
    const business = savedOf(result, errors.businessNotFound);
    return new Versioned(businessReply(business.profile), business.version);
  },
);
