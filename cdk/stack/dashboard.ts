/** The dashboard that an operator opens first. It is one resource, whatever the number of endpoints. */
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IAlarm,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  type MetricOptions,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { ServiceMetrics } from './metrics.ts';
import type { PartnerApi } from './rest-api.ts';
import { failuresByPartner, type QueriedLogs } from './saved-queries.ts';

interface ServiceDashboardProps {
  readonly api: PartnerApi;
  readonly metrics: ServiceMetrics;
  readonly alarms: readonly IAlarm[];
  readonly logs: QueriedLogs;
}

const height = 6;
const third = 8;

const graph = (title: string, left: readonly IMetric[], more: GraphWidgetProps = {}) =>
  new GraphWidget({ title, left: [...left], width: third, height, leftYAxis: { min: 0 }, ...more });

/** From top to bottom: alarms, the API, its functions, the table, and the processing after a write. */
export class ServiceDashboard extends Dashboard {
  /** Its address in the console. */
  readonly url: string;

  constructor(scope: Construct, id: string, { api, metrics, alarms, logs }: ServiceDashboardProps) {
    const { stackName } = Stack.of(scope);
    super(scope, id, { dashboardName: stackName, defaultInterval: Duration.hours(3) });
    this.url = `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards/dashboard/${stackName}`;

    // A line for each function: a graph takes hundreds of metrics, an alarm ten.
    const functions = [['authorizer', api.authorizer] as const, ...api.endpoints];
    const ofEach = (metric: 'metricErrors' | 'metricDuration' | 'metricInvocations', options: MetricOptions = {}) =>
      functions.map(([name, endpoint]) =>
        endpoint.function[metric]({ period: Duration.minutes(1), label: name, ...options }),
      );

    this.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 4 }));
    this.addWidgets(
      graph('Requests a minute', [metrics.requests]),
      graph('Latency, ms', [...Object.values(metrics.latencies), metrics.integrationLatency]),
      graph('5xx, % of requests', [metrics.serverErrorRate]),
    );
    this.addWidgets(
      graph('4xx, % of requests', [metrics.clientErrorRate, ...metrics.refusalRates.map(([, rate]) => rate)]),
      graph('Requests that no function answered, %', metrics.functionFaults ? [metrics.functionFaults] : []),
      graph('Authorizer errors, % of runs; throttled functions', [metrics.authorizerErrors, metrics.functionThrottles]),
    );
    this.addPartners(metrics, logs);
    this.addWidgets(
      graph('Invocations by function', ofEach('metricInvocations')),
      graph('Errors by function', ofEach('metricErrors')),
      graph('Duration by function, p99, ms', ofEach('metricDuration', { statistic: 'p99' })),
    );
    this.addWidgets(
      graph('Table: units a minute', [metrics.readUnits, metrics.writeUnits]),
      graph('Table: throttled', [metrics.tableThrottles]),
      graph('Table: faults', [metrics.tableFaults]),
    );
    const { events } = metrics;
    this.addWidgets(
      graph('Stream: age of records, ms', [events.streamAge, events.routingAge]),
      graph('Queue: deliveries', [events.waiting, events.underWay, events.delayed]),
      graph('Queue: age of the oldest delivery, s', [events.deliveryAge]),
    );
    this.addWidgets(
      graph('Given up', [events.givenUp, events.routingGivenUp, events.unrouted, events.dead]),
      graph('Given up: age of the oldest, s', [events.lastStopAge]),
      graph('Tries moved to the queue: runs in five minutes', [events.dueMoved]),
    );
    this.addWidgets(
      graph('Webhooks: invocations', events.invocations),
      graph('Webhooks: errors', events.errors),
      graph('Webhooks: duration, p99, ms', events.durations),
    );
    const { media, jobs } = metrics;
    this.addWidgets(
      graph('Media: files', [media.waiting, media.underWay]),
      graph('Media: age of the oldest file, s', [media.age]),
      graph('Bulk updates: slices', [metrics.bulk.waiting]),
      graph('Bulk updates: age of the oldest slice, s', [metrics.bulk.age]),
      graph('Bulk updates: given up, errors', [metrics.bulk.dead, metrics.bulk.errors]),
      graph('Media: given up, errors, runs that end what is late', [media.dead, media.errors, media.lateEnded]),
    );
    this.addWidgets(
      graph('Jobs of connectors', [jobs.waiting, jobs.underWay]),
      graph('Jobs: age of the oldest, s', [jobs.age]),
      graph('Jobs: given up, errors', [jobs.dead, jobs.errors]),
    );
  }
  /** Graphs of failing partners, their errors, and refused keys. */
  private addPartners({ partners, quotaUsed }: ServiceMetrics, { access, operations }: QueriedLogs): void {
    this.addWidgets(
      graph('Quotas: used by partners above 80%, %', [quotaUsed]),
      ...(partners
        ? [
            graph('Keys, % of requests refused; not admitted by a plan', [
              partners.refusedKeys,
              partners.unmeteredKeys,
            ]),
            graph('Failed less succeeded, of the worst partners', [partners.worst]),
          ]
        : []),
    );
    this.addWidgets(
      new LogQueryWidget({
        title: 'Who fails, and on what',
        logGroupNames: [operations, ...(access ? [access] : [])].map(({ logGroupName }) => logGroupName),
        queryString: failuresByPartner,
        view: LogQueryVisualizationType.TABLE,
        width: 24,
        height,
      }),
    );
  }
}
