/** What is measured of media that are fetched, and what an operator is woken for of it. docs/operators.md says what to do. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MediaFunctions } from './media-functions.ts';
import { repeated, sustained, type Watch } from './watch.ts';

export interface MediaMetrics {
  /** Files that wait to be fetched, and those that are being fetched. */
  readonly waiting: IMetric;
  readonly underWay: IMetric;
  /** Seconds that the oldest of them has waited. */
  readonly age: IMetric;
  /** Messages that were given up. */
  readonly dead: IMetric;
  /** Invocations that ended in an error or at the time-out. */
  readonly errors: IMetric;
  /** Runs of fail-late-media that ended well. */
  readonly lateEnded: IMetric;
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

export const measureMedia = ({ queue, dead, fetchMedia, failLate }: MediaFunctions): MediaMetrics => {
  const most = (label: string) => ({ period: minute, statistic: Stats.MAXIMUM, label });
  const counted = { period: fiveMinutes, statistic: Stats.SUM };
  return {
    waiting: queue.metricApproximateNumberOfMessagesVisible(most('Waiting')),
    underWay: queue.metricApproximateNumberOfMessagesNotVisible(most('Under way')),
    age: queue.metricApproximateAgeOfOldestMessage(most('Oldest, s')),
    dead: dead.metricApproximateNumberOfMessagesVisible(most('Media given up')),
    errors: fetchMedia.function.metricErrors({ ...counted, label: 'Errors of fetch-media' }),
    lateEnded: new MathExpression({
      label: 'Runs of fail-late-media',
      expression: 'runs - failed',
      usingMetrics: {
        runs: failLate.function.metricInvocations(counted),
        failed: failLate.function.metricErrors(counted),
      },
      period: fiveMinutes,
    }),
  };
};

export const mediaWatches = (metrics: MediaMetrics): Record<string, Watch> => ({
  MediaLate: {
    metric: metrics.age,
    threshold: 300,
    periods: sustained,
    description: 'A file has waited for more than 5 minutes to be fetched; at 15 it fails: see the log of fetch-media.',
  },
  MediaWaiting: {
    metric: metrics.waiting,
    threshold: 1000,
    periods: sustained,
    description:
      'More than 1,000 files wait to be fetched: many at once, or servers that are slow; at 15 minutes they fail.',
  },
  MediaDead: {
    metric: metrics.dead,
    threshold: 0,
    description:
      'A file could not be fetched or removed each time, by a fault of ours: the log of fetch-media says why.',
  },
  MediaFunctionErrors: {
    metric: metrics.errors,
    threshold: 2,
    periods: repeated,
    description: 'Fetching media crashes or times out: see the log group of fetch-media.',
  },
  MediaLateNotEnded: {
    metric: metrics.lateEnded,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'Uploads that are late are not ended: see the log group of fail-late-media and its rule.',
  },
});
