/** PUT /v1/business/{businessId}: updates the profile of one location, field by field. */
import { updateBusiness } from '../../lib/business/contracts/update-business.ts';
import { businessReply } from '../../lib/business/reply.ts';
import { businesses } from '../../lib/business/repository/business.ts';
import { prepareUpdate } from '../../lib/business/rules/profile-update.ts';
import { previewUpdate, updateRecord } from '../../lib/business/update.ts';
import {
  lateViolations,
  previewWithFields,
  sendsFields,
  settledFields,
  updateWithFields,
} from '../../lib/business/update-with-fields.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion, Versioned } from '../../lib/http/versions.ts';
import { unfitMedia } from '../../lib/media/repository/named.ts';

export const handler = endpointWithRules(
  updateBusiness,
  {
    settle: async ({ store, path }, normalized) => {
      const found = await businesses(store).find(path.businessId);
      return { found, same: found ? await settledFields(store, found, normalized) : [] };
    },
    prepare: (normalized, settled) => {
      const prepared = prepareUpdate(normalized, sources.now());
      return { prepared: { ...prepared, settled }, violations: prepared.violations };
    },
    late: async ({ store, path, prepared }) => {
      const record = await businesses(store).find(path.businessId);
      return record ? lateViolations(store, record, prepared.changes, sources.now()) : [];
    },
  },
  async ({ store, path, prepared, validateOnly, ifMatch }) => {
    const unfit = await unfitMedia(store, path.businessId, prepared.changes);
    if (unfit.length > 0) refuse(unfit);
    const order = {
      prepared,
      read: prepared.settled,
      now: sources.now(),
      requireVersion: (version: number) => requireVersion(ifMatch, version),
      refuse,
    };
    const withFields = sendsFields(prepared.changes);
    const business = validateOnly
      ? await (withFields ? previewWithFields : previewUpdate)(store, path.businessId, order)
      : await (withFields ? updateWithFields : updateRecord)(store, path.businessId, {
          ...order,
          readsFirst: ifMatch !== undefined,
        });
    if (!business) throw new ApiError(errors.businessNotFound);
    return new Versioned(businessReply(business.profile), business.version);
  },
);
