/** POST /v1/business/bulk: takes the rows of a bulk update, and starts it. */
import { serviceBucket } from '../../lib/bucket/client.ts';
import { startBulkUpdate } from '../../lib/bulk/contracts/start-bulk-update.ts';
import { jobReply } from '../../lib/bulk/reply.ts';
import { serviceBulkLimits } from '../../lib/bulk/rules/limits.ts';
import { addedBy, startViolations } from '../../lib/bulk/rules/rows.ts';
import { startJob } from '../../lib/bulk/start.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpointWithRules(
  startBulkUpdate,
  { prepare: ({ body }) => ({ prepared: body, violations: startViolations(body) }) },
  async ({ store, plan, limits: timeLimits, headers, body, prepared, validateOnly }) => {
    const accountNumber = await accounts(store).named(headers['x-business-number']);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const { jobId, offset, start = true, dryRun = false, note = '' } = body;
    const command = { accountNumber, added: addedBy(prepared), jobId, offset, start, dryRun, note, validateOnly };
    const limits = serviceBulkLimits(plan);
    const bucket = () => serviceBucket('MEDIA_BUCKET', timeLimits);
    const job = await startJob(store, command as Parameters<typeof startJob>[1], { plan, limits, bucket });
    if (!('refused' in job)) return jobReply(job, clock.now());
    const { refused, retryAfter } = job;
    throw new ApiError(refused, { headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } });
  },
);
