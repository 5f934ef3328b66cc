/** The one construct for every function, with the settings that all functions share. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { TableAction } from '../../lib/contract/operation.ts';
import { INDEX, NAMESAKES } from '../../lib/dynamodb/table/keys.ts';
import { denials, type GuardedKeys } from './guarded-keys.ts';
import type { OperationLog } from './operation-log.ts';
import { removalOf } from './removal.ts';

/**
 * The smallest size for which doubling would not make an update a fifth faster: a function's share of a processor grows
 * with its memory, the wait for the table does not. `npm run bench` writes the comparison into docs/speed.md.
 */
export const memoryMegabytes = 512;

/**
 * By default V8 lets the young generation, and with it a warm function, grow far larger without a benefit
 * (docs/speed.md).
 */
export const nodeOptions = '--max-semi-space-size=8';

/**
 * Above the time that three calls to an unresponsive DynamoDB may take (lib/dynamodb/client/call.ts), below the
 * gateway's 29 seconds: such a request then ends in our own 503.
 */
export const functionTimeout = Duration.seconds(25);

interface EndpointFunctionProps {
  readonly description: string;
  /** The directory with the bundle's `index.mjs`. */
  readonly bundle: string;
  readonly table: TableV2;
  /** The table actions that the function is allowed. */
  readonly access: readonly TableAction[];
  /** Which of the keys that are denied to other functions it may use; none by default. */
  readonly guarded?: GuardedKeys;
  /** Environment variables in addition to the table's name. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further permissions, by a name for each policy. */
  readonly policies?: Readonly<Record<string, PolicyDocument>>;
  /** By default the time-out of an operation. */
  readonly timeout?: Duration;
  /** Reserved concurrency, out of the account's. */
  readonly reservedConcurrency?: number | undefined;
  /** The log of operations; functions without it get their own log group. */
  readonly log?: OperationLog;
  readonly retain: boolean;
  readonly logRetention: RetentionDays;
}

/** A Lambda function with its own role, and a log group unless it is given one: three resources at most. */
export class EndpointFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id);
    const { description, bundle, table, access, guarded = {}, environment, policies, retain, logRetention } = props;

    this.logGroup =
      props.log?.logGroup ?? new LogGroup(this, 'Logs', { retention: logRetention, removalPolicy: removalOf(retain) });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Inline policies: grants (logGroup.grantWrite, table.grant) would add a policy resource to each role, and a
      // stack holds 500 resources. No managed policy either: the basic execution role may write to every log group.
      inlinePolicies: {
        logs: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [this.logGroup.logGroupArn],
            }),
          ],
        }),
        table: new PolicyDocument({
          statements: [...(access.length > 0 ? tableStatements(table, access) : []), ...denials(table, guarded)],
        }),
        traces: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
              // The one wildcard: these two actions support no resource.
              resources: ['*'],
            }),
          ],
        }),
        ...policies,
      },
    });
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'AWS demands it: there is no resource that PutTraceSegments, PutTelemetryRecords and ListStreams could be granted on.',
    });
    this.function = new LambdaFunction(this, 'Function', {
      description,
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMegabytes,
      timeout: props.timeout ?? functionTimeout,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      // The role already has all permissions: what constructs would add by themselves (tracing does) would be another
      // policy resource.
      role: this.role.withoutPolicyUpdates(),
      // A version that is no longer live holds no data, but when its successor goes live a request may still be on its
      // way to it. So versions are removed with their function, and those of a failed deploy with that deploy.
      currentVersionOptions: { removalPolicy: removalOf(retain) },
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      environment: {
        TABLE_NAME: table.tableName,
        NODE_OPTIONS: nodeOptions,
        ...props.log?.environment,
        ...environment,
      },
    });
  }
}

/** Indexes can only be queried, so all other actions name the table alone. */
const tableStatements = (table: TableV2, access: readonly TableAction[]): PolicyStatement[] => {
  const onTable = new PolicyStatement({
    actions: access.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
  });
  const onIndexes = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [INDEX, NAMESAKES].map((name) => `${table.tableArn}/index/${name}`),
  });
  return access.includes('Query') ? [onTable, onIndexes] : [onTable];
};
