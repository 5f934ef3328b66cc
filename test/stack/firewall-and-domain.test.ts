/** What the context may put before the API: a firewall, and a domain. */
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
    synthesizeStage({ domainName, certificateArn }),
  ]);
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
