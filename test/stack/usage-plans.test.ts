/** The usage plans of `cdk.json`, and how a wrong one is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readUsagePlans } from '../../cdk/stack/usage-plans.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { type PlanLimits, plansText } from '../../lib/usage/plans.ts';
import { defaultStage, type Json, ofType, only, type Synthesized } from './synthesized.ts';

let prod: Synthesized;

beforeAll(async () => {
  prod = await defaultStage();
});

describe('Usage plans', () => {
  it('are those of cdk.json, each on the stage', () => {
    const [stage] = only(prod, 'AWS::ApiGateway::Stage');
    const [api] = only(prod, 'AWS::ApiGateway::RestApi');
    const plans = ofType(prod, 'AWS::ApiGateway::UsagePlan').map(([, { Tags: _, ...plan }]) => plan);
    const wanted: [string, Json][] = Object.entries(cdkJson.context.usagePlans);
    expect(plans).toEqual(
      wanted.map(([name, { rateLimit, burstLimit, quota }]) => ({
        UsagePlanName: `PartnerListingApi-${name}`,
        Throttle: { RateLimit: rateLimit, BurstLimit: burstLimit },
        ...(quota && { Quota: { Limit: quota.limit, Period: quota.period } }),
        ApiStages: [{ ApiId: { Ref: api }, Stage: { Ref: stage }, Throttle: {} }],
      })),
    );
  });

  it('give a trial no more than a tenth of the table, whatever it asks for', () => {
    // No request takes 1,000 units (docs/costs.md: the most expensive requests).
    const { rateLimit, burstLimit } = cdkJson.context.usagePlans.trial;
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const { MaxWriteRequestUnits } = table.WriteOnDemandThroughputSettings;
    const { MaxReadRequestUnits } = table.Replicas[0].ReadOnDemandThroughputSettings;
    const seconds = 10;
    const units = 1000 * (burstLimit + rateLimit * seconds);
    for (const ceiling of [MaxReadRequestUnits, MaxWriteRequestUnits])
      expect(units).toBeLessThanOrEqual((ceiling * seconds) / 10);
  });

  it('are known to the authorizer and to get usage, and to no other function', () => {
    const { usagePlans } = cdkJson.context;
    const informed = ofType(prod, 'AWS::Lambda::Function').flatMap(([id, { Environment }]) => {
      const { USAGE_PLANS } = Environment.Variables;
      return USAGE_PLANS === undefined ? [] : [[id.replace(/Function.*/, ''), USAGE_PLANS]];
    });
    const text = plansText(usagePlans as Record<string, PlanLimits>);
    expect(informed.map(([, plans]) => plans)).toEqual([text, text]);
    expect(informed.map(([id]) => /Authorizer|GetUsage/.exec(id)?.[0]).sort()).toEqual(['Authorizer', 'GetUsage']);
  });

  it('may be asked for their use by get usage alone, which may do nothing else to API Gateway', () => {
    const [, { PolicyDocument, RoleName }] = only(prod, 'AWS::IAM::RolePolicy');
    const plans = ofType(prod, 'AWS::ApiGateway::UsagePlan').map(([id]) => id);
    const usageOf = (id: string) => [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':apigateway:',
        { Ref: 'AWS::Region' },
        '::/usageplans/',
        { Ref: id },
        '/usage',
      ],
    ];
    const statements = PolicyDocument.Statement.flatMap(({ Action, Effect, Resource }: Json) =>
      [Resource].flat().map((resource) => [Effect, Action, resource['Fn::Join']]),
    );
    const wanted = plans.map((id) => ['Allow', 'apigateway:GET', usageOf(id)]);
    expect(statements).toEqual(expect.arrayContaining(wanted));
    expect(statements).toHaveLength(wanted.length);
    const [id = ''] = ofType(prod, 'AWS::Lambda::Function').find(([name]) => /GetUsage/.test(name)) ?? [];
    const role = prod.template.Resources[id]!.Properties.Role['Fn::GetAtt'][0];
    expect(JSON.stringify(RoleName)).toContain(role);
    // What looks at quotas by the clock has a role of its own (`check-quotas`).
    const roles = Object.entries(prod.template.Resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
    const asking = roles.filter(([, each]) => JSON.stringify(each).includes('apigateway:')).map(([name]) => name);
    expect(asking).toEqual([expect.stringMatching(/CheckQuotas/)]);
  });

  const plan = { rateLimit: 1, burstLimit: 1 };
  it.each([
    ['no plans', undefined, 'usagePlans must be an object of plans by name'],
    ['an empty object', {}, 'usagePlans must be an object of plans by name'],
    ['a text', '{}', 'usagePlans must be an object of plans by name'],
    ['a name with spaces', { 'my plan': plan }, 'usagePlans.my plan must be named'],
    ['a plan that is a number', { a: 5 }, 'usagePlans.a must be an object, not 5'],
    ['no rate', { a: { burstLimit: 1 } }, 'usagePlans.a.rateLimit must be a positive number'],
    ['a rate of 0', { a: { ...plan, rateLimit: 0 } }, 'usagePlans.a.rateLimit must be a positive number, not 0'],
    ['a rate in a text', { a: { ...plan, rateLimit: '2' } }, 'usagePlans.a.rateLimit must be a positive number'],
    ['half a burst', { a: { ...plan, burstLimit: 0.5 } }, 'usagePlans.a.burstLimit must be a positive whole number'],
    ['a misspelt quota', { a: { ...plan, qouta: {} } }, 'usagePlans.a.qouta must be one of'],
    ['a quota without a limit', { a: { ...plan, quota: { period: 'DAY' } } }, 'usagePlans.a.quota.limit must be'],
    [
      'an unknown period',
      { a: { ...plan, quota: { limit: 1, period: 'YEAR' } } },
      'usagePlans.a.quota.period must be DAY, WEEK or MONTH, not "YEAR"',
    ],
  ])('refuse %s, and say where', (_, plans, message) => {
    expect(() => readUsagePlans(plans)).toThrow(`context.${message}`);
  });
});
