/** POST /v1/business/bulk/{jobId}/cancel: ends a bulk update before all its rows are executed. */
import { cancelJob } from '../../lib/bulk/cancel.ts';
import { cancelBulkUpdate } from '../../lib/bulk/contracts/cancel-bulk-update.ts';
import { jobReply } from '../../lib/bulk/reply.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(cancelBulkUpdate, async ({ store, path, validateOnly }) => {
  const now = clock.now();
  const job = await cancelJob(store, path.jobId, { validateOnly, now });
  if (!job) throw new ApiError(errors.routeNotFound);
  return jobReply(job, now);
});
