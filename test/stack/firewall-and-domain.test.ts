/** What the context may put before the API: a firewall, and a domain. */
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
let everything: Synthesized;
let bare: Synthesized;
let domainOnly: Synthesized;

beforeAll(async () => {
  const { domainName, certificateArn } = variants.everything!;
  [prod, everything, bare, domainOnly] = await Promise.all([
    defaultStage(),
    synthesizeStage(variants.everything, FEW),
    synthesizeStage(variants['no logs'], FEW),
    synthesizeStage({ ...variants.dev, domainName, certificateArn, authorizerConcurrency: '40' }, FEW),
  ]);
});

describe('The firewall', () => {
  const rulesOf = (stack: Synthesized) => only(stack, 'AWS::WAFv2::WebACL')[1].Rules as Json[];
  const managed = (stack: Synthesized) => rulesOf(stack).find(({ Name }) => Name === 'common');
  const overrides = (stack: Synthesized): Json[] =>
    managed(stack).Statement.ManagedRuleGroupStatement.RuleActionOverrides;

  it('stands before each stage but those for trials, and counts', () => {
    for (const type of ['WebACL', 'WebACLAssociation', 'LoggingConfiguration'])
      expect(ofType(domainOnly, `AWS::WAFv2::${type}`)).toEqual([]);
    expect(managed(prod).OverrideAction).toEqual({ Count: {} });
    expect(only(prod, 'AWS::WAFv2::WebACLAssociation')[1].WebACLArn).toBeDefined();
  });

  it('writes down what it has blocked or counted, without a key, a path or a query', () => {
    const [acl] = only(prod, 'AWS::WAFv2::WebACL');
    const [, logging] = only(prod, 'AWS::WAFv2::LoggingConfiguration');
    expect(logging.ResourceArn).toEqual({ 'Fn::GetAtt': [acl, 'Arn'] });
    expect(logging.RedactedFields).toEqual([
      ...['x-api-key', 'authorization', 'proxy-authorization', 'cookie'].map((Name) => ({ SingleHeader: { Name } })),
      { UriPath: {} },
      { QueryString: {} },
    ]);
    const { DefaultBehavior, Filters } = logging.LoggingFilter;
    expect(DefaultBehavior).toBe('DROP');
    expect(Filters).toHaveLength(1);
    expect(Filters[0]).toMatchObject({ Behavior: 'KEEP', Requirement: 'MEETS_ANY' });
    expect(Filters[0].Conditions.map((each: Json) => each.ActionCondition.Action)).toEqual([
      'BLOCK',
      'COUNT',
      'EXCLUDED_AS_COUNT',
    ]);
  });

  it('has a log group of a name that WAF takes, and that no later stack of this name finds taken', () => {
    const [, { LogDestinationConfigs }] = only(prod, 'AWS::WAFv2::LoggingConfiguration');
    const [id, group] = ofType(prod, 'AWS::Logs::LogGroup').find(([name]) => name.startsWith('Firewall'))!;
    const [, [prefix, ownId]] = group.LogGroupName['Fn::Join'];
    expect(prefix).toBe('aws-waf-logs-PartnerListingApi-');
    expect(ownId).toEqual({ 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] });
    expect(group.RetentionInDays).toBe(90);
    expect(LogDestinationConfigs).toHaveLength(1);
    expect(joined(LogDestinationConfigs[0])).toMatch(new RegExp(`:logs:.*:log-group:<${id}>$`));
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
    'SizeRestrictions_QUERYSTRING',
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
    expect(blocking).toHaveLength(15);
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

describe('The concurrency of the authorizer', () => {
  const authorizer = ({ template }: Synthesized) =>
    Object.entries(template.Resources).find(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && /Authorizer/.test(id),
    )!;

  it('is reserved where the context says so: no more than that, and never less', () => {
    expect(authorizer(domainOnly)[1].Properties.ReservedConcurrentExecutions).toBe(40);
  });

  it('is not by itself: an account that has few could not be deployed to', () => {
    for (const [id, { ReservedConcurrentExecutions }] of ofType(prod, 'AWS::Lambda::Function'))
      expect(ReservedConcurrentExecutions, id).toBeUndefined();
  });
});

describe('The domain', () => {
  it('is the only way in, from the deployment on that closes the other', () => {
    const closed = (stack: Synthesized) => only(stack, 'AWS::ApiGateway::RestApi')[1].DisableExecuteApiEndpoint;
    expect([prod, bare, everything, domainOnly].map(closed)).toEqual([undefined, undefined, true, true]);
    const deployment = (stack: Synthesized) => only(stack, 'AWS::ApiGateway::Deployment')[0];
    // A stage that gets its domain later is deployed again by it: the name of a deployment is the digest of what it holds.
    expect(deployment(everything)).not.toBe(deployment(prod));
  });

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
