/** The functions that fetch media, in a nested stack: one runs on its own queue, one on a schedule. */
import { Duration, NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { FETCHES_AT_ONCE } from './ceilings.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { EventMapping } from './event-mapping.ts';
import { acknowledgeObjects, allow, MEDIA_OBJECTS, onObjects, receiveFrom, sendTo } from './event-policies.ts';
import { LastStop, queueSettings } from './event-queues.ts';
import { bundleOf } from './module-functions.ts';

interface MediaFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention'>;
  readonly table: TableV2;
  readonly bucket: Bucket;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** A fetch takes two minutes at most, and the work after it a few seconds. */
const fetchTimeout = Duration.minutes(3);
/** After a worker is killed, another one takes over while the upload still has time. */
const visibilityTimeout = Duration.minutes(4);
const MOST_RECEIPTS = 4;

/** A nested stack: two functions, the queue with its dead-letter queue, and a schedule. */
export class MediaFunctions extends NestedStack {
  readonly fetchMedia: EndpointFunction;
  /** Fails uploads that have been pending for too long. */
  readonly failLate: EndpointFunction;
  readonly queue: Queue;
  /** Messages that failed each time. Their files stay in the bucket; the schedule fails their uploads. */
  readonly dead: Queue;
  /** What reads the queue. */
  readonly mapping: EventMapping;

  constructor(scope: Construct, { settings, table, bucket, bundles }: MediaFunctionsProps) {
    super(scope, 'MediaEvents', { description: 'Functions that fetch media' });
    this.nestedStackResource?.overrideLogicalId('MediaEventsFunctions');
    const { retain, logRetention } = settings;
    this.dead = new LastStop(this, 'MediaDead');
    this.queue = new Queue(this, 'MediaQueue', {
      ...queueSettings,
      visibilityTimeout,
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIPTS },
    });
    this.fetchMedia = new EndpointFunction(this, 'FetchMedia', {
      description: 'Fetches media into the bucket, and removes what was deleted',
      bundle: bundleOf(bundles, 'fetch-media'),
      table,
      access: ['GetItem', 'UpdateItem'],
      environment: { MEDIA_QUEUE_URL: this.queue.queueUrl, MEDIA_BUCKET: bucket.bucketName },
      policies: {
        own: receiveFrom(this.queue),
        queues: sendTo(this.queue),
        bucket: allow(...onObjects(['s3:PutObject', 's3:DeleteObjectVersion'], bucket, MEDIA_OBJECTS), [
          ['s3:ListBucketVersions'],
          bucket.bucketArn,
        ]),
      },
      timeout: fetchTimeout,
      retain,
      logRetention,
    });
    acknowledgeObjects(this.fetchMedia.role, bucket, MEDIA_OBJECTS);
    this.failLate = new EndpointFunction(this, 'FailLateMedia', {
      description: 'Ends uploads that have been pending for too long',
      bundle: bundleOf(bundles, 'fail-late-media'),
      table,
      access: ['Query', 'GetItem', 'UpdateItem', 'DeleteItem'],
      retain,
      logRetention,
    });
    this.mapping = new EventMapping(this, 'ToFetch', {
      target: this.fetchMedia.function,
      eventSourceArn: this.queue.queueArn,
      // One file per invocation: no file waits for another.
      batchSize: 1,
      maxConcurrency: FETCHES_AT_ONCE,
    });
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    new Rule(this, 'EachMinute', {
      description: 'Ends uploads that have been pending for too long',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.failLate.function, once)],
    });
    new EventInvokeConfig(this, 'OnceAMinute', { function: this.failLate.function, ...once });
  }
}
