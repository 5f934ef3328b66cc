/** The stack, as far as its template can prove it: what would go wrong silently on AWS is asserted here and in the files next to this one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import { eventFunctions } from '../../cdk/build/functions.ts';
import { planOutput } from '../../cdk/stack/stack-names.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { operations } from '../../lib/operations.ts';
import {
  defaultStage,
  FEW,
  ofType,
  only,
  type Synthesized,
  synthesizeStage,
  templateTexts,
  temporaryDirectory,
} from './synthesized.ts';

let prod: Synthesized;
let dev: Synthesized;

beforeAll(async () => {
  [prod, dev] = await Promise.all([defaultStage(), synthesizeStage({ stage: 'dev' }, FEW)]);
});

describe('The stack', () => {
  it('is named after its stage, as are the templates of its modules', async () => {
    expect([prod.name, dev.name]).toEqual(['PartnerListingApi', 'PartnerListingApi-dev']);
    const modules = [
      ...new Set([...operations.map(({ module }) => module), 'events', 'mediaEvents', 'bulkEvents', 'jobEvents']),
    ].sort();
    const names = [...(await templateTexts(prod)).keys()].map((file) => file.replace(/[0-9A-F]{8}\./, '.'));
    const nested = [
      ...modules.map((module) => `PartnerListingApiFunctions${module[0]!.toUpperCase()}${module.slice(1)}`),
      'PartnerListingApiAccessLogPartners',
      'PartnerListingApiAlarms',
    ];
    expect(names.sort()).toEqual(
      ['PartnerListingApi.template.json', ...nested.map((name) => `${name}.nested.template.json`)].sort(),
    );
  });

  it('names its nested stacks in few words, which stand before the name of each function', async () => {
    const { Resources } = JSON.parse((await templateTexts(prod)).get('PartnerListingApi.template.json')!);
    const nested = Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::CloudFormation::Stack');
    const modules = [
      ...new Set([...operations.map(({ module }) => module), 'events', 'mediaEvents', 'bulkEvents', 'jobEvents']),
    ];
    const ofModules = modules.map((each) => `${each[0]!.toUpperCase()}${each.slice(1)}Functions`);
    expect(nested.sort()).toEqual([...ofModules, 'Alarms', 'PartnerMetrics'].sort());
  });

  it('has less than 150 resources itself: modules, alarms and metrics by partner are in nested stacks', async () => {
    const { Resources } = JSON.parse((await templateTexts(prod)).get('PartnerListingApi.template.json')!);
    expect(Object.keys(Resources).length).toBeLessThan(150);
  });

  it('has three resources for each operation, one for each segment of the paths, and a role for each module', () => {
    const count = (type: string) => ofType(prod, type).length;
    const segments = operations.flatMap(({ path }) => {
      const parts = path.split('/').slice(1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    });
    expect(count('AWS::ApiGateway::Resource')).toBe(new Set(segments).size);
    expect(count('AWS::ApiGateway::Method')).toBe(operations.length);
    // The authorizer is no operation, nor is what no request calls. Each module has a role that API Gateway calls as.
    const functions = operations.length + 1 + eventFunctions.length;
    expect(count('AWS::Lambda::Function')).toBe(functions);
    // One of all operations, the access log, that of the firewall, and one for each function that is no operation.
    const ofFirewall = count('AWS::WAFv2::LoggingConfiguration');
    expect(count('AWS::Logs::LogGroup')).toBe(functions - operations.length + 2 + ofFirewall);
    expect(count('AWS::IAM::Role')).toBe(functions + new Set(operations.map(({ module }) => module)).size);
    // Of API Gateway for the authorizer, and of the clock for four functions.
    expect(count('AWS::Lambda::Permission')).toBe(5);
    expect(count('AWS::IAM::Policy')).toBe(0);
  });

  it('holds no API key, whose value a template would show, and no secret', async () => {
    const text = [...(await templateTexts(prod)).values()].join();
    expect(ofType(prod, 'AWS::ApiGateway::ApiKey')).toEqual([]);
    expect(ofType(prod, 'AWS::ApiGateway::UsagePlanKey')).toEqual([]);
    expect(text).not.toMatch(/AKIA|whsec_|"(?:password|secret)\w*"\s*:/i);
    // The one secret is made where it is deployed, and put into the functions' variables there.
    expect(only(prod, 'AWS::SecretsManager::Secret')[1]).toEqual({
      Description: expect.any(String),
      GenerateSecretString: { ExcludePunctuation: true },
      Tags: expect.any(Array),
    });
    expect(text.match(/secretsmanager/g)?.length).toBe(text.match(/\{\{resolve:secretsmanager:/g)?.length);
    const known =
      /_QUEUE_URL$|^MEDIA_BUCKET$|^(?:USAGE|QUOTA|BULK)_PLANS$|^IP_HASH_KEY$|^(?:AUDIT|CHANGE)_DAYS$|^REQUEST_PAGE_URL$|^REQUESTS_OF_A_PARTNER$/;
    for (const [, { Environment }] of ofType(prod, 'AWS::Lambda::Function'))
      expect(
        Object.keys(Environment.Variables)
          .filter((name) => !known.test(name))
          .sort(),
      ).toEqual(['NODE_OPTIONS', 'TABLE_NAME']);
  });

  it('leaves the logging role of the account alone', () => {
    expect(ofType(prod, 'AWS::ApiGateway::Account')).toEqual([]);
  });

  it('says its URL, its table and the id of each plan', () => {
    expect(Object.keys(prod.template.Outputs).sort()).toEqual(
      [
        ...['Url', 'TableName', 'AlarmTopicArn', 'TicketTopicArn', 'DashboardUrl', 'NextCommand'],
        ...['AccessLogGroup', 'OperationLogGroup', 'AuthorizerLogGroup'],
        ...Object.keys(cdkJson.context.usagePlans).map(planOutput),
      ].sort(),
    );
    expect(planOutput('free-tier')).toBe('UsagePlanFreeTier');
  });

  it('says the command that comes next', () => {
    const next = ({ template }: Synthesized) => template.Outputs.NextCommand?.Value;
    expect(next(prod)).toBe('npm run admin -- keys issue --stage prod --partner <id> --plan standard');
    expect(next(dev)).toBe('npm run admin -- keys issue --stage dev --partner <id> --plan standard');
  });

  it('tags what it makes with service and stage', () => {
    const tags = [
      { Key: 'service', Value: 'partner-listing-api' },
      { Key: 'stage', Value: 'dev' },
    ];
    for (const type of ['AWS::Lambda::Function', 'AWS::ApiGateway::Stage', 'AWS::Logs::LogGroup', 'AWS::SNS::Topic'])
      for (const [id, properties] of ofType(dev, type)) expect(properties.Tags, id).toEqual(tags);
    expect(only(dev, 'AWS::DynamoDB::GlobalTable')[1].Replicas[0].Tags).toEqual(tags);
  });

  it('refuses a stage that no URL could hold', async () => {
    const outdir = await temporaryDirectory();
    await expect(synthesize({ outdir, context: { stage: 'Über' } })).rejects.toThrow('context.stage must be');
  });
});
