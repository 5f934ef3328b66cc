/** Metrics that show whether a schedule still runs: without data, or below one, it has stopped. */
import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Rule } from 'aws-cdk-lib/aws-events';
import type { EndpointFunction } from './endpoint-function.ts';

/** Successful runs of a function that nothing but its schedule invokes. */
export const clockRuns = ({ function: clock }: EndpointFunction, name: string, period: Duration): IMetric => {
  const counted = { period, statistic: Stats.SUM };
  return new MathExpression({
    label: `Runs of ${name}`,
    expression: 'runs - failed',
    usingMetrics: { runs: clock.metricInvocations(counted), failed: clock.metricErrors(counted) },
    period,
  });
};

/** How often a rule has invoked its target: for a function that is invoked by others too. */
export const ruleRuns = ({ ruleName }: Rule, name: string, period: Duration): IMetric =>
  new Metric({
    namespace: 'AWS/Events',
    metricName: 'Invocations',
    dimensionsMap: { RuleName: ruleName },
    statistic: Stats.SUM,
    period,
    label: `Scheduled runs of ${name}`,
  });
