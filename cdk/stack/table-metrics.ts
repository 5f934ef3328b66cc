/** The metrics of the table: what it throttles, and its own faults. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, type TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { INDEX, NAMESAKES } from '../../lib/dynamodb/table/keys.ts';

const minute = Duration.minutes(1);

/** The table calls of functions and operators. An alarm's expression holds ten metrics at most. */
const tableOperations = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Reads and writes that the table or one of its indexes throttled. */
export const throttlesOf = (table: TableV2): IMetric => {
  const options: MetricOptions = { statistic: Stats.SUM, period: minute };
  // Separate sets of dimensions: each index has its own metrics.
  const places: Readonly<Record<string, MetricOptions>> = Object.fromEntries([
    ['table', options],
    ...[INDEX, NAMESAKES].map((name) => [
      name,
      { ...options, dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: name } },
    ]),
  ]);
  const counted = Object.entries(places).flatMap(([place, at]) => [
    [`${place}Reads`, table.metric('ReadThrottleEvents', at)] as const,
    [`${place}Writes`, table.metric('WriteThrottleEvents', at)] as const,
  ]);
  return new MathExpression({
    label: 'Throttled',
    expression: counted.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(counted),
    period: minute,
  });
};

/** DynamoDB's own failures in any call. A call without failures has no metric, so the sum fills it with 0. */
export const faultsOf = (table: TableV2): IMetric => {
  const counted = tableOperations.map(
    (operation) =>
      [
        operation.charAt(0).toLowerCase() + operation.slice(1),
        table.metric('SystemErrors', {
          dimensionsMap: { TableName: table.tableName, Operation: operation },
          statistic: Stats.SUM,
          period: minute,
        }),
      ] as const,
  );
  return new MathExpression({
    label: 'DynamoDB faults',
    expression: counted.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(counted),
    period: minute,
  });
};
