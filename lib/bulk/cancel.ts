/** Cancels a bulk update, on the version that was read. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { revise } from '../dynamodb/writes/until.ts';
import { isExpired } from './reply.ts';
import type { Job, StoredJob } from './repository/job.ts';
import { bulkJobs } from './repository/jobs.ts';

/** @returns the job as it is then; `undefined` if there is none */
export const cancelJob = async (
  store: PartnerStore,
  jobId: string,
  { validateOnly, now }: { readonly validateOnly: boolean; readonly now: number },
): Promise<Job | undefined> => {
  const { named, cancel, keepUnchanged } = bulkJobs(store);
  if (validateOnly || store.idempotency?.executed) return named(jobId);
  return revise<StoredJob, 'cancel' | 'nothing'>({
    readsFirst: true,
    find: () => named(jobId),
    check: (job) =>
      job && (job.state === 'RUNNING' || (job.state === 'OPEN' && !isExpired(job, now))) ? 'cancel' : 'nothing',
    save: async (what, job) => {
      if (!job) return { refused: 'absent' };
      if (what === 'cancel') return cancel(job);
      await keepUnchanged(job);
      return { saved: job };
    },
  });
};
