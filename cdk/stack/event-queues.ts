/** The queues behind the table's stream: deliveries, and messages that failed permanently. */
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MOST_RECEIPTS } from '../../lib/subscriptions/rules/schedule.ts';

/** The maximum that SQS allows. */
export const RETENTION_DAYS = 14;

/**
 * The visibility time-out as a multiple of the function's time-out. Lambda recommends six, so that it can wait and
 * retry by itself where functions are throttled.
 */
export const VISIBILITY_FACTOR = 6;

/** The settings of all queues. */
export const queueSettings: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(RETENTION_DAYS),
  // Deliveries are stored in the table: no delivery is lost with a queue.
  removalPolicy: RemovalPolicy.DESTROY,
};

/** A dead-letter queue, which only an operator reads (docs/operators.md: undelivered events). */
export class LastStop extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, queueSettings);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is where what failed is put: the last stop.',
    });
  }
}

interface EventQueuesProps {
  /** The time-out of the function that delivers. */
  readonly deliveryTimeout: Duration;
}

/**
 * The queue of deliveries, which is a standard queue with one fair-queue group per partner, and the dead-letter queues.
 */
export class EventQueues extends Construct {
  readonly deliveries: Queue;
  /** Messages that failed each time; their deliveries are pending in the table. */
  readonly dead: Queue;
  /** Keys of stream records that could not be read. */
  readonly unrouted: Queue;
  /** Pointers to batches of the stream that failed each time. */
  readonly unread: Queue;

  constructor(scope: Construct, id: string, { deliveryTimeout }: EventQueuesProps) {
    super(scope, id);
    this.dead = new LastStop(this, 'DeliveriesDead');
    this.unrouted = new LastStop(this, 'Unrouted');
    this.unread = new LastStop(this, 'RoutingGivenUp');
    this.deliveries = new Queue(this, 'Deliveries', {
      ...queueSettings,
      visibilityTimeout: Duration.seconds(deliveryTimeout.toSeconds() * VISIBILITY_FACTOR),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIPTS },
    });
  }

  /** The dead-letter queues. */
  get lastStops(): readonly Queue[] {
    return [this.dead, this.unrouted, this.unread];
  }
}
