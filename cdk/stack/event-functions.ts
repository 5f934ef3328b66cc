/**
 * The functions that no request calls, in a nested stack: on the table's stream, on the queue of deliveries and by the clock.
 * What each reads, what it may do, and what becomes of what it fails at.
 */
import { Duration, NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig, EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { TableAction } from '../../lib/contract/operation.ts';
import type { Settings } from './context.ts';
import { EndpointFunction, functionTimeout } from './endpoint-function.ts';
import { readStream, receiveFrom, sendTo } from './event-policies.ts';
import { EventQueues, LastStop } from './event-queues.ts';
import type { GuardedKeys } from './guarded-keys.ts';
import { bundleOf } from './module-functions.ts';
import { audited, counted, deletions, events, type StreamFilter } from './stream-filters.ts';

interface EventFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention' | 'deliveriesAtOnce' | 'auditDays'>;
  readonly table: TableV2;
  /** Where media wait to be fetched, or removed. */
  readonly mediaQueue: Queue;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

interface OwnRights {
  readonly description: string;
  readonly access: readonly TableAction[];
  readonly guarded?: GuardedKeys;
  readonly environment?: Readonly<Record<string, string>>;
  readonly policies?: Readonly<Record<string, PolicyDocument>>;
}

interface StreamReading {
  readonly filters: readonly StreamFilter[];
  readonly batchSize: number;
  readonly parallelizationFactor: number;
  readonly maxRecordAge: Duration;
  /** How often a batch is tried again; until its age where it is left out. */
  readonly retryAttempts?: number;
  /** What tells of batches that were given up. */
  readonly onFailure: Queue;
}

/** A nested stack: four functions, what calls them, the queues between them, and where lies what was given up. */
export class EventFunctions extends NestedStack {
  /** Keeps the audit and counts of responses and reviews, and removes what deleted records have left. */
  readonly keepUp: EndpointFunction;
  /** Makes events of what was committed, and deliveries of them. */
  readonly routeEvents: EndpointFunction;
  readonly deliverWebhook: EndpointFunction;
  /** Moves the tries that have come due to the queue. */
  readonly moveDue: EndpointFunction;
  readonly queues: EventQueues;
  /** Tells of deletions that failed each time; the tombstones stay in the table (docs/operators.md). */
  readonly givenUp: Queue;
  private readonly props: EventFunctionsProps;

  constructor(scope: Construct, props: EventFunctionsProps) {
    super(scope, 'Events', { description: "Functions on the table's stream and on the queue of deliveries" });
    this.nestedStackResource?.overrideLogicalId('EventsFunctions');
    this.props = props;
    const stream = readStream(props.table.tableStreamArn!);
    this.givenUp = new LastStop(this, 'GivenUp');
    this.queues = new EventQueues(this, 'Queues', { deliveryTimeout: functionTimeout });
    const { deliveries, unrouted, unread } = this.queues;
    const environment = { DELIVERY_QUEUE_URL: deliveries.queueUrl };

    this.keepUp = this.add('KeepUp', 'keep-up', {
      description:
        'Keeps the audit, counts responses and reviews, removes what deleted accounts and locations have left',
      // It finds parts, and deletes or updates them while their record is gone; it puts marks of what it has counted, and
      // entries of the audit.
      access: ['BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      guarded: { secrets: 'erases' },
      environment: { GIVEN_UP_QUEUE_URL: this.givenUp.queueUrl, AUDIT_DAYS: String(props.settings.auditDays) },
      policies: { stream, givenUp: sendTo(this.givenUp) },
    });
    this.routeEvents = this.add('RouteEvents', 'route-events', {
      description: 'Makes events of what was committed, and deliveries of them; has media fetched',
      access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      environment: {
        ...environment,
        UNROUTED_QUEUE_URL: unrouted.queueUrl,
        MEDIA_QUEUE_URL: props.mediaQueue.queueUrl,
      },
      policies: { stream, queues: sendTo(deliveries, unrouted, unread, props.mediaQueue) },
    });
    this.deliverWebhook = this.add('DeliverWebhook', 'deliver-webhook', {
      description: 'Sends deliveries to webhooks',
      access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
      guarded: { secrets: true, dues: true },
      environment,
      policies: { own: receiveFrom(deliveries), queues: sendTo(deliveries) },
    });
    this.moveDue = this.add('MoveDue', 'move-due', {
      description: 'Moves tries that have come due to the queue',
      access: ['Query', 'DeleteItem'],
      guarded: { dues: true },
      environment,
      policies: { queues: sendTo(deliveries) },
    });

    this.read('ToKeepUp', this.keepUp, {
      filters: [...deletions, ...counted, ...(props.settings.auditDays > 0 ? audited : [])],
      // Deletions come one by one or by the thousand, and each takes seconds of an invocation; counts wait behind them.
      batchSize: 10,
      parallelizationFactor: 10,
      // What no repetition mends it puts aside by itself; a count that is given up is wrong until it is rebuilt.
      maxRecordAge: Duration.hours(24),
      onFailure: this.givenUp,
    });
    this.read('Changes', this.routeEvents, {
      filters: events,
      batchSize: 50,
      parallelizationFactor: 10,
      // What can't be read it puts aside by itself; all else is the store's failure, and tried until that is over. After
      // half of the stream's day what the pointers name can still be read.
      maxRecordAge: Duration.hours(12),
      onFailure: unread,
    });
    new EventSourceMapping(this, 'ToDeliver', {
      target: this.deliverWebhook.function,
      eventSourceArn: deliveries.queueArn,
      // Sent at once: no batch waits to be filled.
      batchSize: 10,
      reportBatchItemFailures: true,
      // Of the account's concurrency, which the API shares.
      maxConcurrency: props.settings.deliveriesAtOnce,
    });
    new Rule(this, 'EachMinute', {
      description: 'Moves tries that have come due to the queue of deliveries',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.moveDue.function, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
    // The next minute does what this one has not done: nothing is called again.
    new EventInvokeConfig(this, 'OnceAMinute', {
      function: this.moveDue.function,
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
    });
  }

  /** Those that have to do with webhooks. */
  get webhookFunctions(): readonly (readonly [name: string, endpoint: EndpointFunction])[] {
    return [
      ['route-events', this.routeEvents],
      ['deliver-webhook', this.deliverWebhook],
      ['move-due', this.moveDue],
    ];
  }

  private add(id: string, entry: string, rights: OwnRights): EndpointFunction {
    const { settings, table, bundles } = this.props;
    const { retain, logRetention } = settings;
    return new EndpointFunction(this, id, { ...rights, bundle: bundleOf(bundles, entry), table, retain, logRetention });
  }

  private read(id: string, { function: target }: EndpointFunction, { filters, onFailure, ...reading }: StreamReading) {
    new EventSourceMapping(this, id, {
      target,
      eventSourceArn: this.props.table.tableStreamArn!,
      // From the first record on: what is written while a deployment goes on is not left lying.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: filters.map((each) => FilterCriteria.filter({ ...each })),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      ...reading,
      // The queue as it is: `SqsDlq` would give the role a policy beside it.
      onFailure: { bind: () => ({ destination: onFailure.queueArn }) },
    });
  }
}
