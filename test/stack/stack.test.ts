/** The stack, as far as its template can prove it: what would go wrong silently on AWS is asserted here. */
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../cdk/build/assembly.ts';
import { bundleFunctions, projectRoot } from '../../cdk/build/bundle.ts';
import { planOutput } from '../../cdk/stack/service-stack.ts';
import { readUsagePlans } from '../../cdk/stack/usage-plans.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { operations } from '../../lib/operations.ts';
import { type Json, ofType, only, type Synthesized, synthesizeStage, temporaryDirectory } from './synthesized.ts';

let prod: Synthesized;
let prodAgain: Synthesized;
let dev: Synthesized;

beforeAll(async () => {
  [prod, prodAgain, dev] = await Promise.all([synthesizeStage(), synthesizeStage(), synthesizeStage({ stage: 'dev' })]);
}, 60_000);

const pathOf = (stack: Synthesized, id: string): string => {
  const { PathPart, ParentId } = stack.template.Resources[id]!.Properties;
  return `${ParentId.Ref ? pathOf(stack, ParentId.Ref) : ''}/${PathPart}`;
};

/** The method, its function and the function's role, found as API Gateway finds them. */
const routeOf = (stack: Synthesized, { method, path }: { method: string; path: string }) => {
  const found = ofType(stack, 'AWS::ApiGateway::Method').find(
    ([, { HttpMethod, ResourceId }]) => HttpMethod === method && pathOf(stack, ResourceId.Ref) === path,
  );
  expect(found, `${method} ${path}`).toBeDefined();
  return found![1];
};

const functionOf = (uri: Json): string =>
  /"Fn::GetAtt":\["([^"]+Function[^"]*)","Arn"\]/.exec(JSON.stringify(uri))![1]!;

const statementsOf = (stack: Synthesized, functionId: string): Json[] => {
  const role = stack.template.Resources[functionId]!.Properties.Role['Fn::GetAtt'][0];
  const { Policies, ManagedPolicyArns } = stack.template.Resources[role]!.Properties;
  expect(ManagedPolicyArns).toBeUndefined();
  return Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);
};

const tableActionsOf = (stack: Synthesized, functionId: string): string[] => {
  const actions = statementsOf(stack, functionId).flatMap(({ Action }) => Action);
  return [...new Set(actions.filter((action) => action.startsWith('dynamodb:')))].sort();
};

describe('The stack', () => {
  it('is named after its stage, and the same each time', () => {
    expect([prod.name, dev.name]).toEqual(['PartnerListingApi', 'PartnerListingApi-dev']);
    expect(prodAgain.template).toEqual(prod.template);
  });

  it('costs an endpoint four resources, and one for each new segment of its path', () => {
    const count = (type: string) => ofType(prod, type).length;
    const segments = operations.flatMap(({ path }) => {
      const parts = path.split('/').slice(1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    });
    expect(count('AWS::ApiGateway::Resource')).toBe(new Set(segments).size);
    expect(count('AWS::ApiGateway::Method')).toBe(operations.length);
    // The authorizer is the function that is no endpoint; the other role is the one that API Gateway calls as.
    expect(count('AWS::Lambda::Function')).toBe(operations.length + 1);
    // Another one is the access log.
    expect(count('AWS::Logs::LogGroup')).toBe(operations.length + 2);
    expect(count('AWS::IAM::Role')).toBe(operations.length + 2);
    expect(count('AWS::Lambda::Permission')).toBe(1);
    expect(count('AWS::IAM::Policy')).toBe(0);
  });

  it('holds no API key, whose value a template would show, and no secret', () => {
    const text = JSON.stringify(prod.template);
    expect(ofType(prod, 'AWS::ApiGateway::ApiKey')).toEqual([]);
    expect(ofType(prod, 'AWS::ApiGateway::UsagePlanKey')).toEqual([]);
    expect(text).not.toMatch(/AKIA|secretsmanager|"(?:password|secret)/i);
    for (const [, { Environment }] of ofType(prod, 'AWS::Lambda::Function'))
      expect(Object.keys(Environment.Variables)).toEqual(['TABLE_NAME', 'NODE_OPTIONS']);
  });

  it('leaves the logging role of the account alone', () => {
    expect(ofType(prod, 'AWS::ApiGateway::Account')).toEqual([]);
  });

  it('says its URL, its table and the id of each plan', () => {
    expect(Object.keys(prod.template.Outputs).sort()).toEqual(
      [
        ...['Url', 'TableName', 'AlarmTopicArn', 'DashboardUrl', 'NextCommand'],
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

describe('The API', () => {
  it('is regional and takes the metering key from the authorizer', () => {
    expect(only(prod, 'AWS::ApiGateway::RestApi')[1]).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it('has no route that is not an operation', () => {
    const routes = ofType(prod, 'AWS::ApiGateway::Method').map(
      ([, { HttpMethod, ResourceId }]) => `${HttpMethod} ${pathOf(prod, ResourceId.Ref)}`,
    );
    expect(routes.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('asks the authorizer about the key, and again after a minute', () => {
    const [, authorizer] = only(prod, 'AWS::ApiGateway::Authorizer');
    expect(authorizer).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.x-api-key',
      AuthorizerResultTtlInSeconds: 60,
    });
    const [, permission] = only(prod, 'AWS::Lambda::Permission');
    expect(functionOf(permission.FunctionName)).toBe(functionOf(authorizer.AuthorizerUri));
    expect(permission.Principal).toBe('apigateway.amazonaws.com');
    expect(tableActionsOf(prod, functionOf(authorizer.AuthorizerUri))).toEqual(['dynamodb:GetItem']);
  });

  it('calls the functions of its operations, and no other', () => {
    const methods = operations.map((operation) => routeOf(prod, operation));
    const [role, ...others] = new Set(methods.map(({ Integration }) => Integration.Credentials['Fn::GetAtt'][0]));
    expect(others).toEqual([]);
    const { AssumeRolePolicyDocument, Policies } = prod.template.Resources[role]!.Properties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
    const [statement, ...more] = Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);
    expect(more).toEqual([]);
    expect(statement).toMatchObject({ Action: 'lambda:InvokeFunction', Effect: 'Allow' });
    expect(
      [statement.Resource]
        .flat()
        .map((resource) => resource['Fn::GetAtt'][0])
        .sort(),
    ).toEqual(methods.map(({ Integration }) => functionOf(Integration.Uri)).sort());
  });

  describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
    it('requires the authorizer and a key', () => {
      const method = routeOf(prod, operation);
      expect(method).toMatchObject({
        ApiKeyRequired: true,
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: only(prod, 'AWS::ApiGateway::Authorizer')[0] },
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' },
      });
    });

    it('may do to the table what it declares, beside looking the key up', () => {
      const actions = tableActionsOf(prod, functionOf(routeOf(prod, operation).Integration.Uri));
      const declared = new Set(['GetItem', ...operation.access]);
      expect(actions).toEqual([...declared].map((action) => `dynamodb:${action}`).sort());
    });

    it('reaches the one table, the index by Query alone, and its own log group', () => {
      const functionId = functionOf(routeOf(prod, operation).Integration.Uri);
      const statements = statementsOf(prod, functionId);
      // X-Ray's actions know no resource. Nothing else has a wildcard.
      const traces = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
      const wild = statements.filter((statement) => JSON.stringify(statement).includes('*'));
      expect(wild).toEqual([{ Action: traces, Effect: 'Allow', Resource: '*' }]);
      const table = { 'Fn::GetAtt': [only(prod, 'AWS::DynamoDB::GlobalTable')[0], 'Arn'] };
      const { LogGroup } = prod.template.Resources[functionId]!.Properties.LoggingConfig;
      for (const { Action, Effect, Resource } of statements.filter((statement) => !wild.includes(statement))) {
        expect(Effect).toBe('Allow');
        const actions: string[] = [Action].flat();
        if (actions.every((action) => action.startsWith('logs:')))
          expect(Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] });
        else if (JSON.stringify(Resource).includes('/index/')) {
          expect(actions).toEqual(['dynamodb:Query']);
          expect(Resource).toEqual({ 'Fn::Join': ['', [table, '/index/gsi1']] });
        } else expect(Resource).toEqual(table);
      }
    });
  });

  it('gives every function the same runtime, and logs that end', () => {
    for (const [id, properties] of ofType(prod, 'AWS::Lambda::Function')) {
      expect(properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: 25,
        TracingConfig: { Mode: 'Active' },
      });
      expect(properties.LoggingConfig.LogFormat).toBe('JSON');
      const { Properties } = prod.template.Resources[properties.LoggingConfig.LogGroup.Ref]!;
      expect(Properties.RetentionInDays).toBe(90);
    }
  });
});

describe('Gateway responses', () => {
  const badRequest = { status: 400, message: 'request could not be processed' };
  /** Status and code of each type, and after how many seconds to try again. */
  const expected: Record<string, readonly [status: number, code: keyof typeof catalogue, retryAfter?: string]> = {
    UNAUTHORIZED: [401, '1167'],
    ACCESS_DENIED: [401, '1161'],
    INVALID_API_KEY: [401, '1161'],
    THROTTLED: [429, '89', '1'],
    QUOTA_EXCEEDED: [429, '89', '3600'],
    WAF_FILTERED: [429, '89', '60'],
    MISSING_AUTHENTICATION_TOKEN: [404, '404'],
    RESOURCE_NOT_FOUND: [404, '404'],
    INVALID_SIGNATURE: [404, '404'],
    EXPIRED_TOKEN: [404, '404'],
    BAD_REQUEST_BODY: [400, '400'],
    BAD_REQUEST_PARAMETERS: [400, '400'],
    UNSUPPORTED_MEDIA_TYPE: [400, '400'],
    REQUEST_TOO_LARGE: [413, '413'],
    AUTHORIZER_FAILURE: [503, '503', '1'],
    AUTHORIZER_CONFIGURATION_ERROR: [503, '503', '1'],
    API_CONFIGURATION_ERROR: [500, '500'],
    INTEGRATION_FAILURE: [500, '500'],
    INTEGRATION_TIMEOUT: [504, '504'],
  };
  const responseOf = (type: string) =>
    ofType(prod, 'AWS::ApiGateway::GatewayResponse').find(([, { ResponseType }]) => ResponseType === type)?.[1];
  // The catalogue's message of 400 is a pattern for messages that name a field.
  const entryOf = (code: keyof typeof catalogue) => (code === '400' ? badRequest : catalogue[code]);

  it('are set for every type that can be set', () => {
    const types = ofType(prod, 'AWS::ApiGateway::GatewayResponse').map(([, { ResponseType }]) => ResponseType);
    expect(types.sort()).toEqual([...Object.keys(expected), 'DEFAULT_4XX', 'DEFAULT_5XX'].sort());
  });

  it.each(Object.entries(expected))('%s is an error of the catalogue', (type, [status, code, retryAfter]) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = responseOf(type);
    const entry = entryOf(code);
    expect(entry.status).toBe(status);
    expect(StatusCode).toBe(String(status));
    expect(Object.keys(ResponseTemplates)).toEqual(['application/json']);
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({ code: Number(code), message: entry.message });
    expect(ResponseParameters).toEqual({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      ...(retryAfter !== undefined && { 'gatewayresponse.header.Retry-After': `'${retryAfter}'` }),
    });
  });

  it.each([
    ['DEFAULT_4XX', '400'],
    ['DEFAULT_5XX', '500'],
  ] as const)('%s leaves the status as it is', (type, code) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = responseOf(type);
    expect(StatusCode).toBeUndefined();
    expect(ResponseParameters).toEqual({ 'gatewayresponse.header.X-Request-Id': 'context.requestId' });
    expect(Object.keys(ResponseTemplates)).toEqual(['application/json']);
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({
      code: Number(code),
      message: entryOf(code).message,
    });
  });

  it('hold nothing that API Gateway would substitute', () => {
    for (const [, { ResponseTemplates }] of ofType(prod, 'AWS::ApiGateway::GatewayResponse'))
      expect(ResponseTemplates['application/json']).not.toContain('$');
  });
});

describe('The table', () => {
  it('has its keys, its index and its time to live', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const keys = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('pk', 'sk'),
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'gsi1',
        KeySchema: keys('gsi1pk', 'gsi1sk'),
        Projection: { ProjectionType: 'ALL' },
        WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 5000 },
      },
    ]);
    expect(table.AttributeDefinitions.every(({ AttributeType }: Json) => AttributeType === 'S')).toBe(true);
  });

  it.each([
    ['prod', true, 'Retain'],
    ['dev', false, 'Delete'],
  ] as const)('in %s is recoverable; protected: %s, when the stack goes: %s', (stage, isProtected, policy) => {
    const stack = stage === 'prod' ? prod : dev;
    const [id, { Replicas }] = only(stack, 'AWS::DynamoDB::GlobalTable');
    expect(Replicas).toHaveLength(1);
    expect(Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: isProtected,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    });
    const { DeletionPolicy, UpdateReplacePolicy } = stack.template.Resources[id]!;
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
  });

  it('is encrypted by a key of DynamoDB, and throttles above a ceiling, as does its index', () => {
    const [, table] = only(prod, 'AWS::DynamoDB::GlobalTable');
    const reads = { ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 10_000 } };
    expect(table.SSESpecification).toEqual({ SSEEnabled: false });
    expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 5000 });
    expect(table.Replicas[0]).toMatchObject({ ...reads, GlobalSecondaryIndexes: [{ IndexName: 'gsi1', ...reads }] });
  });

  it('leaves nothing behind in dev', () => {
    for (const [id, { DeletionPolicy = 'Delete' }] of Object.entries(dev.template.Resources))
      expect(DeletionPolicy, id).toBe('Delete');
  });
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

describe('The bundles', () => {
  interface Bundle {
    readonly id: string;
    readonly directory: string;
    /** The text of each file by its name. */
    readonly files: Record<string, string>;
  }

  const bundlesOf = async ({ directory }: Synthesized): Promise<Bundle[]> =>
    Promise.all(
      ofType(prod, 'AWS::Lambda::Function').map(async ([id, { Code }]) => {
        const asset = join(directory, `asset.${Code.S3Key.replace('.zip', '')}`);
        const names = await readdir(asset);
        const texts = await Promise.all(names.map((name) => readFile(join(asset, name), 'utf8')));
        return { id, directory: asset, files: Object.fromEntries(names.map((name, index) => [name, texts[index]!])) };
      }),
    );

  it('hold one file, and for an operation with a body the search for all its violations', async () => {
    const withBody = operations.filter(({ request }) => request).length;
    const counts = { 'index.mjs': operations.length + 1, 'all-violations.mjs': withBody };
    const names = (await bundlesOf(prod)).flatMap(({ files }) => Object.keys(files));
    for (const [name, count] of Object.entries(counts))
      expect(names.filter((one) => one === name).length, name).toBe(count);
    expect(new Set(names)).toEqual(new Set(Object.keys(counts)));
  });

  it('hold all that they import, but for the modules of Node', async () => {
    for (const { id, directory, files } of await bundlesOf(prod)) {
      const { metafile } = await build({
        entryPoints: [join(directory, 'index.mjs')],
        absWorkingDir: directory,
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        metafile: true,
        write: false,
      });
      for (const [name, { imports }] of Object.entries(metafile.inputs)) {
        expect(Object.keys(files), id).toContain(name);
        const others = imports.map(({ path }) => path).filter((path) => !isBuiltin(path) && !files[path]);
        expect(others, `${id} ${name}`).toEqual([]);
      }
    }
  });

  it('hold no schema compiler, and no path of this machine', async () => {
    for (const { id, files } of await bundlesOf(prod))
      for (const text of ['strictTypes', 'allowUnionTypes', 'validator:', projectRoot, homedir(), tmpdir()])
        if (text.length > 1) expect(Object.values(files).join().includes(text), `${id} holds ${text}`).toBe(false);
  });

  it('do not depend on what is bundled beside them', async () => {
    const alone = await bundleFunctions(await temporaryDirectory(), ['functions/authorizer.ts']);
    const code = await readFile(join(alone.authorizer!, 'index.mjs'), 'utf8');
    expect((await bundlesOf(prod)).map(({ files }) => files['index.mjs'])).toContain(code);
  });

  it('load, and export a handler', async () => {
    for (const { id, directory } of await bundlesOf(prod)) {
      const { handler } = await import(/* @vite-ignore */ join(directory, 'index.mjs'));
      expect(typeof handler, id).toBe('function');
    }
  });
});
