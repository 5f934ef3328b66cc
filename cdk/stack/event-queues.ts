/** The queues behind the table's stream: what waits to be delivered, and where lies what nobody could work on. */
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** As long as SQS keeps anything. */
export const RETENTION_DAYS = 14;

/**
 * A message may be with a function for as long as that runs, and is shown again so many times later: Lambda asks for six,
 * so that it can wait and try again by itself where functions are throttled.
 */
export const VISIBILITY_FACTOR = 6;

/** So often a message is received before it is given up: with the time-out above a store may be away for half an hour. */
const MOST_RECEIPTS = 12;

/** What all queues have in common. */
export const queueSettings: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(RETENTION_DAYS),
  // Deliveries stand in the table: a queue that goes with its stack loses none of them.
  removalPolicy: RemovalPolicy.DESTROY,
};

/** A queue that nothing reads but an operator (docs/operators.md: events that were not sent). */
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

/** The queue of deliveries, a standard one that is fair by the webhook of each message, and the last stops. */
export class EventQueues extends Construct {
  readonly deliveries: Queue;
  /** Messages that failed each time; the deliveries that they name are pending in the table. */
  readonly dead: Queue;
  /** Keys of records of the stream that could not be read. */
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

  /** Those that nothing reads but an operator. */
  get lastStops(): readonly Queue[] {
    return [this.dead, this.unrouted, this.unread];
  }
}
