/** What watches quotas of usage plans: API Gateway has counts of them, and no metric. */
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { QUOTA_PLANS, quotaPlansText } from '../../lib/usage/close-quotas.ts';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { allow } from './event-policies.ts';
import { bundleOf } from './module-functions.ts';

interface QuotaWatchProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention' | 'usagePlans'>;
  readonly table: TableV2;
  /** The id that API Gateway gives each plan. */
  readonly planIds: ReadonlyMap<string, string>;
  readonly bundles: Readonly<Record<string, string>>;
}

const EVERY = Duration.minutes(15);
const metricName = 'MostQuotaUsed';

const withQuota = (plans: Readonly<Record<string, PlanLimits>>, planIds: ReadonlyMap<string, string>) =>
  Object.entries(plans).flatMap(([plan, { quota }]) =>
    quota ? [{ plan, limit: quota.limit, planId: planIds.get(plan) ?? '' }] : [],
  );

/** A function that asks for the counts by the clock, and the metric that is made of what it writes. */
export class QuotaWatch extends Construct {
  readonly logGroup: LogGroup;
  /** The largest share of a quota that any partner has used, in percent. */
  readonly mostUsed: Metric;

  constructor(scope: Construct, id: string, { settings, table, planIds, bundles }: QuotaWatchProps) {
    super(scope, id);
    const { retain, logRetention, usagePlans } = settings;
    const { partition, region, stackName: namespace } = Stack.of(this);
    const plans = withQuota(usagePlans, planIds);
    const gateway = `arn:${partition}:apigateway:${region}::`;
    const {
      function: check,
      role,
      logGroup,
    } = new EndpointFunction(this, 'CheckQuotas', {
      description: 'Says how much of their quotas partners have used',
      bundle: bundleOf(bundles, 'check-quotas'),
      table,
      access: [],
      environment: { [QUOTA_PLANS]: quotaPlansText(plans) },
      policies: {
        usage: allow(
          ...plans.map(({ planId }) => [['apigateway:GET'], `${gateway}/usageplans/${planId}/usage`] as const),
          [['apigateway:GET'], `${gateway}/apikeys/*`],
        ),
      },
      retain,
      logRetention,
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]`,
      reason: 'Metering keys are made at run time, one for each partner and plan. They open nothing.',
    });
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(10) };
    new Rule(this, 'EachQuarter', {
      description: 'Looks how much of their quotas partners have used',
      schedule: Schedule.rate(EVERY),
      targets: [new LambdaFunction(check, once)],
    });
    new EventInvokeConfig(this, 'OnceAQuarter', { function: check, ...once });
    new MetricFilter(this, 'QuotaFilter', {
      logGroup,
      filterPattern: FilterPattern.exists('$.message.mostQuotaUsed'),
      metricNamespace: namespace,
      metricName,
      metricValue: '$.message.mostQuotaUsed',
    });
    this.logGroup = logGroup;
    this.mostUsed = new Metric({ namespace, metricName, statistic: Stats.MAXIMUM, period: EVERY });
  }
}
