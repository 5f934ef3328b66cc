/** PUT /v1/business/{businessId}: updates the profile of one location, field by field (spec 4.1). */
import validate from 'validator:updateBusiness';
import { errors } from '../lib/api/errors.ts';
import { updateBusiness } from '../lib/api/update-business.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { businessReply } from '../lib/replies/business-reply.ts';
import { fixedPaths } from '../lib/rules/business-status.ts';
import { judgeUpdate, profileChanges } from '../lib/rules/profile-update.ts';
import { type Business, findBusiness, updateBusiness as save } from '../lib/store/businesses.ts';
import { serviceTable } from '../lib/store/environment.ts';
import { numberFrom } from '../lib/store/owners.ts';
import { apiKeyLookup } from '../lib/store/partners.ts';

/** How often an update that met another one is judged anew before it answers 409. */
const ATTEMPTS = 5;

export const handler = endpoint(
  updateBusiness,
  {
    findPartner: apiKeyLookup(serviceTable),
    validate,
    rules: (normalized) => judgeUpdate(profileChanges(normalized), undefined, Date.now()).violations,
  },
  async ({ partnerId, path, normalized }) => {
    const businessNumber = numberFrom(path.businessId);
    if (businessNumber === undefined) throw new ApiError(errors.businessNotFound);
    const changes = profileChanges(normalized);
    const unlessFixed = fixedPaths.some((field) => field in changes);

    // The record is read only where a rule asks for it. A write that its condition refuses hands the record over, and
    // the update is judged again on what it found.
    let record: Business | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { violations, writes } = judgeUpdate(changes, record, Date.now());
      if (violations[0]) throw new ApiError(violations[0].error);
      if (writes) {
        const guard = { partnerId, version: record?.version, unlessFixed: unlessFixed && record === undefined };
        const outcome = await save(serviceTable(), businessNumber, writes, guard);
        if ('saved' in outcome) return businessReply(outcome.saved.profile);
        record = outcome.found;
      } else {
        record = await findBusiness(serviceTable(), businessNumber, partnerId);
      }
      if (!record) throw new ApiError(errors.businessNotFound);
    }
    throw new ApiError(errors.collided);
  },
);
