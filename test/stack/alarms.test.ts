/** The alarms: what each reads, when it is raised, and whom it tells. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import {
  defaultStage,
  FEW,
  type Json,
  joined,
  ofType,
  only,
  type Synthesized,
  synthesizeStage,
} from './synthesized.ts';

let prod: Synthesized;
let bare: Synthesized;

beforeAll(async () => {
  [prod, bare] = await Promise.all([defaultStage(), synthesizeStage(variants['no logs'])]);
});

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

describe('Alarms', () => {
  const stage = 'ApiName=PartnerListingApi,Stage=<ApiDeploymentStageprod3EB9684E>';
  const refusals = (status: string) => [
    `PartnerListingApi Refusals{Status=${status}}`,
    `AWS/ApiGateway Count{${stage}}`,
  ];
  const table = 'TableName=<TableCD117FA1>';

  const expected: Record<string, readonly [threshold: number, when: object, metrics: readonly string[]]> = {
    ServerErrors: [1, sustained, [`AWS/ApiGateway 5XXError{${stage}}`]],
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
        'SELECT SUM(FailureBalance) FROM SCHEMA("PartnerListingApi", Partner) GROUP BY Partner ORDER BY SUM() DESC LIMIT 1',
      ],
    ],
    Refusals404: [20, repeated, refusals('404')],
    Refusals429: [10, repeated, refusals('429')],
    Latency: [2000, sustained, [`AWS/ApiGateway Latency{${stage}}`]],
    QuotaClose: [80, atOnce, ['PartnerListingApi MostQuotaUsed{}']],
    AuthorizerErrors: [
      2,
      repeated,
      ['AWS/Lambda Errors{FunctionName=<ApiAuthorizerFunctionAFDFA6FD>}', 'PartnerListingApi BlankKeys{}'],
    ],
    FunctionFaults: [2, repeated, ['PartnerListingApi FunctionFaults{}']],
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
  };
  const FUNCTIONS = {
    keepUp: 'KeepUpFunctionC8AFFA09',
    routeEvents: 'RouteEventsFunction8531AE36',
    deliverWebhook: 'DeliverWebhookFunctionDE151369',
    moveDue: 'MoveDueFunction04B67014',
    fetchMedia: 'FetchMediaFunctionF2D9E28E',
    failLate: 'FailLateMediaFunctionDEF897FD',
  };
  const ofQueue = (metric: string) => (id: string) => `AWS/SQS ${metric}{QueueName=<${id}.QueueName>}`;
  const [depth, oldest] = ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'].map(ofQueue) as [
    ReturnType<typeof ofQueue>,
    ReturnType<typeof ofQueue>,
  ];
  const ofFunction = (metric: string, id: string) => `AWS/Lambda ${metric}{FunctionName=<${id}>}`;
  const { Deliveries, Media, ...lastStops } = QUEUES;
  const { routeEvents, deliverWebhook, moveDue, fetchMedia, failLate } = FUNCTIONS;
  // Raised where it is below one, and where nothing runs at all.
  const notRunning = {
    DatapointsToAlarm: 2,
    EvaluationPeriods: 2,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  };
  const runs = (id: string) => [ofFunction('Errors', id), ofFunction('Invocations', id)];

  Object.assign(expected, {
    StreamLate: [60_000, sustained, [ofFunction('IteratorAge', FUNCTIONS.keepUp)]],
    StreamGivenUp: [0, atOnce, [depth(QUEUES.GivenUp)]],
    EventsLate: [60_000, sustained, [ofFunction('IteratorAge', routeEvents)]],
    EventsUnrouted: [0, atOnce, [depth(QUEUES.Unrouted)]],
    EventsGivenUp: [0, atOnce, [depth(QUEUES.RoutingGivenUp)]],
    DeliveriesLate: [1800, sustained, [oldest(Deliveries)]],
    DeliveriesWaiting: [10_000, sustained, [depth(Deliveries)]],
    DeliveriesDead: [0, atOnce, [depth(QUEUES.DeliveriesDead)]],
    DueNotMoved: [1, notRunning, runs(moveDue)],
    MediaLate: [300, sustained, [oldest(Media)]],
    MediaWaiting: [1000, sustained, [depth(Media)]],
    MediaDead: [0, atOnce, [depth(QUEUES.MediaDead)]],
    MediaFunctionErrors: [2, repeated, [ofFunction('Errors', fetchMedia)]],
    MediaLateNotEnded: [1, notRunning, runs(failLate)],
    WebhookFunctionErrors: [2, repeated, [routeEvents, deliverWebhook, moveDue].map((id) => ofFunction('Errors', id))],
    LettersExpire: [7 * 24 * 3600, atOnce, Object.values(lastStops).map(oldest)],
  });

  it('watch every queue, how much is in it and how old that is', () => {
    const read = [...alarmsOf(prod).values()].flatMap(readBy);
    const queues = ofType(prod, 'AWS::SQS::Queue').map(([id]) => id);
    expect(queues.sort()).toEqual(Object.values(QUEUES).sort());
    for (const metric of [depth, oldest]) for (const id of queues) expect(read).toContain(metric(id));
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

  it('send a notice when they are raised and when they are over', () => {
    const [topic] = only(prod, 'AWS::SNS::Topic');
    for (const [name, { AlarmActions, OKActions }] of alarmsOf(prod))
      expect([AlarmActions, OKActions], name).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
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
