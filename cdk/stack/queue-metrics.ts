/** The metrics of a function that runs on its own queue. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { EndpointFunction } from './endpoint-function.ts';
import type { EventMapping } from './event-mapping.ts';
import { pollsOf } from './event-metrics.ts';
import { shareOf } from './shares.ts';

export interface QueueMetrics {
  /** Messages that are ready, and those in progress. */
  readonly waiting: IMetric;
  readonly underWay: IMetric;
  /** The age of the oldest message in seconds, including the wait for its next try. */
  readonly age: IMetric;
  /** Messages in the dead-letter queue. */
  readonly dead: IMetric;
  /** How often the mapping has asked the queue: no data if it is disabled or missing. */
  readonly polls: IMetric;
  /** The percentage of invocations that ended in an error or at the time-out. */
  readonly errors: IMetric;
}

interface Worked {
  readonly queue: Queue;
  readonly dead: Queue;
  readonly mapping: EventMapping;
}

/** @param labels - the name of the function, and the messages that it has given up, for the dashboard */
export const measureQueue = (
  { queue, dead, mapping }: Worked,
  worker: EndpointFunction,
  labels: { readonly worker: string; readonly givenUp: string },
): QueueMetrics => {
  const most = (label: string) => ({ period: Duration.minutes(1), statistic: Stats.MAXIMUM, label });
  return {
    waiting: queue.metricApproximateNumberOfMessagesVisible(most('Waiting')),
    underWay: queue.metricApproximateNumberOfMessagesNotVisible(most('Under way')),
    age: queue.metricApproximateAgeOfOldestMessage(most('Oldest, s')),
    dead: dead.metricApproximateNumberOfMessagesVisible(most(labels.givenUp)),
    polls: pollsOf(mapping),
    errors: shareOf({
      counted: { errors: worker.function.metricErrors() },
      of: [worker.function.metricInvocations()],
      floor: 3,
      label: `Errors of ${labels.worker}, %`,
    }),
  };
};
