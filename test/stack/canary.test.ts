/** How a release goes live: a version and an alias of each function that requests reach, and what moves the alias. */
import { beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../support/cloudwatch/metrics.ts';
import { aliases, few, synthesizeFew } from './canary-stages.ts';
import { circlesIn } from './parsed.ts';
import { type Json, ofType, only, resourceNamed, type Synthesized, templateTexts } from './synthesized.ts';

let plain: Synthesized;
let careful: Synthesized;

beforeAll(async () => {
  [plain, careful] = await Promise.all([synthesizeFew(), synthesizeFew({ protectedStages: 'prod' })]);
});

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
      ...[
        'DeliverWebhook',
        'FailLateMedia',
        'FetchMedia',
        'MoveDue',
        'ProcessStream',
        'QuotasCheckQuotas',
        'RouteEvents',
        'RunBulk',
        'RunJobs',
      ],
    ]);
  });
});

describe('A release of a protected stage', () => {
  it('is of one application, and takes ten minutes', () => {
    expect(only(careful, 'AWS::CodeDeploy::Application')[1].ComputePlatform).toBe('Lambda');
    expect(only(careful, 'AWS::CodeDeploy::DeploymentConfig')[1].TrafficRoutingConfig).toEqual({
      Type: 'TimeBasedCanary',
      TimeBasedCanary: { CanaryPercentage: 10, CanaryInterval: 10 },
    });
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

  it('is checked by the names that API Gateway gives its metrics', () => {
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
      expect(circlesIn(JSON.parse(text).Resources), file).toEqual([]);
    }
  });
});
