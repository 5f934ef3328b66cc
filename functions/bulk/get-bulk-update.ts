/** GET /v1/business/bulk/{jobId}: how far a bulk update is, and the results of its rows. */
import { getBulkUpdate } from '../../lib/bulk/contracts/get-bulk-update.ts';
import { jobReply } from '../../lib/bulk/reply.ts';
import { bulkJobs } from '../../lib/bulk/repository/jobs.ts';
import { resultsPage } from '../../lib/bulk/results-page.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const { defaultSize } = getBulkUpdate.paging;

export const handler = endpoint(getBulkUpdate, async ({ store, path, query: { status = 'all' }, window }) => {
  const job = await bulkJobs(store).named(path.jobId);
  if (!job) throw new ApiError(errors.routeNotFound);
  const page = await resultsPage(store, job, status, window ?? { start: 0, end: defaultSize });
  return { ...jobReply(job, clock.now()), ...page };
});
