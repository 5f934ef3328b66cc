/** The metrics of the background functions, and of the queues between them. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { clockRuns } from './clock-metrics.ts';
import type { EndpointFunction } from './endpoint-function.ts';
import type { EventFunctions } from './event-functions.ts';
import type { EventMapping } from './event-mapping.ts';
import { shareOf } from './shares.ts';

export interface EventMetrics {
  /**
   * The age of the stream's records when dependent items are removed and when events are made, in milliseconds. While
   * there are writes, it is a day for a function that reads none.
   */
  readonly streamAge: IMetric;
  readonly routingAge: IMetric;
  /** How often each mapping has asked its source: no data if it is disabled or missing. */
  readonly polls: Readonly<Record<'stream' | 'routing' | 'deliveries', IMetric>>;
  /** Deletions, batches of changes, and unreadable records that wait for an operator. */
  readonly givenUp: IMetric;
  readonly routingGivenUp: IMetric;
  readonly unrouted: IMetric;
  /** Deliveries that are ready, in flight, and waiting for their next try. */
  readonly waiting: IMetric;
  readonly underWay: IMetric;
  readonly delayed: IMetric;
  /** The age of the oldest delivery in the queue in seconds, including the wait for its next try. */
  readonly deliveryAge: IMetric;
  readonly dead: IMetric;
  /** The age in seconds of the oldest message that waits for an operator. */
  readonly lastStopAge: IMetric;
  /** Successful runs of move-due. */
  readonly dueMoved: IMetric;
  /** The percentage of invocations of the functions for webhooks that ended in an error or at the time-out. */
  readonly functionErrors: IMetric;
  /** The invocations of each function for webhooks. */
  readonly invocations: readonly IMetric[];
  readonly errors: readonly IMetric[];
  readonly durations: readonly IMetric[];
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const most = (label: string): MetricOptions => ({ period: minute, statistic: Stats.MAXIMUM, label });

const depthOf = (queue: Queue, label: string): IMetric => queue.metricApproximateNumberOfMessagesVisible(most(label));

/**
 * Whether a mapping asks its source: it counts 0 records even for an empty answer, so data is missing only where it does
 * not ask at all.
 */
export const pollsOf = (mapping: EventMapping): IMetric =>
  mapping.metricPolled({ period: fiveMinutes, statistic: Stats.SAMPLE_COUNT, label: 'Polls' });

/** A function that reads nothing has no age. This stands for it, and is above every threshold. */
const UNREAD_MILLISECONDS = 86_400_000;

/**
 * The age of the oldest record that a function has not processed. Lambda reports it when it invokes the function, so there
 * is none where the mapping is disabled or the function is throttled. While the table is written to, such a minute counts
 * as a day; a minute in which the filters have discarded all records does not.
 */
const ageOf = (
  { function: reader }: EndpointFunction,
  mapping: EventMapping,
  { id, written, label }: { readonly id: string; readonly written: Metric; readonly label: string },
): IMetric => {
  // Two of these are in one graph, which distinguishes their metrics by these names.
  const [polled, filtered, age] = [`${id}Polled`, `${id}Filtered`, `${id}Age`];
  const ofInvoked = `FILL(${age}, 0)`;
  const ofDue = `IF(FILL(${polled}, ${UNREAD_MILLISECONDS}) > FILL(${filtered}, 0), FILL(${age}, ${UNREAD_MILLISECONDS}), ${ofInvoked})`;
  return new MathExpression({
    label,
    expression: `IF(FILL(written, 0) > 0, ${ofDue}, ${ofInvoked})`,
    usingMetrics: {
      written: written.with({ period: minute, statistic: Stats.SUM }),
      [polled]: mapping.metricPolled(),
      [filtered]: mapping.metricFiltered(),
      [age]: reader.metric('IteratorAge', most(label)),
    },
    period: minute,
  });
};

/** The age of the oldest message of all queues, in seconds. An empty queue has no data. */
const oldestOf = (queues: readonly Queue[]): IMetric => {
  const ages = queues.map((queue, index) => [`age${index}`, queue.metricApproximateAgeOfOldestMessage()] as const);
  return new MathExpression({
    label: 'Oldest, s',
    expression: `MAX([${ages.map(([name]) => `FILL(${name}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(ages.map(([name, age]) => [name, age.with({ period: fiveMinutes })])),
    period: fiveMinutes,
  });
};

/**
 * The metrics of the processing after a write.
 *
 * @param others.lastStops - dead-letter queues of other constructs
 * @param others.written - of the table: without writes no record is due
 */
export const measureEvents = (
  events: EventFunctions,
  { lastStops, written }: { readonly lastStops: readonly Queue[]; readonly written: Metric },
): EventMetrics => {
  const { queues, givenUp, moveDue, webhookFunctions } = events;
  const { mappings } = events;
  return {
    streamAge: ageOf(events.processStream, mappings.stream, {
      id: 'stream',
      written,
      label: 'Age of counts and deletions, ms',
    }),
    routingAge: ageOf(events.routeEvents, mappings.routing, { id: 'routing', written, label: 'Age of changes, ms' }),
    polls: {
      stream: pollsOf(mappings.stream),
      routing: pollsOf(mappings.routing),
      deliveries: pollsOf(mappings.deliveries),
    },
    givenUp: depthOf(givenUp, 'Deletions given up'),
    routingGivenUp: depthOf(queues.unread, 'Batches given up'),
    unrouted: depthOf(queues.unrouted, 'Records not read'),
    waiting: depthOf(queues.deliveries, 'Waiting'),
    underWay: queues.deliveries.metricApproximateNumberOfMessagesNotVisible(most('Under way')),
    delayed: queues.deliveries.metricApproximateNumberOfMessagesDelayed(most('Before their next try')),
    deliveryAge: queues.deliveries.metricApproximateAgeOfOldestMessage(most('Oldest, s')),
    dead: depthOf(queues.dead, 'Deliveries given up'),
    lastStopAge: oldestOf([givenUp, ...queues.lastStops, ...lastStops]),
    dueMoved: clockRuns(moveDue, 'move-due', fiveMinutes),
    functionErrors: shareOf({
      counted: Object.fromEntries(
        webhookFunctions.map(([name, each]) => [name.replaceAll('-', ''), each.function.metricErrors()]),
      ),
      of: webhookFunctions.map(([, each]) => each.function.metricInvocations()),
      floor: 3,
      label: 'Errors, %',
    }),
    invocations: webhookFunctions.map(([label, each]) => each.function.metricInvocations({ period: minute, label })),
    errors: webhookFunctions.map(([label, each]) => each.function.metricErrors({ period: minute, label })),
    durations: webhookFunctions.map(([label, each]) =>
      each.function.metricDuration({ period: minute, statistic: 'p99', label }),
    ),
  };
};
