import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Template, TemplateResource } from '../../tools/local/intrinsics.ts';
import { apiBundle, authorizerBundle, commonJsBundle } from './fixture-bundles.ts';

const api = { Ref: 'Api' };
const invocationUri = (id: string) => ({
  'Fn::Join': [
    '',
    ['arn:', { Ref: 'AWS::Partition' }, ':lambda:path/functions/', { 'Fn::GetAtt': [id, 'Arn'] }, '/invocations'],
  ],
});

const fn = (asset: string, extra: Record<string, unknown> = {}): TemplateResource => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: `${asset}.zip` },
    Handler: 'index.handler',
    Environment: { Variables: { TABLE_NAME: { Ref: 'Table' } } },
    ...extra,
  },
});

const resource = (parent: string | undefined, pathPart: string): TemplateResource => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: {
    ParentId: parent ? { Ref: parent } : { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
    PathPart: pathPart,
    RestApiId: api,
  },
});

const method = (verb: string, resourceId: string, functionId: string, extra: object = {}, timeout?: number) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    HttpMethod: verb,
    ResourceId: { Ref: resourceId },
    AuthorizationType: 'NONE',
    Integration: { Type: 'AWS_PROXY', Uri: invocationUri(functionId), ...(timeout && { TimeoutInMillis: timeout }) },
    ...extra,
  },
});

const response = (type: string, body: string, extra: object = {}): TemplateResource => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: { ResponseType: type, ResponseTemplates: { 'application/json': body }, ...extra },
});

const guarded = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' }, ApiKeyRequired: true };
const stageOfApi = { ApiId: api, Stage: { Ref: 'Stage' } };

/** A template with one of everything that the local gateway reads. Without `responses` it customises nothing. */
export const exampleTemplate = ({ responses = true } = {}): Template => ({
  Resources: {
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { Name: 'Service', ApiKeySourceType: 'AUTHORIZER', BinaryMediaTypes: ['image/png'] },
    },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        StageName: 'prod',
        MethodSettings: [
          { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 1000 },
          { HttpMethod: 'GET', ResourcePath: '/~1capped', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 },
        ],
      },
    },
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'gsi1',
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
            WarmThroughput: { ReadUnitsPerSecond: 1 },
          },
        ],
        Replicas: [{ Region: { Ref: 'AWS::Region' } }],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    },
    Authorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        Type: 'REQUEST',
        AuthorizerUri: invocationUri('AuthorizerFunction'),
        IdentitySource: 'method.request.header.x-api-key',
        AuthorizerResultTtlInSeconds: 60,
      },
    },
    AuthorizerFunction: fn('auth'),
    ApiFunction: { ...fn('none'), Metadata: { 'aws:asset:path': 'asset.api' } },
    HastyFunction: fn('api', { Timeout: 0.05 }),
    CommonJsFunction: fn('cjs'),
    MissingFunction: fn('missing'),
    Alias: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'CommonJsFunction' }, Name: 'live' } },
    ...Object.fromEntries(
      ['v1', 'open', 'capped', 'slow', 'hasty', 'cjs', 'missing', 'order'].map((path) => [
        `Path${path}`,
        resource(undefined, path),
      ]),
    ),
    Items: resource('Pathv1', 'items'),
    Item: resource('Items', '{id}'),
    Static: resource('Pathopen', 'static'),
    Parameter: resource('Pathopen', '{name}'),
    Greedy: resource('Pathopen', '{proxy+}'),
    HastyOrder: resource('Pathhasty', 'order'),
    GetItem: method('GET', 'Item', 'ApiFunction', guarded),
    PutItem: method('PUT', 'Item', 'ApiFunction', guarded),
    PostStatic: method('POST', 'Static', 'ApiFunction'),
    PutParameter: method('PUT', 'Parameter', 'ApiFunction'),
    AnyGreedy: method('ANY', 'Greedy', 'ApiFunction'),
    GetCapped: method('GET', 'Pathcapped', 'ApiFunction'),
    GetSlow: method('GET', 'Pathslow', 'ApiFunction', {}, 50),
    PostHasty: method('POST', 'HastyOrder', 'HastyFunction'),
    GetCjs: method('GET', 'Pathcjs', 'Alias'),
    GetMissing: method('GET', 'Pathmissing', 'MissingFunction'),
    PostOrder: method('POST', 'Pathorder', 'ApiFunction'),
    Trial: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        UsagePlanName: 'Service-trial',
        ApiStages: [{ ...stageOfApi, Throttle: { '/v1/items/{id}/PUT': { RateLimit: 1, BurstLimit: 1 } } }],
        Throttle: { RateLimit: 1, BurstLimit: 3 },
        Quota: { Limit: 5, Period: 'DAY' },
      },
    },
    Elsewhere: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { UsagePlanName: 'elsewhere', ApiStages: [] } },
    ...(responses && {
      NoKey: response('UNAUTHORIZED', '{"code":1167}', {
        StatusCode: '401',
        ResponseParameters: {
          'gatewayresponse.header.Retry-After': "'1'",
          'gatewayresponse.header.X-Request': 'context.requestId',
          'gatewayresponse.header.X-Sent': 'method.request.header.x-sent',
        },
      }),
      Denied: response('ACCESS_DENIED', '{"code":1161,"partner":$context.authorizer.partner}', { StatusCode: '401' }),
      TooLarge: response('REQUEST_TOO_LARGE', '{"code":413}'),
      NotFound: response('MISSING_AUTHENTICATION_TOKEN', '{"code":404}', { StatusCode: '404' }),
      Other4: response('DEFAULT_4XX', '{"type":"$context.error.responseType","message":$context.error.messageString}'),
      Other5: response('DEFAULT_5XX', '{"code":5,"type":"$context.error.responseType"}', {
        ResponseParameters: { 'gatewayresponse.header.X-Partner': 'context.authorizer.partner' },
      }),
    }),
  },
});

/** Writes an assembly as the CDK would leave it, into a directory that `remove` takes away again. */
export const writeAssembly = async (template: Template) => {
  const directory = await mkdtemp(join(tmpdir(), 'assembly-'));
  const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'Service.template.json' } };
  const files: Record<string, string> = {
    'Service.template.json': JSON.stringify(template),
    'manifest.json': JSON.stringify({ artifacts: { Service: stack, Tree: { type: 'cdk:tree' } } }),
    'package.json': '{"type":"module"}',
    'asset.api/index.mjs': apiBundle,
    'asset.auth/index.mjs': authorizerBundle,
    'asset.cjs/index.js': commonJsBundle,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  return { directory, remove: () => rm(directory, { recursive: true }) };
};
