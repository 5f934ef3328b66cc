/**
 * How a release goes live: a share of each function's requests goes to the new version for some minutes, then all. If
 * an alarm is raised meanwhile, every request goes back to the previous version, and CloudFormation rolls back the
 * complete stack (docs/pipeline.md).
 */
import { Aws, Validations } from 'aws-cdk-lib';
import { type Alarm, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentConfig, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmOf, minute, ofOneFunction, ofTheStage, type WatchedAlarm } from './canary-alarms.ts';
import type { CanarySettings } from './context.ts';
import { shareOf } from './shares.ts';

interface CanaryProps extends CanarySettings {
  readonly apiName: string;
  readonly stage: string;
  /** The prefix of the names of all functions. */
  readonly functionPrefix: string;
}

/** An operation as API Gateway names it in its metrics. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * What the releases of all functions share. It names the API and the stage by text. A reference to the stage's resource
 * would depend on every method, and so on the nested stacks that depend on this construct.
 */
export class Canary extends Construct {
  private readonly application: CfnApplication;
  private readonly config: CfnDeploymentConfig;
  private readonly role: Role;
  private readonly stageAlarm: Alarm;
  /** In percent of all requests: a tenth of those that the new version gets. */
  private readonly mostFailing: number;
  private readonly dimensions: Readonly<Record<'ApiName' | 'Stage', string>>;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const { percent, minutes, apiName, stage, functionPrefix } = props;
    this.mostFailing = percent / 10;
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
        // The part of the managed policy for this (AWSCodeDeployRoleForLambdaLimited) that is used here: no hooks, no
        // revision in S3.
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
      metric: shareOf({
        counted: { faults: this.metricOfApi('5XXError') },
        of: [this.metricOfApi('Count')],
        floor: 3,
        label: '5xx, %',
        period: minute,
      }),
      threshold: 1,
      description: 'While a release goes live: more than 1% of the requests end in a 5xx. It is taken back.',
    });
  }

  /**
   * Lets the releases of an operation's function go live step by step.
   *
   * 5xx responses of the function are counted at the gateway, as Lambda does not count them as errors. The gateway counts
   * a crash too, so the larger number is the one.
   */
  shiftOperation(scope: Construct, alias: Alias, { method, path }: Route): void {
    const route = { Method: method, Resource: path };
    this.shift(scope, alias, {
      metric: shareOf({
        counted: { crashes: alias.metricErrors(), faults: this.metricOfApi('5XXError', route) },
        expression: 'MAX([FILL(crashes, 0), FILL(faults, 0)])',
        of: [this.metricOfApi('Count', route)],
        // In three minutes of ten: a function with few calls is watched too.
        floor: 1,
        label: 'Failures, %',
        period: minute,
      }),
      threshold: this.mostFailing,
      description: `While a release goes live: more than ${this.mostFailing}% of ${method} ${path} fail in three minutes of ten. It is taken back.`,
    });
  }

  private metricOfApi(metricName: 'Count' | '5XXError', route: Readonly<Record<string, string>> = {}): Metric {
    const dimensionsMap = { ...this.dimensions, ...route };
    return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic: Stats.SUM });
  }

  /**
   * Lets the releases of the authorizer go live step by step. It has no method, so its errors are counted by Lambda.
   *
   * @param blankKeys - requests without a key, which the authorizer has to end with an error
   */
  shiftAuthorizer(scope: Construct, alias: Alias, blankKeys: Metric): void {
    this.shift(scope, alias, {
      metric: shareOf({
        counted: { errors: alias.metricErrors(), blank: blankKeys },
        expression: 'FILL(errors, 0) - FILL(blank, 0)',
        of: [alias.metricInvocations()],
        // An error and its log line may fall into different minutes.
        floor: 3,
        label: 'Failures, %',
        period: minute,
      }),
      threshold: this.mostFailing,
      description: `While a release goes live: more than ${this.mostFailing}% of the runs of the authorizer fail in three minutes of ten. It is taken back.`,
    });
  }

  private shift(scope: Construct, alias: Alias, watched: WatchedAlarm): void {
    const alarm = alarmOf(scope, 'Failures', ofOneFunction, watched);
    const group = new CfnDeploymentGroup(scope, 'Release', {
      applicationName: this.application.ref,
      deploymentConfigName: this.config.ref,
      serviceRoleArn: this.role.roleArn,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: {
        enabled: true,
        // A release that can't be watched doesn't go live.
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
