/** What is measured of the functions that no request calls, and of the queues between them. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { EventFunctions } from './event-functions.ts';

export interface EventMetrics {
  /** How old the records of the table's stream are when parts are removed and when events are made, in milliseconds. */
  readonly streamAge: IMetric;
  readonly routingAge: IMetric;
  /** Deletions, batches of changes, and records that could not be read, which wait for an operator. */
  readonly givenUp: IMetric;
  readonly routingGivenUp: IMetric;
  readonly unrouted: IMetric;
  /** Deliveries that could be sent, those that are being sent, and those that wait for their next try. */
  readonly waiting: IMetric;
  readonly underWay: IMetric;
  readonly delayed: IMetric;
  /** Seconds that the oldest delivery has been in the queue, the wait for its next try included. */
  readonly deliveryAge: IMetric;
  readonly dead: IMetric;
  /** Seconds that the oldest of what waits for an operator has waited. */
  readonly lastStopAge: IMetric;
  /** Runs of move-due that ended well. */
  readonly dueMoved: IMetric;
  /** Invocations of the functions for webhooks that ended in an error or at the time-out. */
  readonly functionErrors: IMetric;
  /** A line for each of the functions for webhooks. */
  readonly invocations: readonly IMetric[];
  readonly errors: readonly IMetric[];
  readonly durations: readonly IMetric[];
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const most = (label: string): MetricOptions => ({ period: minute, statistic: Stats.MAXIMUM, label });

const depthOf = (queue: Queue, label: string): IMetric => queue.metricApproximateNumberOfMessagesVisible(most(label));

/** The oldest message of all queues, in seconds. A queue without any says nothing. */
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
 * The metrics of what happens after a write.
 *
 * @param lastStops - queues of others that nothing reads but an operator
 */
export const measureEvents = (events: EventFunctions, lastStops: readonly Queue[]): EventMetrics => {
  const { queues, givenUp, moveDue, webhookFunctions } = events;
  const moved = { period: fiveMinutes, statistic: Stats.SUM };
  const errors = webhookFunctions.map(
    ([name, each]) => [name.replaceAll('-', ''), each.function.metricErrors({ period: fiveMinutes })] as const,
  );
  const ageOf = (endpoint: EventFunctions['keepUp'], label: string) =>
    endpoint.function.metric('IteratorAge', most(label));
  return {
    streamAge: ageOf(events.keepUp, 'Age of counts and deletions, ms'),
    routingAge: ageOf(events.routeEvents, 'Age of changes, ms'),
    givenUp: depthOf(givenUp, 'Deletions given up'),
    routingGivenUp: depthOf(queues.unread, 'Batches given up'),
    unrouted: depthOf(queues.unrouted, 'Records not read'),
    waiting: depthOf(queues.deliveries, 'Waiting'),
    underWay: queues.deliveries.metricApproximateNumberOfMessagesNotVisible(most('Under way')),
    delayed: queues.deliveries.metricApproximateNumberOfMessagesDelayed(most('Before their next try')),
    deliveryAge: queues.deliveries.metricApproximateAgeOfOldestMessage(most('Oldest, s')),
    dead: depthOf(queues.dead, 'Deliveries given up'),
    lastStopAge: oldestOf([givenUp, ...queues.lastStops, ...lastStops]),
    dueMoved: new MathExpression({
      label: 'Runs of move-due',
      expression: 'runs - failed',
      usingMetrics: {
        runs: moveDue.function.metricInvocations(moved),
        failed: moveDue.function.metricErrors(moved),
      },
      period: fiveMinutes,
    }),
    functionErrors: new MathExpression({
      label: 'Errors',
      expression: errors.map(([name]) => `FILL(${name}, 0)`).join(' + '),
      usingMetrics: Object.fromEntries(errors),
      period: fiveMinutes,
    }),
    invocations: webhookFunctions.map(([label, each]) => each.function.metricInvocations({ period: minute, label })),
    errors: webhookFunctions.map(([label, each]) => each.function.metricErrors({ period: minute, label })),
    durations: webhookFunctions.map(([label, each]) =>
      each.function.metricDuration({ period: minute, statistic: 'p99', label }),
    ),
  };
};
