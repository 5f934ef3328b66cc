/** Cancel bulk update: rows that have not begun are never executed. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { job, jobId } from './shared-schemas.ts';

export const cancelBulkUpdate = {
  id: 'cancelBulkUpdate',
  module: 'bulk',
  method: 'POST',
  path: '/v1/business/bulk/{jobId}/cancel',
  summary: 'Cancel bulk update',
  tag: 'Bulk updates',
  description: `Cancels a job that is open or running. Rows that have not begun within a second are never executed, and have
no result. What was written stays. A job that has ended is returned as it is.`,
  pathParameters: { jobId },
  writes: true,
  lasting: true,
  reply: job,
  errors: { jobNotFound: errors.routeNotFound, conflict: errors.conflict },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
