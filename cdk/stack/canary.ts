/**
 * How a release goes live: a share of each function's requests for some minutes, then all. An alarm that is raised in between
 * puts every request back to the version before, and CloudFormation the whole stack (docs/pipeline.md).
 */
import { Aws, Validations } from 'aws-cdk-lib';
import { type Alarm, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentConfig, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmOf, type Judged, minute, ofOneFunction, ofTheStage } from './canary-alarms.ts';
import type { CanarySettings } from './context.ts';

interface CanaryProps extends CanarySettings {
  readonly apiName: string;
  readonly stage: string;
  /** With what the name of each of the functions begins. */
  readonly functionPrefix: string;
}

/** An operation as API Gateway names it in its metrics. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * In the stack: what the releases of all functions share. It names API and stage by their texts: what refers to the stage's
 * resource hangs on every method, and so on the nested stacks that hang on this.
 */
export class Canary extends Construct {
  private readonly application: CfnApplication;
  private readonly config: CfnDeploymentConfig;
  private readonly role: Role;
  private readonly stageAlarm: Alarm;
  private readonly dimensions: Readonly<Record<'ApiName' | 'Stage', string>>;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const { percent, minutes, apiName, stage, functionPrefix } = props;
    this.dimensions = { ApiName: apiName, Stage: stage };
    this.application = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    this.config = new CfnDeploymentConfig(this, 'Shift', {
      computePlatform: 'Lambda',
      trafficRoutingConfig: {
        type: 'TimeBasedCanary',
        timeBasedCanary: { canaryPercentage: percent, canaryInterval: minutes },
      },
    });
    const functions = `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${functionPrefix}*`;
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: {
        // Of the managed policy for this (AWSCodeDeployRoleForLambdaLimited) what is used here: no hooks, no revision in S3.
        shift: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
              resources: [functions],
            }),
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
    Validations.of(this.role).acknowledge(
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'CodeDeploy asks for alarms by their names, of which there are more than a policy has room for.',
      },
      {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${functionPrefix}*]`,
        reason:
          'The functions of this API: their ARNs would exceed what a role can hold. It may move their alias, no more.',
      },
    );
    this.stageAlarm = alarmOf(this, 'ServerErrors', ofTheStage, {
      metric: new MathExpression({
        label: '5xx, %',
        expression: '100 * faults',
        usingMetrics: {
          faults: new Metric({
            namespace: 'AWS/ApiGateway',
            metricName: '5XXError',
            dimensionsMap: this.dimensions,
            statistic: Stats.AVERAGE,
            period: minute,
          }),
        },
        period: minute,
      }),
      threshold: 1,
      description: 'While a release goes live: more than 1% of the requests end in a 5xx. It is taken back.',
    });
  }

  /**
   * Lets the releases of an operation's function go live step by step.
   *
   * What it answers as a 5xx is counted at the gateway, as it is no error to Lambda; what crashes counts twice.
   */
  shiftOperation(scope: Construct, alias: Alias, { method, path }: Route): void {
    this.shift(scope, alias, {
      metric: new MathExpression({
        label: 'Failures',
        expression: 'FILL(crashes, 0) + FILL(faults, 0)',
        usingMetrics: {
          crashes: alias.metricErrors({ period: minute }),
          faults: new Metric({
            namespace: 'AWS/ApiGateway',
            metricName: '5XXError',
            dimensionsMap: { ...this.dimensions, Method: method, Resource: path },
            statistic: Stats.SUM,
            period: minute,
          }),
        },
        period: minute,
      }),
      threshold: 0,
      description: `While a release goes live: ${method} ${path} fails in three minutes of ten. It is taken back.`,
    });
  }

  /**
   * The same for the authorizer, which no method is.
   *
   * @param blankKeys - requests without a key, which it ends with an error, as it has to
   */
  shiftAuthorizer(scope: Construct, alias: Alias, blankKeys: Metric): void {
    this.shift(scope, alias, {
      metric: new MathExpression({
        label: 'Failures',
        expression: 'FILL(errors, 0) - FILL(blank, 0)',
        usingMetrics: { errors: alias.metricErrors({ period: minute }), blank: blankKeys.with({ period: minute }) },
        period: minute,
      }),
      // An error and the line that tells of it may fall on either side of a minute's end.
      threshold: 2,
      description: 'While a release goes live: the authorizer fails in three minutes of ten. It is taken back.',
    });
  }

  private shift(scope: Construct, alias: Alias, judged: Judged): void {
    const alarm = alarmOf(scope, 'Failures', ofOneFunction, judged);
    const group = new CfnDeploymentGroup(scope, 'Release', {
      applicationName: this.application.ref,
      deploymentConfigName: this.config.ref,
      serviceRoleArn: this.role.roleArn,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: {
        enabled: true,
        // What can't be watched does not go live.
        ignorePollAlarmFailure: false,
        alarms: [{ name: this.stageAlarm.alarmName }, { name: alarm.alarmName }],
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: this.application.ref, deploymentGroupName: group.ref },
    };
  }
}
