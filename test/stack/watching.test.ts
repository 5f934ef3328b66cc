/** The topic of the alarms, the dashboard, and what is counted from the access log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { operations } from '../../lib/operations.ts';
import {
  defaultStage,
  FEW,
  type Json,
  joined,
  ofType,
  only,
  resourceNamed,
  type Synthesized,
  synthesizeStage,
} from './synthesized.ts';

let prod: Synthesized;
let everything: Synthesized;

beforeAll(async () => {
  [prod, everything] = await Promise.all([defaultStage(), synthesizeStage(variants.everything, FEW)]);
});

describe('The access log', () => {
  const inLog = (prefix: string) => ofType(prod, 'AWS::Logs::LogGroup').find(([id]) => id.startsWith(prefix))![0];
  const filtersOf = (group: string) =>
    ofType(prod, 'AWS::Logs::MetricFilter').flatMap(([, filter]) =>
      filter.LogGroupName.Ref === group ? [filter] : [],
    );
  const any = (field: string, values: string[]) => values.map((value) => `($.${field} = "${value}")`).join(' || ');

  it('is counted by status, by refusal of a key, by fault and by partner', () => {
    const counted = filtersOf(inLog('AccessLog')).map(({ FilterPattern, MetricTransformations: [made] }) => [
      FilterPattern,
      made.MetricName,
      made.MetricValue,
      made.Dimensions,
    ]);
    const ofAPartner = '($.partner != "-") && ($.partner != "unknown")';
    expect(counted.sort()).toEqual(
      [
        [
          `{ ${any('errorType', ['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'API_CONFIGURATION_ERROR', 'DEFAULT_5XX'])} }`,
          'FunctionFaults',
          '1',
          undefined,
        ],
        [
          `{ ${any('errorType', ['ACCESS_DENIED', 'INVALID_API_KEY'])} }`,
          'RefusedKeys',
          '1',
          [{ Key: 'ErrorType', Value: '$.errorType' }],
        ],
        [`{ ${any('status', ['400', '404', '429'])} }`, 'Refusals', '1', [{ Key: 'Status', Value: '$.status' }]],
        // A filter takes fewer than 1,000 partners in an hour: these share them by their keys.
        ...[...'0123456789abcdef'].flatMap((digit) => [
          [
            `{ ($.keyId = "${digit}*") && (${ofAPartner} && (${any('status', ['4*', '5*'])}) && ($.status != "404") && ($.status != "429")) }`,
            'FailureBalance',
            '1',
            [{ Key: 'Partner', Value: '$.partner' }],
          ],
          [
            `{ ($.keyId = "${digit}*") && (${ofAPartner} && ($.status = "2*")) }`,
            'FailureBalance',
            '-1',
            [{ Key: 'Partner', Value: '$.partner' }],
          ],
        ]),
      ].sort(),
    );
  });

  it('has next to it what the authorizer ends for want of a key', () => {
    expect(
      filtersOf(inLog('ApiAuthorizer')).map(({ FilterPattern, MetricTransformations }) => [
        FilterPattern,
        MetricTransformations[0].MetricName,
      ]),
    ).toEqual([['{ $.message.reason = "missing" }', 'BlankKeys']]);
  });

  it('has the fields that are counted', () => {
    const { Format } = only(prod, 'AWS::ApiGateway::Stage')[1].AccessLogSetting;
    for (const { FilterPattern } of filtersOf(inLog('AccessLog')))
      for (const [, field] of FilterPattern.matchAll(/\$\.(\w+)/g)) expect(JSON.parse(Format)).toHaveProperty(field);
  });
});

describe('Saved queries', () => {
  const queries = () => ofType(prod, 'AWS::Logs::QueryDefinition').map(([, query]) => query);

  it('are named after the stack, and ask the logs that have the answer', () => {
    expect(queries().map(({ Name, LogGroupNames }) => [Name, LogGroupNames.length])).toEqual([
      ['PartnerListingApi/Who fails, and on what', 2],
      ['PartnerListingApi/Why did this request fail', 3],
      ['PartnerListingApi/Whose quota is close', 1],
      ['PartnerListingApi/What did this key do', 1],
    ]);
  });

  it('ask for fields that the access log has, and that functions write', () => {
    const { Format } = only(prod, 'AWS::ApiGateway::Stage')[1].AccessLogSetting;
    const known = [...Object.keys(JSON.parse(Format)), ...LINE_FIELDS.map((name) => `message.${name}`)];
    for (const { QueryString } of queries()) {
      const own = [...QueryString.matchAll(/ as (\w+)/g)].map(([, name]) => name);
      const words: string[] = QueryString.replace(/'[^']*'/g, '').match(/[\w.]+(?![\w(])/g) ?? [];
      const asked = words.filter((word) =>
        /^message\.|^(?:partner|resource|status|errorType|reason|keyId|requestId|method)$/.test(word),
      );
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((word) => !known.includes(word) && !own.includes(word))).toEqual([]);
    }
  });
});

/** Of `FailureLine`, and of `QuotaUse`. */
const LINE_FIELDS = [
  'requestId',
  'partner',
  'key',
  'operation',
  'status',
  'code',
  'field',
  'reason',
  'ip',
  'plan',
  'quotaUsed',
];

describe('The topics', () => {
  it('are encrypted by one key that alarms may use and that changes', () => {
    const [keyId, key] = only(prod, 'AWS::KMS::Key');
    const topics = ofType(prod, 'AWS::SNS::Topic');
    expect(topics).toHaveLength(2);
    for (const [, topic] of topics) expect(topic.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [keyId, 'Arn'] });
    expect(key.EnableKeyRotation).toBe(true);
    expect(key.KeyPolicy.Statement).toContainEqual({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: '*',
    });
  });

  it.each(['AlarmTopic', 'TicketTopic'])("take this account's alarms, over TLS alone: %s", (name) => {
    const [topic] = resourceNamed(prod, 'AWS::SNS::Topic', name);
    const [, { PolicyDocument, Topics }] = resourceNamed(prod, 'AWS::SNS::TopicPolicy', name);
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

  it('are subscribed by whom the context names', () => {
    expect(ofType(prod, 'AWS::SNS::Subscription')).toEqual([]);
    expect(
      ofType(everything, 'AWS::SNS::Subscription').map(([, { Protocol, Endpoint }]) => [Protocol, Endpoint]),
    ).toEqual([
      ['email', 'operators@listings.example'],
      ['email', 'tickets@listings.example'],
    ]);
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

  it('shows who fails and on what, by the saved query', () => {
    const { widgets } = JSON.parse(joined(bodyOf(prod)));
    const shown = widgets.find(({ type }: Json) => type === 'log').properties;
    const [, query] = ofType(prod, 'AWS::Logs::QueryDefinition').find(([, { Name }]) => Name.endsWith('on what'))!;
    expect(shown.query).toMatch(/^SOURCE '<OperationLog\w+>' \| SOURCE '<AccessLog\w+>' \| fields /);
    expect(shown.query.replace(/\s+/g, ' ')).toContain(query.QueryString.replace(/\s+/g, ' '));
  });

  it('has no empty graph', () => {
    for (const { properties } of JSON.parse(joined(bodyOf(prod))).widgets)
      expect((properties.metrics ?? properties.alarms ?? properties.query).length, properties.title).toBeGreaterThan(0);
  });
});
