/** The responses about a bulk update. Pure. */
import { type Job, OPEN_MILLISECONDS } from './repository/job.ts';

const isoOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** When a job that is not started ends, in epoch milliseconds. */
export const expiresAt = ({ createdAt }: Pick<Job, 'createdAt'>): number => createdAt + OPEN_MILLISECONDS;

/** Whether a job was not started in time, whether or not the clock has seen it. */
export const isExpired = (job: Pick<Job, 'state' | 'createdAt'>, now: number): boolean =>
  job.state === 'OPEN' && now >= expiresAt(job);

export const jobReply = (job: Job, now: number) => {
  const { jobId, note, dryRun, rows, done, succeeded, changed, failed, createdAt, startedAt, endedAt } = job;
  const hasExpired = isExpired(job, now);
  return {
    jobId,
    state: hasExpired ? 'EXPIRED' : job.state,
    ...{ note, dryRun, rows, done, succeeded, changed, failed },
    createdAt: isoOf(createdAt),
    startedAt: isoOf(startedAt),
    endedAt: isoOf(hasExpired ? expiresAt(job) : endedAt),
  };
};
