/**
 * Counts requests with a blank key. The authorizer ends them with an error, as API Gateway requires; that is no fault
 * of the authorizer.
 */
import { Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const metricName = 'BlankKeys';

/**
 * Makes the metric of these requests.
 *
 * @param logGroup - the authorizer's, which has a line for each of them
 */
export const countBlankKeys = (scope: Construct, logGroup: LogGroup): Metric => {
  const metricNamespace = Stack.of(scope).stackName;
  new MetricFilter(scope, 'BlankKeyFilter', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.message.reason', '=', 'missing'),
    metricNamespace,
    metricName,
    metricValue: '1',
  });
  return new Metric({ namespace: metricNamespace, metricName, statistic: Stats.SUM });
};
