/** Requests whose key is blank: the authorizer ends them with an error, as API Gateway asks, which is no fault of it. */
import { Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const metricName = 'BlankKeys';

/** @param logGroup - that of the authorizer, which writes a line for each of them */
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
