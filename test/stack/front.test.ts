/** What stands between a client and the functions: the stage's settings, its logs, the firewall, the domain. */
import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { defaultStage, type Json, joined, ofType, only, type Synthesized, synthesizeStage } from './synthesized.ts';

let prod: Synthesized;
let everything: Synthesized;
let bare: Synthesized;
let domainOnly: Synthesized;

beforeAll(async () => {
  const { domainName, certificateArn } = variants.everything!;
  [prod, everything, bare, domainOnly] = await Promise.all([
    defaultStage(),
    synthesizeStage(variants.everything),
    synthesizeStage(variants['no logs']),
    synthesizeStage({ domainName, certificateArn, stageRateLimit: '7', stageBurstLimit: '9' }),
  ]);
});

const stageOf = (stack: Synthesized) => only(stack, 'AWS::ApiGateway::Stage')[1];

describe('The stage', () => {
  it('measures each method, traces, and throttles above a ceiling', () => {
    expect(stageOf(prod).TracingEnabled).toBe(true);
    expect(stageOf(prod).MethodSettings).toEqual([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        DataTraceEnabled: false,
        LoggingLevel: 'OFF',
        MetricsEnabled: true,
        ThrottlingRateLimit: 1000,
        ThrottlingBurstLimit: 2000,
      },
    ]);
    expect(stageOf(domainOnly).MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 });
  });

  it('keeps its own errors where the context asks for them, and not for ever', () => {
    expect(stageOf(everything).MethodSettings[0]).toMatchObject({ LoggingLevel: 'ERROR', DataTraceEnabled: false });
    const named = ofType(everything, 'AWS::Logs::LogGroup').filter(([, { LogGroupName }]) => LogGroupName);
    expect(named).toHaveLength(1);
    const [id, { LogGroupName, RetentionInDays }] = named[0]!;
    const [api] = only(everything, 'AWS::ApiGateway::RestApi');
    expect([joined(LogGroupName), RetentionInDays]).toEqual([`API-Gateway-Execution-Logs_<${api}>/prod`, 90]);
    const [stage] = only(everything, 'AWS::ApiGateway::Stage');
    expect((everything.template.Resources[stage] as Json).DependsOn).toContain(id);
  });

  it.each(['prod', 'everything', 'bare'] as const)('leaves the settings of the account alone: %s', (name) => {
    const stack = { prod, everything, bare }[name];
    expect(ofType(stack, 'AWS::ApiGateway::Account')).toEqual([]);
  });
});

describe('The access log', () => {
  const formatOf = (stack: Synthesized): Record<string, string> => JSON.parse(stageOf(stack).AccessLogSetting.Format);

  it('has a group of its own, which ends', () => {
    const [id] = ofType(prod, 'AWS::Logs::LogGroup').find(([name]) => name.startsWith('AccessLog'))!;
    expect(joined(stageOf(prod).AccessLogSetting.DestinationArn)).toMatch(new RegExp(`:log-group:<${id}>$`));
    expect(prod.template.Resources[id]).toMatchObject({
      Properties: { RetentionInDays: 90 },
      DeletionPolicy: 'Retain',
    });
  });

  it('says who asked for what, how it ended and how long it took', () => {
    expect(formatOf(prod)).toEqual({
      time: '$context.requestTime',
      requestId: '$context.requestId',
      extendedRequestId: '$context.extendedRequestId',
      traceId: '$context.xrayTraceId',
      apiKeyId: '$context.identity.apiKeyId',
      partner: '$context.authorizer.principalId',
      method: '$context.httpMethod',
      resource: '$context.resourcePath',
      status: '$context.status',
      errorType: '$context.error.responseType',
      latency: '$context.responseLatency',
      authorizerLatency: '$context.authorizer.integrationLatency',
      integrationLatency: '$context.integrationLatency',
      integrationStatus: '$context.integrationStatus',
    });
  });

  it.each(['identity.apiKey', 'identity.sourceIp', 'path', 'protocol', 'authorizer.usageIdentifierKey'])(
    'never holds %s',
    (variable) => {
      expect(Object.values(formatOf(prod))).not.toContain(`$context.${variable}`);
    },
  );

  it('can be left out, where the account has no role for it', () => {
    expect(stageOf(bare).AccessLogSetting).toBeUndefined();
    expect(ofType(bare, 'AWS::Logs::MetricFilter')).toEqual([]);
  });
});

describe('The firewall', () => {
  const rulesOf = (stack: Synthesized) => only(stack, 'AWS::WAFv2::WebACL')[1].Rules as Json[];
  const managed = (stack: Synthesized) => rulesOf(stack).find(({ Name }) => Name === 'common');
  const overrides = (stack: Synthesized): Json[] =>
    managed(stack).Statement.ManagedRuleGroupStatement.RuleActionOverrides;

  it('is not there unless it is asked for', () => {
    expect(ofType(prod, 'AWS::WAFv2::WebACL')).toEqual([]);
    expect(ofType(prod, 'AWS::WAFv2::WebACLAssociation')).toEqual([]);
  });

  it('stands before the stage and lets requests pass', () => {
    const [acl, properties] = only(everything, 'AWS::WAFv2::WebACL');
    expect(properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const [, association] = only(everything, 'AWS::WAFv2::WebACLAssociation');
    expect(association.WebACLArn).toEqual({ 'Fn::GetAtt': [acl, 'Arn'] });
    const [api] = only(everything, 'AWS::ApiGateway::RestApi');
    const [stage] = only(everything, 'AWS::ApiGateway::Stage');
    expect(joined(association.ResourceArn)).toMatch(new RegExp(`/restapis/<${api}>/stages/<${stage}>$`));
  });

  it.each(['everything', 'bare'] as const)(
    'blocks an address above its rate, without a body of its own: %s',
    (name) => {
      const [rate] = rulesOf({ everything, bare }[name]);
      expect(rate).toMatchObject({
        Name: 'rate',
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 60_000, EvaluationWindowSec: 60 } },
      });
      expect(rate.Action.Block).toEqual({});
    },
  );

  it('counts what the managed rules match, or blocks it', () => {
    expect(managed(bare).OverrideAction).toEqual({ Count: {} });
    expect(managed(everything).OverrideAction).toEqual({ None: {} });
  });

  it.each([
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
    'NoUserAgent_HEADER',
  ])('never refuses by %s', (rule) => {
    const action = overrides(everything).find(({ Name }) => Name === rule)?.ActionToUse;
    expect(action).toEqual({ Count: {} });
  });

  it('refuses with an error of the catalogue', () => {
    const { CustomResponseBodies } = only(everything, 'AWS::WAFv2::WebACL')[1];
    const blocking = overrides(everything).filter(({ ActionToUse }) => ActionToUse.Block);
    expect(blocking).toHaveLength(16);
    for (const { Name, ActionToUse } of blocking) {
      const { ResponseCode, CustomResponseBodyKey } = ActionToUse.Block.CustomResponse;
      const { ContentType, Content } = CustomResponseBodies[CustomResponseBodyKey];
      expect([ResponseCode, ContentType], Name).toEqual([400, 'APPLICATION_JSON']);
      expect(JSON.parse(Content)).toEqual({ code: 400, message: 'request could not be processed' });
    }
  });

  it('takes no samples, which would hold keys', () => {
    const { Rules, VisibilityConfig } = only(everything, 'AWS::WAFv2::WebACL')[1];
    for (const config of [VisibilityConfig, ...Rules.map((rule: Json) => rule.VisibilityConfig)])
      expect(config).toMatchObject({ SampledRequestsEnabled: false, CloudWatchMetricsEnabled: true });
  });
});

describe('The domain', () => {
  it('is not there unless it is named', () => {
    for (const type of ['AWS::ApiGateway::DomainName', 'AWS::ApiGateway::BasePathMapping', 'AWS::Route53::RecordSet'])
      expect(ofType(prod, type)).toEqual([]);
    expect(joined(prod.template.Outputs.Url!.Value)).toMatch(/^https:\/\/<.*>\.execute-api\.<.*>\/<.*>\/$/);
  });

  it('is regional, speaks TLS 1.2 at the least, and leads to the stage', () => {
    const [id, domain] = only(everything, 'AWS::ApiGateway::DomainName');
    expect(domain).toMatchObject({
      DomainName: 'api.listings.example',
      RegionalCertificateArn: variants.everything!.certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    const [, mapping] = only(everything, 'AWS::ApiGateway::BasePathMapping');
    expect(mapping).toEqual({
      DomainName: { Ref: id },
      RestApiId: { Ref: only(everything, 'AWS::ApiGateway::RestApi')[0] },
      Stage: { Ref: only(everything, 'AWS::ApiGateway::Stage')[0] },
    });
    expect(everything.template.Outputs.Url!.Value).toBe('https://api.listings.example/');
  });

  it('gets its record where the zone is named', () => {
    const [id] = only(everything, 'AWS::ApiGateway::DomainName');
    expect(only(everything, 'AWS::Route53::RecordSet')[1]).toMatchObject({
      Name: 'api.listings.example.',
      Type: 'A',
      HostedZoneId: 'Z0123456789ABCDEFGHIJ',
      AliasTarget: {
        DNSName: { 'Fn::GetAtt': [id, 'RegionalDomainName'] },
        HostedZoneId: { 'Fn::GetAtt': [id, 'RegionalHostedZoneId'] },
      },
    });
    expect(everything.template.Outputs.DomainTarget).toBeUndefined();
  });

  it('says what to point it at where no zone is named', () => {
    const [id] = only(domainOnly, 'AWS::ApiGateway::DomainName');
    expect(ofType(domainOnly, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(domainOnly.template.Outputs.DomainTarget?.Value).toEqual({ 'Fn::GetAtt': [id, 'RegionalDomainName'] });
  });
});
