/** How a release goes live: a version and an alias of each function that requests reach, and what moves the alias. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import { readAssembly, readAssemblyTemplate } from '../../cdk/tools/local/assembly.ts';
import { operations } from '../../lib/operations.ts';
import { keyOf } from '../support/cloudwatch/metrics.ts';
import {
  type Json,
  ofType,
  only,
  resourceNamed,
  type Synthesized,
  synthesizeStage,
  templateTexts,
  temporaryDirectory,
} from './synthesized.ts';

/** Of some modules: a whole stack takes seconds, and is no different. */
const few = operations.filter(({ module }) => ['menus', 'usage', 'contacts'].includes(module));
const synthesizeFew = (context: Record<string, unknown> = {}) => synthesizeStage(context, few);

let plain: Synthesized;
let careful: Synthesized;

beforeAll(async () => {
  [plain, careful] = await Promise.all([synthesizeFew(), synthesizeFew({ protectedStages: 'prod' })]);
});

const aliases = (stage: Synthesized) =>
  Object.entries(stage.template.Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Alias') as [string, Json][];

describe('Every stage', () => {
  it('has a version and the alias live of each function that requests reach, and of no other', () => {
    const functions = aliases(plain).map(([, { Properties }]) => {
      const { FunctionName, FunctionVersion, Name } = Properties;
      expect(Name).toBe('live');
      const [version, attribute] = FunctionVersion['Fn::GetAtt'];
      expect(attribute).toBe('Version');
      expect(plain.template.Resources[version]!.Properties.FunctionName).toEqual(FunctionName);
      return FunctionName.Ref as string;
    });
    expect(functions).toHaveLength(few.length + 1);
    expect(ofType(plain, 'AWS::Lambda::Version')).toHaveLength(few.length + 1);
    // What reads streams and queues begins a batch again: docs/pipeline.md.
    const others = ofType(plain, 'AWS::Lambda::Function').filter(([id]) => !functions.includes(id));
    expect(others.map(([id]) => id.replace(/Function\w{8}$/, '')).sort()).toEqual([
      ...['DeliverWebhook', 'FailLateMedia', 'FetchMedia', 'KeepUp', 'MoveDue', 'QuotasCheckQuotas', 'RouteEvents'],
    ]);
  });

  it('keeps versions that a request may still be on its way to, but none of a deploy that failed', async () => {
    const policies = (stage: Synthesized) =>
      Object.values(stage.template.Resources)
        .filter(({ Type }) => Type === 'AWS::Lambda::Version')
        .map(({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy} ${UpdateReplacePolicy}`);
    expect([...new Set(policies(plain))]).toEqual(['RetainExceptOnCreate Retain']);
    expect([...new Set(policies(await synthesizeFew({ stage: 'dev' })))]).toEqual(['Delete Delete']);
  });

  it('shifts nothing step by step unless partners rely on it, or its context says so', async () => {
    const shifted = ({ template }: Synthesized) =>
      Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::CodeDeploy::')).length;
    expect(shifted(plain)).toBe(0);
    expect(aliases(plain).filter(([, { UpdatePolicy }]) => UpdatePolicy)).toEqual([]);
    expect(shifted(await synthesizeFew({ protectedStages: 'prod', canary: false }))).toBe(0);
    expect(shifted(await synthesizeFew({ stage: 'dev', canary: true }))).toBe(shifted(careful));
  });
});

describe('A release of a protected stage', () => {
  it('is of one application, and takes ten minutes', async () => {
    expect(only(careful, 'AWS::CodeDeploy::Application')[1].ComputePlatform).toBe('Lambda');
    const routing = (stage: Synthesized) => only(stage, 'AWS::CodeDeploy::DeploymentConfig')[1].TrafficRoutingConfig;
    expect(routing(careful)).toEqual({
      Type: 'TimeBasedCanary',
      TimeBasedCanary: { CanaryPercentage: 10, CanaryInterval: 10 },
    });
    const own = await synthesizeFew({ canary: true, canaryPercent: '25', canaryMinutes: '30' });
    expect(routing(own).TimeBasedCanary).toEqual({ CanaryPercentage: 25, CanaryInterval: 30 });
  });

  it('moves each alias by a group of its own, which two alarms take back', () => {
    const [application] = only(careful, 'AWS::CodeDeploy::Application');
    const [role] = resourceNamed(careful, 'AWS::IAM::Role', 'CanaryRole');
    const [stageAlarm] = resourceNamed(careful, 'AWS::CloudWatch::Alarm', 'CanaryServerErrors');
    const groups = new Map(ofType(careful, 'AWS::CodeDeploy::DeploymentGroup'));
    const used = aliases(careful).map(([id, alias]) => {
      const { ApplicationName, DeploymentGroupName } = alias.UpdatePolicy.CodeDeployLambdaAliasUpdate;
      expect(ApplicationName, id).toEqual({ Ref: application });
      const group = groups.get(DeploymentGroupName.Ref)!;
      expect(group, id).toMatchObject({
        ApplicationName: { Ref: application },
        ServiceRoleArn: { 'Fn::GetAtt': [role, 'Arn'] },
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true, IgnorePollAlarmFailure: false },
      });
      expect(group.AutoRollbackConfiguration.Events).toEqual(
        expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      );
      const [first, second, ...more] = group.AlarmConfiguration.Alarms.map(({ Name }: Json) => Name.Ref);
      expect([first, more]).toEqual([stageAlarm, []]);
      const metrics = careful.template.Resources[second]!.Properties.Metrics.flatMap(({ MetricStat }: Json) =>
        MetricStat ? [keyOf(MetricStat.Metric)] : [],
      );
      // Of the function that this alias is of, and of the alias: other calls of the function are not the release.
      const { Ref: functionId } = alias.Properties.FunctionName;
      expect(metrics[0]).toBe(`AWS/Lambda Errors{FunctionName=<${functionId}>,Resource=<${functionId}>:live}`);
      return [DeploymentGroupName.Ref, metrics[1]];
    });
    expect(used.map(([group]) => group).sort()).toEqual([...groups.keys()].sort());
    expect(used.map(([, metric]) => metric).sort()).toEqual(
      [
        'PartnerListingApi BlankKeys{}',
        ...few.map(
          ({ method, path }) =>
            `AWS/ApiGateway 5XXError{ApiName=PartnerListingApi,Method=${method},Resource=${path},Stage=prod}`,
        ),
      ].sort(),
    );
  });

  it('is judged by the names that API Gateway gives its metrics', () => {
    const [, { Name }] = only(careful, 'AWS::ApiGateway::RestApi');
    const [, { StageName, MethodSettings }] = only(careful, 'AWS::ApiGateway::Stage');
    expect([Name, StageName]).toEqual(['PartnerListingApi', 'prod']);
    // Without it there are none by method.
    expect(MethodSettings.find(({ ResourcePath }: Json) => ResourcePath === '/*')).toMatchObject({
      HttpMethod: '*',
      MetricsEnabled: true,
    });
  });

  it('needs nothing of the stack that needs the release', async () => {
    for (const [file, text] of await templateTexts(careful)) {
      const { Resources } = JSON.parse(text) as { Resources: Record<string, Json> };
      const needs = new Map(
        Object.entries(Resources).map(([id, resource]) => {
          const named = [...JSON.stringify(resource).matchAll(/"(?:Ref|Fn::GetAtt)":(?:\["|")([\w:]+)"/g)];
          const all = [...named.map(([, other]) => other!), ...[resource.DependsOn ?? []].flat()];
          return [id, all.filter((other) => Object.hasOwn(Resources, other))] as const;
        }),
      );
      // What hangs on nothing that is left is taken away, until nothing is left or only circles are.
      for (let size = -1; size !== needs.size; ) {
        size = needs.size;
        for (const [id, others] of needs) if (!others.some((other) => needs.has(other))) needs.delete(id);
      }
      expect([...needs.keys()], file).toEqual([]);
    }
  });
});

describe('A new version', () => {
  const versions = (stage: Synthesized) => ofType(stage, 'AWS::Lambda::Version').map(([id]) => id);
  const withoutHash = (id: string) => id.replace(/FunctionCurrentVersion\w+$/, '');
  const newIn = (stage: Synthesized) => {
    const before = new Set(versions(plain));
    return versions(stage)
      .filter((id) => !before.has(id))
      .map(withoutHash);
  };

  it('is of the function whose code has changed, and of no other', async () => {
    const bundles = await temporaryDirectory();
    await cp(inject('bundleDirectory'), bundles, { recursive: true });
    const { entry } = operations.find(({ id }) => id === 'getContact')!;
    await writeFile(join(bundles, entry, 'index.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
    const outdir = await temporaryDirectory();
    const { stacks } = await synthesize({ outdir, bundles, operations: few });
    const template = (await readAssemblyTemplate(outdir)) as Synthesized['template'];
    expect(newIn({ name: stacks[0]!.stackName, directory: outdir, template })).toEqual(['GetContact']);
  });

  it('is of those whose settings have changed; a canary is none of them', async () => {
    expect(newIn(careful)).toEqual([]);
    const plans = { trial: { rateLimit: 3, burstLimit: 6 } };
    expect(newIn(await synthesizeFew({ usagePlans: plans })).sort()).toEqual(['ApiAuthorizer', 'GetUsage']);
  });
});

it('npm start serves the same API from the stack with a canary as without', async () => {
  const stages = [plain, await synthesizeFew({ canary: true })];
  const [without, withOne] = await Promise.all(stages.map(({ directory }) => readAssembly(directory)));
  expect(without!.functions.size).toBeGreaterThan(few.length);
  expect(withOne).toEqual(without);
});
