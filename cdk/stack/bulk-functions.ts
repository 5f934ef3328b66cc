/** The function that executes bulk updates, in a nested stack: it runs on its own queue, and each minute on a schedule. */
import { Duration, NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { SLICES_AT_ONCE } from './ceilings.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { EventMapping } from './event-mapping.ts';
import { acknowledgeObjects, allow, BULK_OBJECTS, onObjects, receiveFrom, sendTo } from './event-policies.ts';
import { LastStop, queueSettings } from './event-queues.ts';
import { bundleOf } from './module-functions.ts';

interface BulkFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention'>;
  readonly table: TableV2;
  readonly bucket: Bucket;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** A slice of a hundred rows takes some seconds. */
const sliceTimeout = Duration.minutes(1);
const visibilityTimeout = Duration.seconds(90);
/** A slice that waits for an earlier one is a new message each time. */
const MOST_RECEIPTS = 6;

/** A nested stack: a function, its queue with the dead-letter queue, and a schedule. */
export class BulkFunctions extends NestedStack {
  readonly runBulk: EndpointFunction;
  readonly queue: Queue;
  /** Messages that failed each time. The clock ends their jobs. */
  readonly dead: Queue;
  readonly mapping: EventMapping;
  readonly clock: Rule;

  constructor(scope: Construct, { settings, table, bucket, bundles }: BulkFunctionsProps) {
    super(scope, 'BulkEvents', { description: 'The function that executes bulk updates' });
    this.nestedStackResource?.overrideLogicalId('BulkEventsFunctions');
    const { retain, logRetention } = settings;
    this.dead = new LastStop(this, 'BulkDead');
    this.queue = new Queue(this, 'BulkQueue', {
      ...queueSettings,
      visibilityTimeout,
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIPTS },
    });
    this.runBulk = new EndpointFunction(this, 'RunBulk', {
      description: 'Executes the rows of bulk updates, and ends those that are late',
      bundle: bundleOf(bundles, 'run-bulk'),
      table,
      access: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      environment: { BULK_QUEUE_URL: this.queue.queueUrl, MEDIA_BUCKET: bucket.bucketName },
      policies: {
        own: receiveFrom(this.queue),
        queues: sendTo(this.queue),
        bucket: allow(...onObjects(['s3:GetObject'], bucket, BULK_OBJECTS)),
      },
      timeout: sliceTimeout,
      retain,
      logRetention,
    });
    acknowledgeObjects(this.runBulk.role, bucket, BULK_OBJECTS);
    this.mapping = new EventMapping(this, 'ToRun', {
      target: this.runBulk.function,
      eventSourceArn: this.queue.queueArn,
      // One slice per invocation: no slice waits for another.
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency: SLICES_AT_ONCE,
    });
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    this.clock = new Rule(this, 'EachMinute', {
      description: 'Ends bulk updates that are late',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.runBulk.function, once)],
    });
    new EventInvokeConfig(this, 'OnceAMinute', { function: this.runBulk.function, ...once });
  }
}
