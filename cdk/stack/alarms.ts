/** What an operator is woken for. */
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { WatchedStatus } from './access-log.ts';
import { eventWatches } from './event-watches.ts';
import { mediaWatches } from './media-metrics.ts';
import type { PartnerMetrics, ServiceMetrics } from './metrics.ts';
import { repeated, sustained, type Watch } from './watch.ts';

/** Of 100 requests in five minutes. Wrong requests and unknown records are a partner's daily life. */
const refusalLimits: Record<WatchedStatus, { threshold: number; description: string }> = {
  400: {
    threshold: 20,
    description: 'A partner sends what the API refuses: look up partner and resource in the access log.',
  },
  404: {
    threshold: 20,
    description: 'Records or routes are not found: a partner walks numbers, or its data is out of date.',
  },
  429: {
    threshold: 10,
    description: 'Requests are throttled by a usage plan, the stage or the firewall: is the plan too small?',
  },
};

/** What is wrong for one partner, however small its share of all requests is. */
const partnerWatches = (metrics: PartnerMetrics): Record<string, Watch> => ({
  RefusedKeys: {
    metric: metrics.refusedKeys,
    threshold: 10,
    periods: repeated,
    description:
      'Of all requests more than 10% come with keys that are unknown, revoked or expired: partner and reason in the access log.',
  },
  UnmeteredKeys: {
    metric: metrics.unmeteredKeys,
    threshold: 5,
    // The first key of a partner on a plan may take some minutes to be admitted.
    periods: [3, 3],
    description:
      'Keys that may be used are refused: their metering keys are missing, disabled or in another plan. doctor and keys repair.',
  },
  PartnerFails: {
    metric: metrics.worst,
    threshold: 50,
    periods: repeated,
    description:
      'For one partner more requests fail than succeed: the saved query "Who fails, and on what" says which partner.',
  },
});

const watches = (metrics: ServiceMetrics): Record<string, Watch> => ({
  ServerErrors: {
    metric: metrics.serverErrorRate,
    threshold: 1,
    periods: sustained,
    description: 'More than 1% of the requests end in a 5xx: see the log groups of the functions, then the table.',
  },
  ClientErrors: {
    metric: metrics.clientErrorRate,
    threshold: 50,
    periods: repeated,
    description: 'More than half of the requests end in a 4xx, also those that the access log may not hold.',
  },
  ...Object.fromEntries(
    metrics.refusalRates.map(([status, metric]) => [
      `Refusals${status}`,
      { metric, periods: repeated, ...refusalLimits[status] },
    ]),
  ),
  ...(metrics.partners && partnerWatches(metrics.partners)),
  QuotaClose: {
    metric: metrics.quotaUsed,
    threshold: 80,
    description:
      'A partner has used more than 80% of its quota: the saved query "Whose quota is close" names it. plan set, or call it.',
  },
  ...(metrics.expectedRequests && {
    NoTraffic: {
      metric: metrics.expectedRequests,
      threshold: 1,
      whenBelow: true,
      periods: [6, 6],
      description:
        'Not one request for half an hour: the domain, its certificate or the way to the API. doctor sends a request.',
    },
  }),
  Latency: {
    metric: metrics.latencies.p99,
    threshold: 2000,
    periods: sustained,
    description:
      'One request in a hundred takes more than 2 seconds: cold starts, a slow table, or very large answers.',
  },
  AuthorizerErrors: {
    metric: metrics.authorizerErrors,
    threshold: 2,
    periods: repeated,
    description: 'The authorizer fails: it cannot reach the table. Partners whose keys it does not remember get a 503.',
  },
  ...(metrics.functionFaults && {
    FunctionFaults: {
      metric: metrics.functionFaults,
      threshold: 2,
      periods: repeated,
      description: 'Functions crash, time out or cannot be called: errorType and resource in the access log say which.',
    },
  }),
  FunctionThrottles: {
    metric: metrics.functionThrottles,
    threshold: 0,
    periods: sustained,
    description:
      'Lambda throttles functions of this account in this Region, which share their concurrency: raise its quota.',
  },
  TableThrottles: {
    metric: metrics.tableThrottles,
    threshold: 0,
    periods: sustained,
    description:
      'The table throttles: a hot key, or its ceiling (context tableMaxReadUnits, tableMaxWriteUnits) is reached.',
  },
  TableFaults: {
    metric: metrics.tableFaults,
    threshold: 0,
    periods: sustained,
    description: 'DynamoDB answers with faults of its own: see the AWS Health Dashboard.',
  },
  ...eventWatches(metrics.events),
  ...mediaWatches(metrics.media),
});

interface AlarmsProps {
  readonly metrics: ServiceMetrics;
  readonly topic: ITopic;
}

/** The alarms of one stage, each sends a notice when it is raised and when it is over. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, { metrics, topic }: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(topic);
    this.all = Object.entries(watches(metrics)).map(([name, watch]) => {
      const { metric, threshold, whenBelow = false, periods = [1, 1], description } = watch;
      const [above, of] = periods;
      const alarm = new Alarm(this, name, {
        metric,
        threshold,
        comparisonOperator: whenBelow
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_THRESHOLD,
        datapointsToAlarm: above,
        evaluationPeriods: of,
        // Without requests there is nothing to measure.
        treatMissingData: whenBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        alarmDescription: description,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
      return alarm;
    });
  }
}
