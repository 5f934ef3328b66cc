/** What is measured, for alarms and the dashboard alike. Nothing here grows with the number of endpoints. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, type TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { INDEX, NAMESAKES } from '../../lib/dynamodb/keys.ts';
import { type AccessLog, type WatchedStatus, watchedStatuses } from './access-log.ts';
import type { EventFunctions } from './event-functions.ts';
import { type EventMetrics, measureEvents } from './event-metrics.ts';
import type { MediaFunctions } from './media-functions.ts';
import { type MediaMetrics, measureMedia } from './media-metrics.ts';
import type { QuotaWatch } from './quota-watch.ts';
import type { PartnerApi } from './rest-api.ts';

/** The calls that functions and operators make. An alarm's expression holds ten metrics at the most. */
const tableOperations = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** From the access log. */
export interface PartnerMetrics {
  /** Of 100 requests, those with a key that is unknown, revoked or expired. */
  readonly refusedKeys: IMetric;
  /** Requests with a key that may be used, which the usage plan refused: a fault of ours. */
  readonly unmeteredKeys: IMetric;
  /** Failed requests less those that succeeded, of the partner for whom it is the most. */
  readonly worst: IMetric;
}

export interface ServiceMetrics {
  readonly requests: IMetric;
  /** Of 100 requests, those answered with a 5xx. */
  readonly serverErrorRate: IMetric;
  /** Of 100 requests, those answered with a 4xx, whichever. */
  readonly clientErrorRate: IMetric;
  /** Of 100 requests, those answered with this status; from the access log. */
  readonly refusalRates: readonly (readonly [status: WatchedStatus, rate: IMetric])[];
  /** The largest share of a quota that any partner has used, in percent. */
  readonly quotaUsed: IMetric;
  readonly partners: PartnerMetrics | undefined;
  /** Requests in five minutes, on a stage that never goes without; on others a night may be quiet. */
  readonly expectedRequests: IMetric | undefined;
  readonly latencies: Readonly<Record<'p50' | 'p90' | 'p99', Metric>>;
  readonly integrationLatency: IMetric;
  /** Invocations of the authorizer that failed, less those without a key: these it ends with an error, as it has to. */
  readonly authorizerErrors: IMetric;
  /** Requests that no function answered; from the access log. */
  readonly functionFaults: IMetric | undefined;
  readonly functionThrottles: IMetric;
  readonly tableThrottles: IMetric;
  readonly tableFaults: IMetric;
  /** What happens after a write. */
  readonly events: EventMetrics;
  /** Files that are fetched. */
  readonly media: MediaMetrics;
  readonly readUnits: IMetric;
  readonly writeUnits: IMetric;
}

interface Measured {
  readonly api: PartnerApi;
  readonly table: TableV2;
  readonly events: EventFunctions;
  readonly media: MediaFunctions;
  readonly accessLog: AccessLog | undefined;
  /** How many requests without a key the authorizer has ended. */
  readonly blankKeys: Metric;
  readonly quotas: QuotaWatch;
  /** Whether partners rely on the stage. */
  readonly isProtected: boolean;
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

/** A share is only judged where there is enough of it: one wrong request in a quiet night is not half of them all. */
const fewest = 50;

/** @param id - tells the counted metric from others of the same graph */
const shareOf = (requests: Metric, counted: Metric, id: string, label: string): IMetric =>
  new MathExpression({
    label,
    expression: `IF(FILL(${id}, 0) >= ${fewest}, 100 * FILL(${id}, 0) / requests, 0)`,
    usingMetrics: { [id]: counted.with({ period: fiveMinutes }), requests: requests.with({ period: fiveMinutes }) },
    period: fiveMinutes,
  });

/** Reads and writes that the table or one of its indexes throttled. */
const throttlesOf = (table: TableV2): IMetric => {
  const options: MetricOptions = { statistic: Stats.SUM, period: minute };
  // Sets of dimensions of their own: each index has metrics of its own.
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

/** Faults of DynamoDB in whichever call. Of calls without any there is no metric, which a sum would be missing with. */
const faultsOf = (table: TableV2): IMetric => {
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

const measurePartners = (requests: Metric, accessLog: AccessLog): PartnerMetrics => ({
  refusedKeys: shareOf(requests, accessLog.metricRefusedKeys('ACCESS_DENIED'), 'refusedKeys', 'Refused keys, %'),
  unmeteredKeys: accessLog.metricRefusedKeys('INVALID_API_KEY').with({ period: fiveMinutes, label: 'Not metered' }),
  worst: accessLog.metricWorstPartner(),
});

/** The metrics of one stage. */
export const measure = ({
  api,
  table,
  events,
  media,
  accessLog,
  blankKeys,
  quotas,
  isProtected,
}: Measured): ServiceMetrics => {
  const stage = api.deploymentStage;
  const requests = stage.metricCount({ period: minute, statistic: Stats.SUM, label: 'Requests' });
  const latency = (statistic: string) => stage.metricLatency({ period: minute, statistic, label: statistic });
  return {
    requests,
    // API Gateway counts 0 or 1 for each request, so the average is the rate.
    serverErrorRate: new MathExpression({
      label: '5xx, %',
      expression: '100 * faults',
      usingMetrics: { faults: stage.metricServerError({ period: minute, statistic: Stats.AVERAGE }) },
      period: minute,
    }),
    clientErrorRate: shareOf(requests, stage.metricClientError({ statistic: Stats.SUM }), 'refusals', '4xx, %'),
    refusalRates: accessLog
      ? watchedStatuses.map((status) => {
          const counted = accessLog.metricRefusals(status);
          return [status, shareOf(requests, counted, `refusals${status}`, `${status}, %`)] as const;
        })
      : [],
    quotaUsed: quotas.mostUsed.with({ label: 'Used by the closest, %' }),
    partners: accessLog && measurePartners(requests, accessLog),
    expectedRequests: isProtected ? requests.with({ period: fiveMinutes }) : undefined,
    latencies: { p50: latency('p50'), p90: latency('p90'), p99: latency('p99') },
    integrationLatency: stage.metricIntegrationLatency({ period: minute, statistic: 'p99', label: 'functions, p99' }),
    authorizerErrors: new MathExpression({
      label: 'Authorizer',
      expression: 'FILL(errors, 0) - FILL(blank, 0)',
      usingMetrics: {
        errors: api.authorizer.function.metricErrors({ period: fiveMinutes }),
        blank: blankKeys.with({ period: fiveMinutes }),
      },
      period: fiveMinutes,
    }),
    functionFaults: accessLog?.metricFunctionFaults().with({ period: fiveMinutes, label: 'Unanswered' }),
    // Of all functions of the account in the Region: they share one concurrency, and an alarm could add up ten of ours
    // at the most.
    functionThrottles: LambdaFunction.metricAllThrottles({ period: minute, label: 'Throttled (account)' }),
    tableThrottles: throttlesOf(table),
    tableFaults: faultsOf(table),
    events: measureEvents(events, [media.dead]),
    media: measureMedia(media),
    readUnits: table.metricConsumedReadCapacityUnits({ period: minute, label: 'Read units' }),
    writeUnits: table.metricConsumedWriteCapacityUnits({ period: minute, label: 'Write units' }),
  };
};
