/** The metrics of fetched media, and the alarms on them. docs/watching.md says what to do. */
import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { clockRuns } from './clock-metrics.ts';
import type { MediaFunctions } from './media-functions.ts';
import { measureQueue, type QueueMetrics } from './queue-metrics.ts';
import { repeated, sustained, type Watch } from './watch.ts';

export interface MediaMetrics extends QueueMetrics {
  /** Successful runs of fail-late-media. */
  readonly lateEnded: IMetric;
}

export const measureMedia = (media: MediaFunctions): MediaMetrics => ({
  ...measureQueue(media, media.fetchMedia, { worker: 'fetch-media', givenUp: 'Media given up' }),
  lateEnded: clockRuns(media.failLate, 'fail-late-media', Duration.minutes(5)),
});

export const mediaWatches = (metrics: MediaMetrics): Record<string, Watch> => ({
  MediaLate: {
    urgency: 'ticket',
    metric: metrics.age,
    threshold: 300,
    periods: sustained,
    description: 'A file has waited for more than 5 minutes to be fetched; at 14 it fails: see the log of fetch-media.',
  },
  MediaWaiting: {
    urgency: 'ticket',
    metric: metrics.waiting,
    threshold: 1000,
    periods: sustained,
    description:
      'More than 1,000 files wait to be fetched: many at once, or servers that are slow; at 14 minutes they fail.',
  },
  MediaDead: {
    urgency: 'ticket',
    metric: metrics.dead,
    threshold: 0,
    description:
      'A file could not be fetched or removed each time, by a fault of ours: the log of fetch-media says why.',
  },
  MediaUnread: {
    urgency: 'page',
    metric: metrics.polls,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'fetch-media does not read its queue: its mapping is disabled or missing (doctor).',
  },
  MediaFunctionErrors: {
    urgency: 'ticket',
    metric: metrics.errors,
    threshold: 1,
    periods: repeated,
    description: 'More than 1% of the runs that fetch media crash or time out: see the log group of fetch-media.',
  },
  MediaLateNotEnded: {
    urgency: 'ticket',
    metric: metrics.lateEnded,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'Uploads that are late are not ended: see the log group of fail-late-media and its rule.',
  },
});
