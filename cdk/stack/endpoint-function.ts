/** The one construct for every function: whatever all functions share is said here. */
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
import { INDEX, NAMESAKES } from '../../lib/dynamodb/keys.ts';
import { denials, type GuardedKeys } from './guarded-keys.ts';
import type { OperationLog } from './operation-log.ts';
import { removalOf } from './removal.ts';

/**
 * The smallest size of which double would not shorten an update by a fifth: a function's share of a processor grows with it,
 * the wait for the table does not. `npm run bench` writes the sweep into docs/speed.md.
 */
export const memoryMegabytes = 512;

/** V8 may let what is young grow far larger, and a warm function with it, for nothing (docs/speed.md). */
export const nodeOptions = '--max-semi-space-size=8';

/**
 * Above what three calls to a store that hangs may take (lib/dynamodb/call.ts), below the gateway's 29 seconds: such a request
 * then ends in our own 503.
 */
export const functionTimeout = Duration.seconds(25);

interface EndpointFunctionProps {
  readonly description: string;
  /** The directory that holds the bundle, with `index.mjs` in it. */
  readonly bundle: string;
  readonly table: TableV2;
  /** What the function does to the table; it may do nothing else. */
  readonly access: readonly TableAction[];
  /** Which of the keys that are kept from functions it may touch nevertheless; none where it is left out. */
  readonly guarded?: GuardedKeys;
  /** What it is told beside the table's name. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What else it may do, by a name for each policy. */
  readonly policies?: Readonly<Record<string, PolicyDocument>>;
  /** That of an operation where it is left out. */
  readonly timeout?: Duration;
  /** Of the account's concurrency, what it has for itself and cannot exceed. */
  readonly reservedConcurrency?: number | undefined;
  /** Where an operation writes; other functions have a group of their own. */
  readonly log?: OperationLog;
  readonly retain: boolean;
  readonly logRetention: RetentionDays;
}

/** A Lambda function with a role of its own, and a log group where it is given none: three resources at the most. */
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
      // Inline, where grants (logGroup.grantWrite, table.grant) would make a policy resource beside each role: a stack
      // holds 500 resources. No managed policy either: the basic execution role may write to every log group.
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
              // The one wildcard: these two actions know no resource.
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
      // The role says all that the function may do: what constructs would add by themselves (tracing does) would be a
      // policy resource beside it.
      role: this.role.withoutPolicyUpdates(),
      // Versions that are no longer live hold nothing that would be missed; but a request may still be on its way to one when
      // its successor is. They go with their function, and what a deploy made that failed goes with that.
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

/** The indexes can only be queried: the other actions are named on the table alone. */
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
