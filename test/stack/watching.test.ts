/** Alarms, their topic, the dashboard, and what is counted from the access log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { operations } from '../../lib/operations.ts';
import { defaultStage, type Json, joined, ofType, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let everything: Synthesized;
let bare: Synthesized;

beforeAll(async () => {
  [prod, everything, bare] = await Promise.all([
    defaultStage(),
    synthesizeStage(variants.everything),
    synthesizeStage(variants['no logs']),
  ]);
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

  it('are told when they are raised and when they are over', () => {
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

describe('The access log', () => {
  it('is counted by status and by fault', () => {
    const filters = ofType(prod, 'AWS::Logs::MetricFilter').map(([, filter]) => filter);
    const anyOf = (field: string, values: string[]) =>
      `{ ${values.map((value) => `($.${field} = "${value}")`).join(' || ')} }`;
    expect(
      filters.map(({ FilterPattern, MetricTransformations }) => [FilterPattern, MetricTransformations]).sort(),
    ).toEqual([
      [
        anyOf('errorType', ['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'API_CONFIGURATION_ERROR', 'DEFAULT_5XX']),
        [{ MetricName: 'FunctionFaults', MetricNamespace: 'PartnerListingApi', MetricValue: '1' }],
      ],
      [
        anyOf('status', ['400', '401', '404', '429']),
        [
          {
            MetricName: 'Refusals',
            MetricNamespace: 'PartnerListingApi',
            MetricValue: '1',
            Dimensions: [{ Key: 'Status', Value: '$.status' }],
          },
        ],
      ],
    ]);
    const [group] = ofType(prod, 'AWS::Logs::LogGroup').find(([id]) => id.startsWith('AccessLog'))!;
    for (const { LogGroupName } of filters) expect(LogGroupName).toEqual({ Ref: group });
  });

  it('has the fields that are counted', () => {
    const { Format } = only(prod, 'AWS::ApiGateway::Stage')[1].AccessLogSetting;
    for (const [, { FilterPattern }] of ofType(prod, 'AWS::Logs::MetricFilter'))
      for (const [, field] of FilterPattern.matchAll(/\$\.(\w+)/g)) expect(JSON.parse(Format)).toHaveProperty(field);
  });
});

describe('The topic', () => {
  it('is encrypted by a key that alarms may use and that changes', () => {
    const [keyId, key] = only(prod, 'AWS::KMS::Key');
    expect(only(prod, 'AWS::SNS::Topic')[1].KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [keyId, 'Arn'] });
    expect(key.EnableKeyRotation).toBe(true);
    expect(key.KeyPolicy.Statement).toContainEqual({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: '*',
    });
  });

  it("takes this account's alarms, over TLS alone", () => {
    const [topic] = only(prod, 'AWS::SNS::Topic');
    const [, { PolicyDocument, Topics }] = only(prod, 'AWS::SNS::TopicPolicy');
    expect(Topics).toEqual([{ Ref: topic }]);
    const [deny, allow, ...others] = [...PolicyDocument.Statement].sort((a: Json, b: Json) =>
      b.Effect.localeCompare(a.Effect),
    );
    expect(others).toEqual([]);
    expect(deny).toMatchObject({
      Effect: 'Deny',
      Principal: '*',
      Action: 'sns:Publish',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
    expect(allow).toMatchObject({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topic },
    });
    expect(joined(allow.Condition.ArnLike['aws:SourceArn'])).toBe(
      'arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*',
    );
  });

  it('is subscribed by whom the context names', () => {
    expect(ofType(prod, 'AWS::SNS::Subscription')).toEqual([]);
    expect(only(everything, 'AWS::SNS::Subscription')[1]).toMatchObject({
      Protocol: 'email',
      Endpoint: 'operators@listings.example',
    });
  });
});

describe('The dashboard', () => {
  const bodyOf = (stack: Synthesized) => only(stack, 'AWS::CloudWatch::Dashboard')[1].DashboardBody;

  it('is named after the stack, and found by an output', () => {
    expect(only(prod, 'AWS::CloudWatch::Dashboard')[1].DashboardName).toBe('PartnerListingApi');
    expect(joined(prod.template.Outputs.DashboardUrl!.Value)).toBe(
      'https://<AWS::Region>.console.aws.amazon.com/cloudwatch/home?region=<AWS::Region>#dashboards/dashboard/PartnerListingApi',
    );
  });

  it('shows every alarm and every function', () => {
    const { widgets } = JSON.parse(joined(bodyOf(prod)));
    const [alarms, ...graphs] = widgets;
    expect(alarms.properties.alarms).toHaveLength(ofType(prod, 'AWS::CloudWatch::Alarm').length);
    const byFunction = graphs.filter(({ properties }: Json) => properties.title.includes('by function'));
    expect(byFunction).toHaveLength(3);
    const names = ['authorizer', ...operations.map(({ id }) => id)];
    for (const { properties } of byFunction)
      expect(properties.metrics.map((metric: Json[]) => metric.at(-1).label)).toEqual(names);
  });

  it('has no empty graph', () => {
    for (const { properties } of JSON.parse(joined(bodyOf(prod))).widgets)
      expect((properties.metrics ?? properties.alarms).length, properties.title).toBeGreaterThan(0);
  });
});
