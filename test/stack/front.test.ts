/** What stands between a client and the functions: the stage's settings and its logs. */
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
let throttled: Synthesized;

beforeAll(async () => {
  [prod, everything, bare, throttled] = await Promise.all([
    defaultStage(),
    synthesizeStage(variants.everything, FEW),
    synthesizeStage(variants['no logs'], FEW),
    synthesizeStage({ stageRateLimit: '7', stageBurstLimit: '9' }, FEW),
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
    expect(stageOf(throttled).MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 });
  });

  it('keeps its own errors where the context asks for them, and not for ever', () => {
    expect(stageOf(everything).MethodSettings[0]).toMatchObject({ LoggingLevel: 'ERROR', DataTraceEnabled: false });
    const named = ofType(everything, 'AWS::Logs::LogGroup').filter(([id]) => id.includes('ExecutionLogs'));
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
      DeletionPolicy: 'RetainExceptOnCreate',
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
      keyId: '$context.authorizer.keyId',
      reason: '$context.authorizer.reason',
      keyIp: '$context.authorizer.ip',
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
    // What the authorizer and the watch on quotas write is counted nevertheless.
    const counted = ofType(bare, 'AWS::Logs::MetricFilter').map(
      ([, filter]) => filter.MetricTransformations[0].MetricName,
    );
    expect(counted.sort()).toEqual(['BlankKeys', 'QuotaUsed']);
  });
});
