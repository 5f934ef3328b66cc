/** The alarms on the API, its functions, its table and its partners. docs/watching.md says what to do. */
import type { WatchedStatus } from './access-log.ts';
import { bulkWatches } from './bulk-metrics.ts';
import { eventWatches } from './event-watches.ts';
import { jobWatches } from './job-metrics.ts';
import { mediaWatches } from './media-metrics.ts';
import type { PartnerMetrics, ServiceMetrics } from './metrics.ts';
import { repeated, sustained, type Watch } from './watch.ts';

/** Percent of the requests in five minutes. Invalid requests and missing records are normal for a partner. */
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

/** Alarms on problems of a single partner, however small its share of all requests is. */
const partnerWatches = (metrics: PartnerMetrics): Record<string, Watch> => ({
  RefusedKeys: {
    urgency: 'ticket',
    metric: metrics.refusedKeys,
    threshold: 10,
    periods: repeated,
    description:
      'Of all requests more than 10% come with keys that are unknown, revoked or expired: partner and reason in the access log.',
  },
  UnmeteredKeys: {
    urgency: 'page',
    metric: metrics.unmeteredKeys,
    threshold: 5,
    // The first key of a partner on a plan may take some minutes until it works.
    periods: [3, 3],
    description:
      'Keys that may be used are refused: their metering keys are missing, disabled or in another plan. doctor and keys repair.',
  },
  PartnerFails: {
    urgency: 'ticket',
    metric: metrics.worst,
    threshold: 50,
    periods: repeated,
    description:
      'For the partner in the alarm more requests fail than succeed: the saved query "Who fails, and on what" says on what.',
  },
});

/** All alarms of a stage by their names. */
export const watches = (metrics: ServiceMetrics): Record<string, Watch> => ({
  ServerErrors: {
    urgency: 'page',
    metric: metrics.serverErrorRate,
    threshold: 1,
    periods: sustained,
    description: 'More than 1% of the requests end in a 5xx: see the log groups of the functions, then the table.',
  },
  QuietErrors: {
    urgency: 'page',
    metric: metrics.quietErrorRate,
    threshold: 25,
    description:
      'In a quarter of an hour more than a quarter of a few requests ended in a 5xx: a stage at night that fails.',
  },
  ClientErrors: {
    urgency: 'ticket',
    metric: metrics.clientErrorRate,
    threshold: 50,
    periods: repeated,
    description: 'More than half of the requests end in a 4xx, also those that the access log may not hold.',
  },
  ...Object.fromEntries(
    metrics.refusalRates.map(([status, metric]) => [
      `Refusals${status}`,
      // A partner that is refused is the partner's to fix: it pages no one.
      { urgency: 'ticket', metric, periods: repeated, ...refusalLimits[status] },
    ]),
  ),
  ...(metrics.partners && partnerWatches(metrics.partners)),
  QuotaClose: {
    urgency: 'ticket',
    metric: metrics.quotaUsed,
    threshold: 80,
    description:
      'The partner in the alarm has used more than 80% of its quota ("Whose quota is close"): plan set, or call it.',
  },
  QuotasNotRead: {
    urgency: 'ticket',
    metric: metrics.quotasRead,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description:
      'For half an hour the use of quotas was not read, so QuotaClose is silent: see the log group of check-quotas and its rule.',
  },
  ...(metrics.expectedRequests && {
    NoTraffic: {
      urgency: 'page',
      metric: metrics.expectedRequests,
      threshold: 1,
      whenBelow: true,
      periods: [6, 6],
      description:
        'Not one request for half an hour: the domain, its certificate or the way to the API. doctor sends a request.',
    },
  }),
  Latency: {
    urgency: 'ticket',
    metric: metrics.latencies.p99,
    threshold: 2000,
    periods: sustained,
    description:
      'One request in a hundred takes more than 2 seconds: cold starts, a slow table, or very large answers.',
  },
  AuthorizerErrors: {
    urgency: 'page',
    metric: metrics.authorizerErrors,
    threshold: 1,
    periods: repeated,
    description:
      'More than 1% of the runs of the authorizer fail: it cannot reach the table. Partners whose keys it does not remember get a 503.',
  },
  ...(metrics.functionFaults && {
    FunctionFaults: {
      urgency: 'ticket',
      metric: metrics.functionFaults,
      threshold: 0.5,
      periods: repeated,
      description:
        'More than 0.5% of the requests crash a function, time out or cannot call one: errorType and resource in the access log say which.',
    },
  }),
  FunctionThrottles: {
    urgency: 'ticket',
    metric: metrics.functionThrottles,
    threshold: 0,
    periods: sustained,
    description:
      'Lambda throttles functions of this account in this Region, which share their concurrency: raise its quota.',
  },
  TableThrottles: {
    urgency: 'ticket',
    metric: metrics.tableThrottles,
    threshold: 0,
    periods: sustained,
    description:
      'The table throttles: a hot key, or its ceiling (context tableMaxReadUnits, tableMaxWriteUnits) is reached.',
  },
  TableFaults: {
    urgency: 'ticket',
    metric: metrics.tableFaults,
    threshold: 0,
    periods: sustained,
    description: 'DynamoDB answers with faults of its own: see the AWS Health Dashboard.',
  },
  ...eventWatches(metrics.events),
  ...mediaWatches(metrics.media),
  ...bulkWatches(metrics.bulk),
  ...jobWatches(metrics.jobs),
});
