/** The functions on the table's stream, in a nested stack: what they read of it, and what becomes of what they fail at. */
import { Duration, NestedStack, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { TableAction } from '../../lib/contract/operation.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { bundleOf } from './module-functions.ts';

interface EventFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention'>;
  readonly table: TableV2;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** What removing parts does to the table: it finds them, and deletes or updates them while their record is gone. */
const access: readonly TableAction[] = ['BatchGetItem', 'Query', 'ConditionCheckItem', 'UpdateItem', 'DeleteItem'];

/** Deletions come one by one or by the thousand; each may take the whole time of an invocation. */
const BATCH = 10;
const AT_ONCE = 4;

/** A nested stack with the function that removes what deleted records have left, its mapping, and what it gave up. */
export class EventFunctions extends NestedStack {
  readonly removeParts: EndpointFunction;
  /** Tells of records that failed each time; the tombstones stay in the table (docs/operators.md). */
  readonly givenUp: Queue;

  constructor(scope: Construct, { settings, table, bundles }: EventFunctionsProps) {
    super(scope, 'Events', { description: "Functions on the table's stream" });
    this.nestedStackResource?.overrideLogicalId('EventsFunctions');
    const streamArn = table.tableStreamArn!;
    this.givenUp = new Queue(this, 'GivenUp', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.givenUp).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is where the mapping puts what failed: the last stop.',
    });
    const allow = (actions: readonly string[], resource: string) =>
      new PolicyStatement({ actions: [...actions], resources: [resource] });
    this.removeParts = new EndpointFunction(this, 'RemoveParts', {
      description: 'Removes what deleted accounts and locations have left',
      bundle: bundleOf(bundles, 'remove-parts'),
      table,
      access,
      policies: {
        stream: new PolicyDocument({
          statements: [
            allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn),
            // It tells which streams there are, and knows no resource; Lambda asks for it when it makes the mapping.
            allow(['dynamodb:ListStreams'], '*'),
          ],
        }),
        givenUp: new PolicyDocument({ statements: [allow(['sqs:SendMessage'], this.givenUp.queueArn)] }),
      },
      retain: settings.retain,
      logRetention: settings.logRetention,
    });
    new EventSourceMapping(this, 'Deletions', {
      target: this.removeParts.function,
      eventSourceArn: streamArn,
      // From the first record on: what is deleted while a deployment goes on is not left lying.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: { NewImage: { type: { S: FilterRule.isEqual('tombstone') } } },
        }),
      ],
      batchSize: BATCH,
      parallelizationFactor: AT_ONCE,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 10,
      maxRecordAge: Duration.hours(6),
      // The queue as it is: `SqsDlq` would give the role a policy beside it.
      onFailure: { bind: () => ({ destination: this.givenUp.queueArn }) },
    });
  }
}
