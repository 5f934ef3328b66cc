/** The metrics of jobs, and the alarms on them. docs/watching.md says what to do. */
import type { JobFunctions } from './job-functions.ts';
import { measureQueue, type QueueMetrics } from './queue-metrics.ts';
import { MANY_DEAD, repeated, sustained, type Watch } from './watch.ts';

export const measureJobs = (jobs: JobFunctions): QueueMetrics =>
  measureQueue(jobs, jobs.runJobs, { worker: 'run-jobs', givenUp: 'Jobs given up' });

export const jobWatches = (metrics: QueueMetrics): Record<string, Watch> => ({
  JobsUnread: {
    urgency: 'page',
    metric: metrics.polls,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'run-jobs does not read its queue: its mapping is disabled or missing (doctor).',
  },
  JobsLate: {
    urgency: 'page',
    metric: metrics.age,
    // Up to 15 minutes of it are the wait for the next try.
    threshold: 1800,
    periods: sustained,
    description: 'A job has waited in the queue for more than half an hour: see the concurrency of run-jobs.',
  },
  JobsWaiting: {
    urgency: 'ticket',
    metric: metrics.waiting,
    threshold: 10_000,
    periods: sustained,
    description: 'More than 10,000 jobs wait to be sent: raise context jobsAtOnce, or the concurrency of Lambda.',
  },
  JobsDead: {
    urgency: 'ticket',
    metric: metrics.dead,
    threshold: 0,
    description: 'The message of a job failed each time: the log of run-jobs says why, docs/watching.md what to do.',
  },
  ManyJobsDead: {
    urgency: 'page',
    metric: metrics.dead,
    threshold: MANY_DEAD,
    description: 'Jobs fail again and again, by a fault of ours: see the log group of run-jobs.',
  },
  JobFunctionErrors: {
    urgency: 'ticket',
    metric: metrics.errors,
    threshold: 1,
    periods: repeated,
    description: 'More than 1% of the runs that carry out jobs crash or time out: see the log group of run-jobs.',
  },
});
