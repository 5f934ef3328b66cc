/** The function that has connectors carry out jobs, in a nested stack: it runs on its own queue. */
import { Duration, NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { MOST_RECEIPTS } from '../../lib/subscriptions/rules/schedule.ts';
import { jobsOfPartner } from './ceilings.ts';
import type { Settings } from './context.ts';
import { EndpointFunction, functionTimeout } from './endpoint-function.ts';
import { EventMapping } from './event-mapping.ts';
import { acknowledgeObjects, allow, MEDIA_OBJECTS, onObjects, receiveFrom, sendTo } from './event-policies.ts';
import { LastStop, queueSettings, VISIBILITY_FACTOR } from './event-queues.ts';
import { bundleOf } from './module-functions.ts';
import { sandboxEnvironment } from './stage-environment.ts';

interface JobFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention' | 'jobsAtOnce' | 'isSandbox'>;
  readonly table: TableV2;
  /** The bucket of media: connectors get URLs of its objects. */
  readonly bucket: Bucket;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** A nested stack: the function, and its queue with its dead-letter queue. */
export class JobFunctions extends NestedStack {
  readonly runJobs: EndpointFunction;
  readonly queue: Queue;
  /** Messages that failed each time. Their jobs end at their deadlines. */
  readonly dead: Queue;
  /** What reads the queue. */
  readonly mapping: EventMapping;

  constructor(scope: Construct, { settings, table, bucket, bundles }: JobFunctionsProps) {
    super(scope, 'JobEvents', { description: 'The function that has connectors carry out jobs' });
    this.nestedStackResource?.overrideLogicalId('JobEventsFunctions');
    const { retain, logRetention, jobsAtOnce } = settings;
    this.dead = new LastStop(this, 'JobsDead');
    this.queue = new Queue(this, 'Jobs', {
      ...queueSettings,
      visibilityTimeout: Duration.seconds(functionTimeout.toSeconds() * VISIBILITY_FACTOR),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIPTS },
    });
    this.runJobs = new EndpointFunction(this, 'RunJobs', {
      description: 'Has connectors carry out jobs, and starts posts that are due',
      bundle: bundleOf(bundles, 'run-jobs'),
      table,
      access: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { secrets: true, dues: true },
      environment: {
        // There it answers for connectors itself.
        ...sandboxEnvironment(settings),
        JOB_QUEUE_URL: this.queue.queueUrl,
        MEDIA_BUCKET: bucket.bucketName,
        REQUESTS_OF_A_PARTNER: String(jobsOfPartner({ jobsAtOnce })),
      },
      policies: {
        own: receiveFrom(this.queue),
        queues: sendTo(this.queue),
        bucket: allow(...onObjects(['s3:GetObject'], bucket, MEDIA_OBJECTS)),
      },
      retain,
      logRetention,
    });
    acknowledgeObjects(this.runJobs.role, bucket, MEDIA_OBJECTS);
    this.mapping = new EventMapping(this, 'ToRunJobs', {
      target: this.runJobs.function,
      eventSourceArn: this.queue.queueArn,
      // Sent at once: no batch waits to be filled.
      batchSize: 10,
      maxConcurrency: jobsAtOnce,
    });
  }
}
