/** Watches the quotas of usage plans: API Gateway counts their use but has no metric of it. */
import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { QUOTA_PLANS, quotaPlansText } from '../../lib/usage/close-quotas.ts';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import { clockRuns } from './clock-metrics.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { allow } from './event-policies.ts';
import { bundleOf } from './module-functions.ts';
import { worstPartners } from './partner-series.ts';

interface QuotaWatchProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention' | 'usagePlans'>;
  readonly table: TableV2;
  /** The id that API Gateway gives each plan. */
  readonly planIds: ReadonlyMap<string, string>;
  readonly bundles: Readonly<Record<string, string>>;
}

const EVERY = Duration.minutes(15);
const metricName = 'QuotaUsed';

const withQuota = (plans: Readonly<Record<string, PlanLimits>>, planIds: ReadonlyMap<string, string>) =>
  Object.entries(plans).flatMap(([plan, { quota }]) =>
    quota ? [{ plan, limit: quota.limit, planId: planIds.get(plan) ?? '' }] : [],
  );

/** A scheduled function that reads the use of quotas, and the metric of what it logs. */
export class QuotaWatch extends Construct {
  readonly logGroup: LogGroup;
  /**
   * The share of its quota that each partner close to it has used, in percent: one time series for each, and so an alarm
   * that notifies of each.
   */
  readonly usedByPartner: IMetric;
  /** Successful runs of the function: without them no quota is watched. */
  readonly reads: IMetric;

  constructor(scope: Construct, id: string, { settings, table, planIds, bundles }: QuotaWatchProps) {
    super(scope, id);
    const { retain, logRetention, usagePlans } = settings;
    const { partition, region, stackName: namespace } = Stack.of(this);
    const plans = withQuota(usagePlans, planIds);
    const gateway = `arn:${partition}:apigateway:${region}::`;
    const checkQuotas = new EndpointFunction(this, 'CheckQuotas', {
      description: 'Says how much of their quotas partners have used',
      bundle: bundleOf(bundles, 'check-quotas'),
      table,
      access: [],
      environment: { [QUOTA_PLANS]: quotaPlansText(plans) },
      // Without a quota there is nothing to read, and CloudFormation refuses a policy without statements.
      ...(plans.length > 0 && {
        policies: {
          usage: allow(
            ...plans.flatMap(({ planId }) =>
              ['usage', 'keys'].map((what) => [['apigateway:GET'], `${gateway}/usageplans/${planId}/${what}`] as const),
            ),
          ),
        },
      }),
      retain,
      logRetention,
    });
    const { function: check, logGroup } = checkQuotas;
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(10) };
    new Rule(this, 'EachQuarter', {
      description: 'Looks how much of their quotas partners have used',
      schedule: Schedule.rate(EVERY),
      targets: [new LambdaFunction(check, once)],
    });
    new EventInvokeConfig(this, 'OnceAQuarter', { function: check, ...once });
    new MetricFilter(this, 'QuotaFilter', {
      logGroup,
      filterPattern: FilterPattern.exists('$.message.quotaUsed'),
      metricNamespace: namespace,
      metricName,
      metricValue: '$.message.quotaUsed',
      dimensions: { Partner: '$.message.partner' },
    });
    this.logGroup = logGroup;
    this.reads = clockRuns(checkQuotas, 'check-quotas', EVERY);
    this.usedByPartner = new MathExpression({
      label: 'Used of the quota, %',
      expression: worstPartners('MAX', { namespace, metricName }),
      usingMetrics: {},
      period: EVERY,
    });
  }
}
