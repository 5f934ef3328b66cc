/** The alarms: what each reads, when it is raised, and whom it tells. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { defaultStage, type Json, joined, ofType, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let bare: Synthesized;

beforeAll(async () => {
  [prod, bare] = await Promise.all([defaultStage(), synthesizeStage(variants['no logs'])]);
});

const nameOf = (id: string) => id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');

const alarmsOf = (stack: Synthesized): Map<string, Json> =>
  new Map(ofType(stack, 'AWS::CloudWatch::Alarm').map(([id, alarm]) => [nameOf(id), alarm]));

/** The metrics that an alarm reads, as `namespace/name{dimensions}`. */
const readBy = (alarm: Json): string[] => {
  const metrics: Json[] = alarm.Metrics
    ? alarm.Metrics.flatMap(({ MetricStat }: Json) => (MetricStat ? [MetricStat.Metric] : []))
    : [alarm];
  return metrics.map(
    ({ Namespace, MetricName, Dimensions = [] }) =>
      `${Namespace} ${MetricName}{${Dimensions.map(({ Name, Value }: Json) => `${Name}=${joined(Value)}`).join()}}`,
  );
};

const sustained = { DatapointsToAlarm: 3, EvaluationPeriods: 5 };
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
    ClientErrors: [50, atOnce, [`AWS/ApiGateway 4XXError{${stage}}`, `AWS/ApiGateway Count{${stage}}`]],
    Refusals400: [20, atOnce, refusals('400')],
    Refusals401: [10, atOnce, refusals('401')],
    Refusals404: [20, atOnce, refusals('404')],
    Refusals429: [10, atOnce, refusals('429')],
    Latency: [2000, sustained, [`AWS/ApiGateway Latency{${stage}}`]],
    AuthorizerErrors: [2, atOnce, ['AWS/Lambda Errors{FunctionName=<ApiAuthorizerFunctionAFDFA6FD>}']],
    FunctionFaults: [2, atOnce, ['PartnerListingApi FunctionFaults{}']],
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

  expected.StreamLate = [60_000, sustained, ['AWS/Lambda IteratorAge{FunctionName=<RemovePartsFunction1675F2CA>}']];
  expected.StreamGivenUp = [
    0,
    atOnce,
    ['AWS/SQS ApproximateNumberOfMessagesVisible{QueueName=<GivenUp4E100BCE.QueueName>}'],
  ];

  it('are these, and no more', () => {
    expect([...alarmsOf(prod).keys()].sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s', (name, [threshold, when, metrics]) => {
    const alarm = alarmsOf(prod).get(name);
    expect(alarm).toMatchObject({
      ...when,
      Threshold: threshold,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
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

  it('do without the access log where there is none', () => {
    const fromLog = ['Refusals400', 'Refusals401', 'Refusals404', 'Refusals429', 'FunctionFaults'];
    const left = Object.keys(expected).filter((name) => !fromLog.includes(name));
    expect([...alarmsOf(bare).keys()].sort()).toEqual(left.sort());
  });
});
