/** The metrics for alarms and the dashboard. Their number does not grow with the number of endpoints. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type AccessLog, type WatchedStatus, watchedStatuses } from './access-log.ts';
import type { BulkFunctions } from './bulk-functions.ts';
import { type BulkMetrics, measureBulk } from './bulk-metrics.ts';
import type { EventFunctions } from './event-functions.ts';
import { type EventMetrics, measureEvents } from './event-metrics.ts';
import type { JobFunctions } from './job-functions.ts';
import { measureJobs } from './job-metrics.ts';
import type { MediaFunctions } from './media-functions.ts';
import { type MediaMetrics, measureMedia } from './media-metrics.ts';
import type { QueueMetrics } from './queue-metrics.ts';
import type { QuotaWatch } from './quota-watch.ts';
import type { PartnerApi } from './rest-api.ts';
import { shareOf } from './shares.ts';
import { faultsOf, throttlesOf } from './table-metrics.ts';

export interface PartnerMetrics {
  /** The percentage of requests with an unknown, revoked or expired key. */
  readonly refusedKeys: IMetric;
  /** Requests with a valid key that the usage plan refused: our fault. */
  readonly unmeteredKeys: IMetric;
  /** Failed requests minus successful ones: one time series for each of the partners with the highest values. */
  readonly worst: IMetric;
}

export interface ServiceMetrics {
  readonly requests: IMetric;
  /** The percentage of requests answered with a 5xx, each minute, and in a quarter of an hour for a quiet stage. */
  readonly serverErrorRate: IMetric;
  readonly quietErrorRate: IMetric;
  /** The percentage of requests answered with any 4xx. */
  readonly clientErrorRate: IMetric;
  /** The percentage of requests answered with this status; from the access log. */
  readonly refusalRates: readonly (readonly [status: WatchedStatus, rate: IMetric])[];
  /** The share of its quota that each partner close to it has used, in percent: one time series for each. */
  readonly quotaUsed: IMetric;
  /** Successful runs of check-quotas. */
  readonly quotasRead: IMetric;
  readonly partners: PartnerMetrics | undefined;
  /** Requests in five minutes, on a stage that always has some; on others a night may be quiet. */
  readonly expectedRequests: IMetric | undefined;
  readonly latencies: Readonly<Record<'p50' | 'p90' | 'p99', Metric>>;
  readonly integrationLatency: IMetric;
  /** The percentage of failed invocations of the authorizer, without those for a missing key, which it has to end with an error. */
  readonly authorizerErrors: IMetric;
  /** The percentage of requests that got no response from a function; from the access log. */
  readonly functionFaults: IMetric | undefined;
  readonly functionThrottles: IMetric;
  readonly tableThrottles: IMetric;
  readonly tableFaults: IMetric;
  readonly events: EventMetrics;
  readonly media: MediaMetrics;
  readonly bulk: BulkMetrics;
  readonly jobs: QueueMetrics;
  readonly readUnits: IMetric;
  readonly writeUnits: IMetric;
}

interface Measured {
  readonly api: PartnerApi;
  readonly table: TableV2;
  readonly events: EventFunctions;
  readonly media: MediaFunctions;
  readonly bulk: BulkFunctions;
  readonly jobs: JobFunctions;
  readonly accessLog: AccessLog | undefined;
  readonly blankKeys: Metric;
  readonly quotas: QuotaWatch;
  readonly isProtected: boolean;
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

/** The fewest refused requests for which a share is computed: partners make mistakes at any time. */
const FEWEST_REFUSED = 50;

/** The percentage of requests that were refused. */
const refusedOf = (requests: Metric, counted: Metric, id: string, label: string): IMetric =>
  shareOf({ counted: { [id]: counted }, of: [requests], floor: FEWEST_REFUSED, label });

const measurePartners = (requests: Metric, accessLog: AccessLog): PartnerMetrics => ({
  refusedKeys: refusedOf(requests, accessLog.metricRefusedKeys('ACCESS_DENIED'), 'refusedKeys', 'Refused keys, %'),
  unmeteredKeys: accessLog.metricRefusedKeys('INVALID_API_KEY').with({ period: fiveMinutes, label: 'Not metered' }),
  worst: accessLog.metricWorstPartners(),
});

/** The metrics of one stage. */
export const measure = ({
  api,
  table,
  events,
  media,
  bulk,
  jobs,
  accessLog,
  blankKeys,
  quotas,
  isProtected,
}: Measured): ServiceMetrics => {
  const stage = api.deploymentStage;
  const requests = stage.metricCount({ period: minute, statistic: Stats.SUM, label: 'Requests' });
  const faults = stage.metricServerError({ statistic: Stats.SUM });
  const latency = (statistic: string) => stage.metricLatency({ period: minute, statistic, label: statistic });
  return {
    requests,
    serverErrorRate: shareOf({
      counted: { faults },
      of: [requests],
      // In three minutes of five. A quiet stage has the next one.
      floor: 2,
      label: '5xx, %',
      period: minute,
    }),
    quietErrorRate: shareOf({
      counted: { faults },
      of: [requests],
      floor: 3,
      label: '5xx in a quarter of an hour, %',
      period: Duration.minutes(15),
    }),
    clientErrorRate: refusedOf(requests, stage.metricClientError({ statistic: Stats.SUM }), 'refusals', '4xx, %'),
    refusalRates: accessLog
      ? watchedStatuses.map((status) => {
          const counted = accessLog.metricRefusals(status);
          return [status, refusedOf(requests, counted, `refusals${status}`, `${status}, %`)] as const;
        })
      : [],
    quotaUsed: quotas.usedByPartner,
    quotasRead: quotas.reads,
    partners: accessLog && measurePartners(requests, accessLog),
    expectedRequests: isProtected ? requests.with({ period: fiveMinutes }) : undefined,
    latencies: { p50: latency('p50'), p90: latency('p90'), p99: latency('p99') },
    integrationLatency: stage.metricIntegrationLatency({ period: minute, statistic: 'p99', label: 'functions, p99' }),
    authorizerErrors: shareOf({
      counted: { errors: api.authorizer.function.metricErrors(), blank: blankKeys },
      expression: 'FILL(errors, 0) - FILL(blank, 0)',
      of: [api.authorizer.function.metricInvocations()],
      // An error and its log line may fall into different periods.
      floor: 3,
      label: 'Authorizer, %',
    }),
    functionFaults:
      accessLog &&
      shareOf({
        counted: { unanswered: accessLog.metricFunctionFaults() },
        of: [requests],
        floor: 3,
        label: 'Unanswered, %',
      }),
    // Of all functions of the account in the Region: they share one concurrency limit, and an alarm could add up only
    // ten of ours.
    functionThrottles: LambdaFunction.metricAllThrottles({ period: minute, label: 'Throttled (account)' }),
    tableThrottles: throttlesOf(table),
    tableFaults: faultsOf(table),
    events: measureEvents(events, {
      lastStops: [media.dead, bulk.dead, jobs.dead],
      written: table.metricConsumedWriteCapacityUnits(),
    }),
    media: measureMedia(media),
    bulk: measureBulk(bulk),
    jobs: measureJobs(jobs),
    readUnits: table.metricConsumedReadCapacityUnits({ period: minute, label: 'Read units' }),
    writeUnits: table.metricConsumedWriteCapacityUnits({ period: minute, label: 'Write units' }),
  };
};
