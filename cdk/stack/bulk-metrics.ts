/** The metrics of bulk updates, and the alarms on them. docs/watching.md says what to do. */
import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { BulkFunctions } from './bulk-functions.ts';
import { ruleRuns } from './clock-metrics.ts';
import { measureQueue, type QueueMetrics } from './queue-metrics.ts';
import { repeated, sustained, type Watch } from './watch.ts';

export interface BulkMetrics extends QueueMetrics {
  /** Runs that end late jobs. */
  readonly lateEnded: IMetric;
}

export const measureBulk = (bulk: BulkFunctions): BulkMetrics => ({
  ...measureQueue(bulk, bulk.runBulk, { worker: 'run-bulk', givenUp: 'Slices given up' }),
  lateEnded: ruleRuns(bulk.clock, 'run-bulk', Duration.minutes(5)),
});

export const bulkWatches = (metrics: BulkMetrics): Record<string, Watch> => ({
  BulkUnread: {
    urgency: 'page',
    metric: metrics.polls,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'run-bulk does not read its queue: its mapping is disabled or missing (doctor).',
  },
  BulkLate: {
    urgency: 'ticket',
    metric: metrics.age,
    threshold: 1800,
    periods: sustained,
    description: 'A slice of a bulk update has waited for half an hour: see the concurrency of run-bulk.',
  },
  BulkDead: {
    urgency: 'ticket',
    metric: metrics.dead,
    threshold: 0,
    description:
      'A slice of a bulk update failed each time: the log of run-bulk says why, docs/watching.md what to do.',
  },
  BulkFunctionErrors: {
    urgency: 'ticket',
    metric: metrics.errors,
    threshold: 1,
    periods: repeated,
    description: 'More than 1% of the runs that execute bulk updates crash or time out: see the log group of run-bulk.',
  },
  BulkLateNotEnded: {
    urgency: 'ticket',
    metric: metrics.lateEnded,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'Bulk updates that are late are not ended: see the rule of run-bulk that runs each minute.',
  },
});
