/** The topic of the alarms, the dashboard, and what is counted from the access log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { operations } from '../../lib/operations.ts';
import { defaultStage, type Json, joined, ofType, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let everything: Synthesized;

beforeAll(async () => {
  [prod, everything] = await Promise.all([defaultStage(), synthesizeStage(variants.everything)]);
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

  it('shows every queue, how much is in it and how old that is, and the functions on them', () => {
    const { widgets } = JSON.parse(joined(bodyOf(prod)));
    const text = JSON.stringify(widgets);
    for (const [id] of ofType(prod, 'AWS::SQS::Queue'))
      for (const metric of ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'])
        expect(text).toContain(`"AWS/SQS","${metric}","QueueName","<${id}.QueueName>"`);
    const ofWebhooks = widgets.filter(({ properties }: Json) => /^Webhooks: /.test(properties.title));
    expect(ofWebhooks).toHaveLength(3);
    for (const { properties } of ofWebhooks)
      expect(properties.metrics.map((metric: Json[]) => metric.at(-1).label)).toEqual([
        'route-events',
        'deliver-webhook',
        'move-due',
      ]);
  });

  it('has no empty graph', () => {
    for (const { properties } of JSON.parse(joined(bodyOf(prod))).widgets)
      expect((properties.metrics ?? properties.alarms).length, properties.title).toBeGreaterThan(0);
  });
});
