/**
 * The background functions, in a nested stack: they run on the table's stream, on the queue of deliveries
 * and on a schedule. Defines what each reads, its permissions, and where its failures go.
 */
import { Duration, NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { TableAction } from '../../lib/contract/operation.ts';
import { deliveriesOfPartner } from './ceilings.ts';
import type { Settings } from './context.ts';
import { EndpointFunction, functionTimeout } from './endpoint-function.ts';
import { EventMapping } from './event-mapping.ts';
import { readStream, receiveFrom, sendTo } from './event-policies.ts';
import { EventQueues, LastStop } from './event-queues.ts';
import type { GuardedKeys } from './guarded-keys.ts';
import { bundleOf } from './module-functions.ts';
import { audited, counted, deletions, events, type StreamFilter } from './stream-filters.ts';

interface EventFunctionsProps {
  readonly settings: Pick<
    Settings,
    'retain' | 'logRetention' | 'deliveriesAtOnce' | 'streamReadersAtOnce' | 'auditDays' | 'changeDays'
  >;
  readonly table: TableV2;
  /** The queue of media to fetch or remove. */
  readonly mediaQueue: Queue;
  /** The queue of slices of bulk updates. */
  readonly bulkQueue: Queue;
  /** The queue of jobs that connectors carry out. */
  readonly jobQueue: Queue;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

interface OwnRights {
  readonly description: string;
  readonly access: readonly TableAction[];
  readonly guarded?: GuardedKeys;
  readonly environment?: Readonly<Record<string, string>>;
  readonly policies?: Readonly<Record<string, PolicyDocument>>;
  readonly reservedConcurrency?: number | undefined;
}

interface StreamReading {
  readonly filters: readonly StreamFilter[];
  readonly batchSize: number;
  readonly parallelizationFactor: number;
  readonly maxRecordAge: Duration;
  /** How often a batch is retried; by default until it reaches the maximum age. */
  readonly retryAttempts?: number;
  /** The queue for batches that failed permanently. */
  readonly onFailure: Queue;
}

/** A nested stack: four functions, their triggers, the queues between them, and the dead-letter queues. */
export class EventFunctions extends NestedStack {
  /**
   * The stream processor: keeps the audit and the counts of responses and reviews, and removes the dependent items of
   * deleted records.
   */
  readonly processStream: EndpointFunction;
  /** Makes events from committed changes, and deliveries of them. */
  readonly routeEvents: EndpointFunction;
  readonly deliverWebhook: EndpointFunction;
  /** Moves retries that are due to the queue. */
  readonly moveDue: EndpointFunction;
  readonly queues: EventQueues;
  /** What reads the table's stream, for each of the two functions on it, and what reads the queue of deliveries. */
  readonly mappings: Readonly<Record<'stream' | 'routing' | 'deliveries', EventMapping>>;
  /** Messages about deletions that failed each time; the tombstones stay in the table (docs/operators.md). */
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
    // Ten batches of each shard run at once, and there is a shard for each 1,000 written units a second.
    const reservedConcurrency = props.settings.streamReadersAtOnce || undefined;

    this.processStream = this.add('ProcessStream', 'process-stream', {
      description:
        'Keeps the audit, counts responses and reviews, removes what deleted accounts and locations have left',
      // It finds dependent items, and deletes or updates them while their record is gone. It puts markers of counted
      // records and entries of the audit. It reads the root of a list that is stored in one item (users, fields).
      access: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      guarded: { secrets: 'erases' },
      environment: { GIVEN_UP_QUEUE_URL: this.givenUp.queueUrl, AUDIT_DAYS: String(props.settings.auditDays) },
      policies: { stream, givenUp: sendTo(this.givenUp) },
      reservedConcurrency,
    });
    this.routeEvents = this.add('RouteEvents', 'route-events', {
      description: 'Makes events of what was committed, and deliveries of them; has media fetched',
      access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      environment: {
        ...environment,
        CHANGE_DAYS: String(props.settings.changeDays),
        UNROUTED_QUEUE_URL: unrouted.queueUrl,
        MEDIA_QUEUE_URL: props.mediaQueue.queueUrl,
        BULK_QUEUE_URL: props.bulkQueue.queueUrl,
        JOB_QUEUE_URL: props.jobQueue.queueUrl,
      },
      policies: {
        stream,
        queues: sendTo(deliveries, unrouted, unread, props.mediaQueue, props.bulkQueue, props.jobQueue),
      },
      reservedConcurrency,
    });
    this.deliverWebhook = this.add('DeliverWebhook', 'deliver-webhook', {
      description: 'Sends deliveries to webhooks',
      access: ['BatchGetItem', 'PutItem', 'UpdateItem'],
      guarded: { secrets: true, dues: true },
      environment: { ...environment, REQUESTS_OF_A_PARTNER: String(deliveriesOfPartner(props.settings)) },
      policies: { own: receiveFrom(deliveries), queues: sendTo(deliveries) },
    });
    this.moveDue = this.add('MoveDue', 'move-due', {
      description: 'Moves what has come due to its queue, ends jobs that are late, has removals look again',
      // A job ends in one transaction with what it is of.
      access: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      guarded: { dues: true },
      environment: { ...environment, JOB_QUEUE_URL: props.jobQueue.queueUrl },
      policies: { queues: sendTo(deliveries, props.jobQueue) },
    });

    const ofStream = this.read('ToProcessStream', this.processStream, {
      filters: [...deletions, ...counted, ...(props.settings.auditDays > 0 ? audited : [])],
      // Deletions come one by one or by the thousand. Each takes seconds of an invocation, and counts wait behind them.
      batchSize: 10,
      parallelizationFactor: 10,
      // It sets aside by itself what no retry can fix. The stream forgets after 24 hours, and the queue must know before.
      maxRecordAge: Duration.hours(23),
      onFailure: this.givenUp,
    });
    const routing = this.read('Changes', this.routeEvents, {
      filters: events,
      batchSize: 50,
      parallelizationFactor: 10,
      // It sets aside by itself what can't be read; all other errors are failures of DynamoDB and are retried until it
      // recovers. After half of the stream's 24 hours the records that the pointers name can still be read.
      maxRecordAge: Duration.hours(12),
      onFailure: unread,
    });
    const ofDeliveries = new EventMapping(this, 'ToDeliver', {
      target: this.deliverWebhook.function,
      eventSourceArn: deliveries.queueArn,
      // Sent at once: no batch waits to be filled.
      batchSize: 10,
      // Out of the account's concurrency, which the API shares.
      maxConcurrency: props.settings.deliveriesAtOnce,
    });
    this.mappings = { stream: ofStream, routing, deliveries: ofDeliveries };
    // The next minute's run does what this one has not done, so a failed run is not retried.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    new Rule(this, 'EachMinute', {
      description: 'Moves tries that have come due to the queue of deliveries',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.moveDue.function, once)],
    });
    new EventInvokeConfig(this, 'OnceAMinute', { function: this.moveDue.function, ...once });
  }

  /** The functions for webhooks. */
  get webhookFunctions(): readonly (readonly [name: string, endpoint: EndpointFunction])[] {
    const { routeEvents, deliverWebhook, moveDue } = this;
    return Object.entries({ 'route-events': routeEvents, 'deliver-webhook': deliverWebhook, 'move-due': moveDue });
  }

  private add(id: string, entry: string, rights: OwnRights): EndpointFunction {
    const { settings, table, bundles } = this.props;
    const { retain, logRetention } = settings;
    return new EndpointFunction(this, id, { ...rights, bundle: bundleOf(bundles, entry), table, retain, logRetention });
  }

  private read(
    id: string,
    { function: target }: EndpointFunction,
    { filters, onFailure, ...reading }: StreamReading,
  ): EventMapping {
    return new EventMapping(this, id, {
      target,
      eventSourceArn: this.props.table.tableStreamArn!,
      startingPosition: StartingPosition.TRIM_HORIZON, // writes during a deployment are processed too
      filters: filters.map((each) => FilterCriteria.filter({ ...each })),
      bisectBatchOnError: true,
      ...reading,
      // The queue's ARN alone: `SqsDlq` would add a policy resource to the role.
      onFailure: { bind: () => ({ destination: onFailure.queueArn }) },
    });
  }
}
