/** The alarms: what each reads, when it is raised, and whom it notifies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import {
  defaultStage,
  FEW,
  type Json,
  joined,
  ofType,
  resourceNamed,
  type Synthesized,
  synthesizeStage,
} from './synthesized.ts';

let prod: Synthesized;
let bare: Synthesized;

beforeAll(async () => {
  [prod, bare] = await Promise.all([defaultStage(), synthesizeStage(variants['no logs'], FEW)]);
});

// In one template with all others, an id that a queue has too stands after that of the alarms' stack.
const nameOf = (id: string) => id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');

const alarmsOf = (stack: Synthesized): Map<string, Json> =>
  new Map(ofType(stack, 'AWS::CloudWatch::Alarm').map(([id, alarm]) => [nameOf(id), alarm]));

const named = ({ Namespace, MetricName, Dimensions = [] }: Json): string =>
  `${Namespace} ${MetricName}{${Dimensions.map(({ Name, Value }: Json) => `${Name}=${joined(Value)}`).join()}}`;

/** The metrics that an alarm reads, as `namespace/name{dimensions}`, and what it asks of all metrics of a name. */
const readBy = (alarm: Json): string[] => {
  const metrics: Json[] = alarm.Metrics
    ? alarm.Metrics.flatMap(({ MetricStat, Expression }: Json) =>
        MetricStat ? [MetricStat.Metric] : Expression.startsWith('SELECT ') ? [Expression] : [],
      )
    : [alarm];
  return metrics.map((metric) => (typeof metric === 'string' ? metric : named(metric)));
};

const sustained = { DatapointsToAlarm: 3, EvaluationPeriods: 5 };
const repeated = { DatapointsToAlarm: 2, EvaluationPeriods: 3 };
const atOnce = { DatapointsToAlarm: 1, EvaluationPeriods: 1 };

const ofMappings = {
  stream: 'ToProcessStream8E2DDA71',
  routing: 'Changes510ED4B0',
  deliveries: 'ToDeliverBB14AFEF',
  media: 'ToFetch3AE4AD7C',
  bulk: 'ToRunFB7211CA',
  jobs: 'ToRunJobsF20055BB',
};

describe('Alarms', () => {
  const stage = 'ApiName=PartnerListingApi,Stage=<ApiDeploymentStageprod3EB9684E>';
  const refusals = (status: string) => [
    `PartnerListingApi Refusals{Status=${status}}`,
    `AWS/ApiGateway Count{${stage}}`,
  ];
  const table = 'TableName=<TableCD117FA1>';

  const expected: Record<string, readonly [threshold: number, when: object, metrics: readonly string[]]> = {
    ServerErrors: [1, sustained, [`AWS/ApiGateway 5XXError{${stage}}`, `AWS/ApiGateway Count{${stage}}`]],
    QuietErrors: [25, atOnce, [`AWS/ApiGateway 5XXError{${stage}}`, `AWS/ApiGateway Count{${stage}}`]],
    ClientErrors: [50, repeated, [`AWS/ApiGateway 4XXError{${stage}}`, `AWS/ApiGateway Count{${stage}}`]],
    Refusals400: [20, repeated, refusals('400')],
    RefusedKeys: [
      10,
      repeated,
      ['PartnerListingApi RefusedKeys{ErrorType=ACCESS_DENIED}', `AWS/ApiGateway Count{${stage}}`],
    ],
    UnmeteredKeys: [
      5,
      { DatapointsToAlarm: 3, EvaluationPeriods: 3 },
      ['PartnerListingApi RefusedKeys{ErrorType=INVALID_API_KEY}'],
    ],
    PartnerFails: [
      50,
      repeated,
      [
        'SELECT SUM(FailureBalance) FROM SCHEMA("PartnerListingApi", Partner) GROUP BY Partner ORDER BY SUM() DESC LIMIT 100',
      ],
    ],
    Refusals404: [20, repeated, refusals('404')],
    Refusals429: [10, repeated, refusals('429')],
    Latency: [2000, sustained, [`AWS/ApiGateway Latency{${stage}}`]],
    QuotaClose: [
      80,
      atOnce,
      [
        'SELECT MAX(QuotaUsed) FROM SCHEMA("PartnerListingApi", Partner) GROUP BY Partner ORDER BY MAX() DESC LIMIT 100',
      ],
    ],
    AuthorizerErrors: [
      1,
      repeated,
      [
        'AWS/Lambda Errors{FunctionName=<ApiAuthorizerFunctionAFDFA6FD>}',
        'AWS/Lambda Invocations{FunctionName=<ApiAuthorizerFunctionAFDFA6FD>}',
        'PartnerListingApi BlankKeys{}',
      ],
    ],
    FunctionFaults: [0.5, repeated, [`AWS/ApiGateway Count{${stage}}`, 'PartnerListingApi FunctionFaults{}']],
    FunctionThrottles: [0, sustained, ['AWS/Lambda Throttles{}']],
    TableThrottles: [
      0,
      sustained,
      ['Read', 'Write'].flatMap((kind) => [
        `AWS/DynamoDB ${kind}ThrottleEvents{${table}}`,
        `AWS/DynamoDB ${kind}ThrottleEvents{GlobalSecondaryIndexName=gsi1,${table}}`,
        `AWS/DynamoDB ${kind}ThrottleEvents{GlobalSecondaryIndexName=gsi2,${table}}`,
      ]),
    ],
    TableFaults: [
      0,
      sustained,
      ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'TransactWriteItems', 'UpdateItem'].map(
        (operation) => `AWS/DynamoDB SystemErrors{Operation=${operation},${table}}`,
      ),
    ],
  };

  const QUEUES = {
    GivenUp: 'GivenUp4E100BCE',
    Deliveries: 'QueuesDeliveries9DF934B3',
    DeliveriesDead: 'QueuesDeliveriesDead2BA375F5',
    Unrouted: 'QueuesUnrouted669BCF7E',
    RoutingGivenUp: 'QueuesRoutingGivenUpBAE699CC',
    Media: 'MediaQueue5E4C5F09',
    MediaDead: 'MediaDead5A9684E1',
    Bulk: 'BulkQueueC6016202',
    BulkDead: 'BulkDead94FFD269',
    Jobs: 'JobsDF1CC2D4',
    JobsDead: 'JobsDead72EF880A',
  };
  const FUNCTIONS = {
    processStream: 'ProcessStreamFunction2E50C8AB',
    routeEvents: 'RouteEventsFunction8531AE36',
    deliverWebhook: 'DeliverWebhookFunctionDE151369',
    moveDue: 'MoveDueFunction04B67014',
    fetchMedia: 'FetchMediaFunctionF2D9E28E',
    failLate: 'FailLateMediaFunctionDEF897FD',
    runBulk: 'RunBulkFunction227D70DB',
    runJobs: 'RunJobsFunction78BBE7F1',
    checkQuotas: 'QuotasCheckQuotasFunctionD64B8018',
  };
  const ofQueue = (metric: string) => (id: string) => `AWS/SQS ${metric}{QueueName=<${id}.QueueName>}`;
  const [depth, oldest] = ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'].map(ofQueue) as [
    ReturnType<typeof ofQueue>,
    ReturnType<typeof ofQueue>,
  ];
  const ofFunction = (metric: string, id: string) => `AWS/Lambda ${metric}{FunctionName=<${id}>}`;
  const { Deliveries, Media, Bulk, Jobs, ...lastStops } = QUEUES;
  const { routeEvents, deliverWebhook, moveDue, fetchMedia, failLate, runBulk, runJobs } = FUNCTIONS;
  // Raised where it is below one, and where nothing runs at all.
  const notRunning = {
    DatapointsToAlarm: 2,
    EvaluationPeriods: 2,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  };
  const MAPPINGS = ofMappings;
  const polls = (mapping: string) => [`AWS/Lambda PolledEventCount{EventSourceMappingUUID=<${mapping}>}`];
  const ageOf = (mapping: string, id: string) => [
    'AWS/DynamoDB ConsumedWriteCapacityUnits{TableName=<TableCD117FA1>}',
    `AWS/Lambda FilteredOutEventCount{EventSourceMappingUUID=<${mapping}>}`,
    ...polls(mapping),
    ofFunction('IteratorAge', id),
  ];
  const runs = (id: string) => [ofFunction('Errors', id), ofFunction('Invocations', id)];

  Object.assign(expected, {
    StreamLate: [60_000, sustained, ageOf(MAPPINGS.stream, FUNCTIONS.processStream)],
    StreamUnread: [1, notRunning, polls(MAPPINGS.stream)],
    EventsUnread: [1, notRunning, polls(MAPPINGS.routing)],
    DeliveriesUnread: [1, notRunning, polls(MAPPINGS.deliveries)],
    MediaUnread: [1, notRunning, polls(MAPPINGS.media)],
    StreamGivenUp: [0, atOnce, [depth(QUEUES.GivenUp)]],
    EventsLate: [60_000, sustained, ageOf(MAPPINGS.routing, routeEvents)],
    EventsUnrouted: [0, atOnce, [depth(QUEUES.Unrouted)]],
    EventsGivenUp: [0, atOnce, [depth(QUEUES.RoutingGivenUp)]],
    DeliveriesLate: [1800, sustained, [oldest(Deliveries)]],
    DeliveriesWaiting: [10_000, sustained, [depth(Deliveries)]],
    DeliveriesDead: [0, atOnce, [depth(QUEUES.DeliveriesDead)]],
    ManyDeliveriesDead: [20, atOnce, [depth(QUEUES.DeliveriesDead)]],
    DueNotMoved: [1, notRunning, runs(moveDue)],
    MediaLate: [300, sustained, [oldest(Media)]],
    MediaWaiting: [1000, sustained, [depth(Media)]],
    MediaDead: [0, atOnce, [depth(QUEUES.MediaDead)]],
    MediaFunctionErrors: [1, repeated, runs(fetchMedia)],
    BulkUnread: [1, notRunning, polls(MAPPINGS.bulk)],
    BulkLate: [1800, sustained, [oldest(Bulk)]],
    BulkDead: [0, atOnce, [depth(QUEUES.BulkDead)]],
    BulkLateNotEnded: [1, notRunning, ['AWS/Events Invocations{RuleName=<BulkEventsFunctionsEachMinuteC8390D13>}']],
    BulkFunctionErrors: [1, repeated, runs(runBulk)],
    JobsUnread: [1, notRunning, polls(MAPPINGS.jobs)],
    JobsLate: [1800, sustained, [oldest(Jobs)]],
    JobsWaiting: [10_000, sustained, [depth(Jobs)]],
    JobsDead: [0, atOnce, [depth(QUEUES.JobsDead)]],
    ManyJobsDead: [20, atOnce, [depth(QUEUES.JobsDead)]],
    JobFunctionErrors: [1, repeated, runs(runJobs)],
    MediaLateNotEnded: [1, notRunning, runs(failLate)],
    QuotasNotRead: [1, notRunning, runs(FUNCTIONS.checkQuotas)],
    WebhookFunctionErrors: [1, repeated, [routeEvents, deliverWebhook, moveDue].flatMap(runs)],
    LettersExpire: [7 * 24 * 3600, atOnce, Object.values(lastStops).map(oldest)],
  });

  it('watch every queue, how much is in it and how old that is', () => {
    const read = [...alarmsOf(prod).values()].flatMap(readBy);
    const queues = ofType(prod, 'AWS::SQS::Queue').map(([id]) => id);
    expect(queues.sort()).toEqual(Object.values(QUEUES).sort());
    for (const id of queues) expect(read).toContain(oldest(id));
    // Many slices may wait: a job ends in time all the same, and how old they are is watched.
    for (const id of queues) if (id !== QUEUES.Bulk) expect(read).toContain(depth(id));
  });

  it('watch that every mapping reads, and every queue that takes what failed', () => {
    const mappings = ofType(prod, 'AWS::Lambda::EventSourceMapping');
    expect(mappings.map(([id]) => id).sort()).toEqual(Object.values(MAPPINGS).sort());
    const byName = alarmsOf(prod);
    const raisedAt = (metric: string) =>
      [...byName.values()].filter((alarm) => readBy(alarm).includes(metric)).map(({ Threshold }) => Threshold);
    for (const [id, { MetricsConfig, Enabled = true }] of mappings) {
      // Otherwise it has no metrics.
      expect([MetricsConfig, Enabled]).toEqual([{ Metrics: ['EventCount'] }, true]);
      const alarm = [...byName.values()].find(({ Metrics: [first] = [] }) => {
        const { Metric, Stat } = first?.MetricStat ?? {};
        return Stat === 'SampleCount' && named(Metric) === polls(id)[0];
      });
      expect(alarm, id).toMatchObject(notRunning);
    }
    const dead = ofType(prod, 'AWS::SQS::Queue')
      .map(([id]) => id)
      .filter((id) => ![Deliveries, Media, Bulk, Jobs].includes(id));
    // A first message, and for some of them many.
    for (const id of dead)
      expect(
        raisedAt(depth(id)).filter((above) => above === 0),
        id,
      ).toHaveLength(1);
  });

  it('are these, and no more', () => {
    expect([...alarmsOf(prod).keys()].sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s', (name, [threshold, when, metrics]) => {
    const alarm = alarmsOf(prod).get(name);
    expect(alarm).toMatchObject({
      Threshold: threshold,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      ...when,
    });
    expect(alarm.AlarmDescription.length).toBeGreaterThan(20);
    expect(readBy(alarm).sort()).toEqual([...metrics].sort());
    // CloudWatch takes no more in the expression of an alarm.
    expect(readBy(alarm).length).toBeLessThanOrEqual(10);
  });

  it('send a notice when they are raised and when they are over, to a pager or where tickets are opened', () => {
    const [page] = resourceNamed(prod, 'AWS::SNS::Topic', 'AlarmTopic');
    const [ticket] = resourceNamed(prod, 'AWS::SNS::Topic', 'TicketTopic');
    const sent = new Map<string, string[]>([
      [page, []],
      [ticket, []],
    ]);
    for (const [name, { AlarmActions, OKActions }] of alarmsOf(prod)) {
      expect(AlarmActions, name).toEqual(OKActions);
      expect(AlarmActions, name).toHaveLength(1);
      sent.get(AlarmActions[0].Ref)!.push(name);
    }
    expect(sent.get(page)!.sort()).toEqual([
      ...['AuthorizerErrors', 'BulkUnread', 'DeliveriesLate', 'DeliveriesUnread', 'DueNotMoved', 'EventsGivenUp'],
      ...['EventsLate', 'EventsUnread', 'JobsLate', 'JobsUnread', 'ManyDeliveriesDead', 'ManyJobsDead', 'MediaUnread'],
      ...['QuietErrors', 'ServerErrors', 'StreamLate', 'StreamUnread', 'UnmeteredKeys'],
    ]);
    // What partners do, and what they can wait for.
    expect(sent.get(ticket)).toEqual(expect.arrayContaining(['Refusals400', 'QuotaClose', 'PartnerFails']));
  });

  it('ask for requests where partners rely on the stage', async () => {
    const relied = await synthesizeStage({ protectedStages: 'prod' }, FEW);
    const alarm = alarmsOf(relied).get('NoTraffic');
    expect(alarm).toMatchObject({
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
      DatapointsToAlarm: 6,
      EvaluationPeriods: 6,
      Metrics: [{ MetricStat: { Period: 300, Stat: 'Sum' } }],
    });
    expect(readBy(alarm)).toEqual([`AWS/ApiGateway Count{${stage}}`]);
  });

  it('do without the access log where there is none', () => {
    const fromLog = [
      ...['Refusals400', 'Refusals404', 'Refusals429', 'FunctionFaults'],
      ...['RefusedKeys', 'UnmeteredKeys', 'PartnerFails'],
    ];
    const left = Object.keys(expected).filter((name) => !fromLog.includes(name));
    expect([...alarmsOf(bare).keys()].sort()).toEqual(left.sort());
  });
});
