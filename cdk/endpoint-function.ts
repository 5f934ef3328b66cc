/** The one construct for every function: whatever all functions share is said here. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { TableAction } from '../lib/api/operation.ts';
import { indexName } from './table.ts';

interface EndpointFunctionProps {
  readonly description: string;
  /** The directory that holds the bundle, with `index.mjs` in it. */
  readonly bundle: string;
  readonly table: TableV2;
  /** What the function does to the table; it may do nothing else. */
  readonly access: readonly TableAction[];
  readonly production: boolean;
}

/** A Lambda function with a log group and a role of its own: three resources. */
export class EndpointFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: EndpointFunctionProps) {
    super(scope, id);
    const { description, bundle, table, access, production } = props;

    this.logGroup = new LogGroup(this, 'Logs', {
      retention: production ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
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
        table: new PolicyDocument({ statements: tableStatements(table, access) }),
      },
    });
    this.function = new LambdaFunction(this, 'Function', {
      description,
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      // Above what three calls to a store that hangs may take (lib/store/table.ts), below the gateway's 29 seconds: such a
      // request then ends in our own 503.
      timeout: Duration.seconds(25),
      role: this.role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: { TABLE_NAME: table.tableName },
    });
  }
}

/** The index can only be queried: the other actions are named on the table alone. */
const tableStatements = (table: TableV2, access: readonly TableAction[]): PolicyStatement[] => {
  const onTable = new PolicyStatement({
    actions: access.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
  });
  const onIndex = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${table.tableArn}/index/${indexName}`],
  });
  return access.includes('Query') ? [onTable, onIndex] : [onTable];
};
