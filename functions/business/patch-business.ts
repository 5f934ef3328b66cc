/** PATCH /v1/business/{businessId}: changes the fields of a location or an account that the body names. */
import { patchBusiness } from '../../lib/business/contracts/patch-business.ts';
import { patchRecord } from '../../lib/business/patch.ts';
import { patchBody } from '../../lib/business/patch-body.ts';
import { recordReply } from '../../lib/business/record-reply.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { average } from '../../lib/contract/rated.ts';
import { savedOf } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { Versioned, versionError } from '../../lib/http/versions.ts';
import { counts } from '../../lib/insight/repository/counts.ts';

export const handler = endpointWithRules(
  patchBusiness,
  patchBody(),
  async ({ store, path: { businessId }, prepared, validateOnly, ifMatch }) => {
    const precondition = ({ version }: { readonly version: number }) => versionError(ifMatch, version);
    const result = await patchRecord(store, businessId, { prepared, precondition, validateOnly });
    const named = savedOf(result, laterErrors.businessNotFound);
    const counted = await counts(store).totals([businessId]);
    const { version } = 'account' in named ? named.account : named.business;
    return new Versioned({ ...recordReply(named), ...average(counted.get(businessId)?.reviews ?? []) }, version);
  },
);
