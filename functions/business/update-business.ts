/** PUT /v1/business/{businessId}: updates the profile of one location, field by field (spec 4.1). */
import validate from 'validator:updateBusiness';
import { updateBusiness } from '../../lib/business/contracts/update-business.ts';
import { businessReply } from '../../lib/business/reply.ts';
import { type Business, findBusiness, updateBusiness as save } from '../../lib/business/repository/business.ts';
import { fixedPaths } from '../../lib/business/rules/business-status.ts';
import { judgeUpdate, merged, profileChanges, type Verdict } from '../../lib/business/rules/profile-update.ts';
import { type Normalized, readFlag } from '../../lib/contract/coercion.ts';
import { errors, invalid } from '../../lib/contract/errors.ts';
import type { Changes } from '../../lib/contract/fields.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { etag, matches } from '../../lib/http/etag.ts';
import { idempotencyStore } from '../../lib/http/idempotency/store.ts';
import { Reply } from '../../lib/http/reply.ts';
import { apiKeyLookup } from '../../lib/partners/key-lookup.ts';
import { numberFrom } from '../../lib/partners/repository/account.ts';

/** How often an update that met another one is judged anew before it answers 409. */
const ATTEMPTS = 8;

/** Updates that met once part ways; the first try, and the one on the record that it found, come at once. */
const pauseBefore = async (attempt: number): Promise<void> => {
  if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
};

const judged = new WeakMap<Normalized, { readonly changes: Changes; readonly verdict: Verdict }>();

/** What a body changes, and what is to be said of it before the record is read: once in its check, and again to write it. */
const judgeBody = (normalized: Normalized) => {
  const known = judged.get(normalized);
  if (known) return known;
  const changes = profileChanges(normalized);
  const judgement = { changes, verdict: judgeUpdate(changes, undefined, Date.now()) };
  judged.set(normalized, judgement);
  return judgement;
};

export const handler = endpoint(
  updateBusiness,
  {
    findPartner: apiKeyLookup(serviceTable),
    validate,
    validateAll: () => import('validator-all:updateBusiness'),
    idempotency: idempotencyStore(serviceTable),
    rules: (normalized) => judgeBody(normalized).verdict.violations,
  },
  async ({ partnerId, path, query, headers, normalized }) => {
    const dryRun = readFlag(query.validateOnly || 'false', [false, true]);
    if (typeof dryRun !== 'boolean') throw new ApiError(invalid('validateOnly', 'must be true or false'));
    const businessNumber = numberFrom(path.businessId);
    if (businessNumber === undefined) throw new ApiError(errors.businessNotFound);
    const { changes, verdict } = judgeBody(normalized);
    const ifMatch = headers['if-match']?.trim() || undefined;
    // A dry run, and an update of one version only, are judged on the record from the start.
    const readsFirst = dryRun || ifMatch !== undefined;
    const unlessFixed = fixedPaths.some((field) => field in changes);

    // Else the record is read only where a rule asks for it. A write that its condition refuses hands the record over,
    // and the update is judged again on what it found.
    let record: Business | undefined;
    let mayHaveLanded = false;
    /** Of an update that may have landed nobody can say that it was refused. */
    const refusal = (error: ApiError) => (mayHaveLanded ? new ApiError(errors.unavailable) : error);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await pauseBefore(attempt);
      if (record && !matches(ifMatch, record.version)) throw refusal(new ApiError(errors.versionChanged));
      const { violations, writes } = record ? judgeUpdate(changes, record, Date.now()) : verdict;
      if (violations[0]) throw refusal(new ApiError(violations[0].error, violations));
      if (dryRun && record && writes) return businessReply(merged(record.profile, writes));
      if (writes && (record || !readsFirst)) {
        const guard = { partnerId, version: record?.version, unlessFixed: unlessFixed && record === undefined };
        const outcome = await save(serviceTable(), businessNumber, writes, guard);
        if ('saved' in outcome) return new Reply(businessReply(outcome.saved.profile), etag(outcome.saved.version));
        record = outcome.found;
        mayHaveLanded ||= outcome.mayHaveLanded;
      } else {
        record = await findBusiness(serviceTable(), businessNumber, partnerId);
      }
      if (!record) throw new ApiError(errors.businessNotFound);
    }
    throw refusal(new ApiError(errors.collided));
  },
);
