import { isVariable } from '../../cdk/stack/sibling-variables.ts';
import {
  createResolver,
  isObject,
  type Properties,
  pseudoParameters,
  referencedIds,
  type Template,
} from './intrinsics.ts';
import type { ApiModel, Authorizer, LambdaFunction, Method, Resource } from './model.ts';
import { readEventSource, readQueue, readQueueSource, readSchedule } from './template-events.ts';
import { readGatewayResponse, readStage, readTable, readUsagePlan } from './template-parts.ts';

/** API Gateway ends an integration after 29 s unless the template asks for less (or, for Regional APIs, more). */
const defaultIntegrationTimeout = 29_000;
/** Lambda's default in seconds, if a template sets no Timeout. */
const defaultFunctionTimeout = 3;
/** API Gateway's default for AuthorizerResultTtlInSeconds. */
const defaultAuthorizerTtl = 300;

/** API Gateway allows one child that is a variable, and refuses the deployment of a second. */
const refuseSiblings = (children: readonly Resource[]): void => {
  const [first, second] = children.filter(({ pathPart }) => isVariable(pathPart));
  if (first && second)
    throw new Error(`${first.path} and ${second.path} are siblings: API Gateway allows one variable.`);
};

/**
 * Reads the one REST API of a template, with everything that affects its responses.
 *
 * `references` gives resources their physical names, for example the table's logical id its table name.
 * An unsupported feature (a mock integration, another kind of authorizer) is an error rather than a guess.
 */
export const readTemplate = (template: Template, references: Record<string, string> = {}): ApiModel => {
  const resolve = createResolver(template, references);
  const ofType = (...types: string[]): [string, Properties][] =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => types.includes(Type))
      .map(([id, { Properties: properties = {} }]) => [id, properties]);
  const resolvedOfType = (...types: string[]): [string, Properties][] =>
    ofType(...types).map(([id, properties]) => [id, resolve(properties) as Properties]);
  const only = (type: string): [string, Properties] => {
    const [found, ...others] = ofType(type);
    if (!found || others.length > 0) throw new Error(`The template must hold exactly one ${type}.`);
    return found;
  };

  const [apiLogicalId, api] = only('AWS::ApiGateway::RestApi');
  const [stageLogicalId, stageProperties] = only('AWS::ApiGateway::Stage');
  const stage = readStage(resolve(stageProperties) as Properties);
  const functions = new Map<string, LambdaFunction>();

  /** Follows a Uri to its function, through an alias or a version if there is one. */
  const functionOf = (uri: unknown, owner: string): string => {
    for (const id of referencedIds(uri)) {
      const resource = template.Resources[id];
      if (resource?.Type === 'AWS::Lambda::Function') {
        if (!functions.has(id)) functions.set(id, readFunction(id));
        return id;
      }
      if (resource?.Type === 'AWS::Lambda::Alias' || resource?.Type === 'AWS::Lambda::Version') {
        return functionOf(resource.Properties?.FunctionName, owner);
      }
    }
    throw new Error(`${owner} calls no function of the template.`);
  };

  const readFunction = (id: string): LambdaFunction => {
    const { Properties: properties = {}, Metadata: metadata = {} } = template.Resources[id]!;
    const { Code: code, Environment: environment } = resolve({
      Code: properties.Code,
      Environment: properties.Environment ?? {},
    }) as { Code: Properties; Environment: Properties };
    // The CDK CLI writes the asset's path into the metadata; an app run without the CLI leaves only its hash.
    const assetPath = metadata['aws:asset:path'] ?? `asset.${String(code.S3Key).replace(/\.zip$/, '')}`;
    const variables = Object.entries((environment.Variables as Properties | undefined) ?? {});
    return {
      id,
      handler: String(properties.Handler),
      timeoutSeconds: Number(properties.Timeout ?? defaultFunctionTimeout),
      environment: Object.fromEntries(variables.map(([name, value]) => [name, String(value)])),
      jsonLogs: isObject(properties.LoggingConfig) && properties.LoggingConfig.LogFormat === 'JSON',
      assetPath: String(assetPath),
    };
  };

  const authorizers = new Map<string, Authorizer>();
  for (const [id, properties] of ofType('AWS::ApiGateway::Authorizer')) {
    if (properties.Type !== 'REQUEST') throw new Error(`${id}: only REQUEST authorizers are served.`);
    const sources = String(resolve(properties.IdentitySource ?? ''));
    authorizers.set(id, {
      id,
      functionId: functionOf(properties.AuthorizerUri, id),
      identitySources: sources.split(',').flatMap((source) => source.trim() || []),
      ttlSeconds: Number(properties.AuthorizerResultTtlInSeconds ?? defaultAuthorizerTtl),
    });
  }

  const authorizerOf = (id: string, properties: Properties): Authorizer | undefined => {
    const type = properties.AuthorizationType ?? 'NONE';
    if (type === 'NONE') return undefined;
    const authorizer = authorizers.get(referencedIds(properties.AuthorizerId)[0] ?? '');
    if (type !== 'CUSTOM' || !authorizer) throw new Error(`${id}: authorization ${type} is not served.`);
    return authorizer;
  };

  const root: Resource = { id: apiLogicalId, pathPart: '', path: '/', methods: new Map(), children: [] };
  const resources = new Map<string, Resource>([[apiLogicalId, root]]);
  const declared = new Map(ofType('AWS::ApiGateway::Resource'));
  const resourceOf = (id: string): Resource => {
    const known = resources.get(id);
    if (known) return known;
    const properties = declared.get(id);
    if (!properties) throw new Error(`The template holds no API resource ${id}.`);
    const parent = resourceOf(referencedIds(properties.ParentId)[0] ?? '');
    const pathPart = String(properties.PathPart);
    const path = `${parent === root ? '' : parent.path}/${pathPart}`;
    const resource: Resource = { id, pathPart, path, methods: new Map(), children: [] };
    resources.set(id, resource);
    parent.children.push(resource);
    return resource;
  };
  for (const id of declared.keys()) resourceOf(id);
  for (const { children } of resources.values()) refuseSiblings(children);

  for (const [id, properties] of ofType('AWS::ApiGateway::Method')) {
    const integration = isObject(properties.Integration) ? properties.Integration : {};
    if (integration.Type !== 'AWS_PROXY') throw new Error(`${id}: only AWS_PROXY integrations are served.`);
    const method: Method = {
      verb: String(properties.HttpMethod).toUpperCase(),
      authorizer: authorizerOf(id, properties),
      apiKeyRequired: properties.ApiKeyRequired === true,
      functionId: functionOf(integration.Uri, id),
      timeoutMilliseconds: Number(integration.TimeoutInMillis ?? defaultIntegrationTimeout),
    };
    resourceOf(referencedIds(properties.ResourceId)[0] ?? '').methods.set(method.verb, method);
  }

  const tables = resolvedOfType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table').map(readTable);
  const queues = ofType('AWS::SQS::Queue').map(readQueue);
  const mappings = ofType('AWS::Lambda::EventSourceMapping').map(([id, properties]) => {
    const [source = ''] = referencedIds(properties.EventSourceArn);
    const resolved = resolve(properties) as Properties;
    const functionId = functionOf(properties.FunctionName, id);
    if (tables.some(({ logicalId }) => logicalId === source))
      return { eventSource: readEventSource(id, functionId, resolved) };
    if (queues.some(({ logicalId }) => logicalId === source))
      return { queueSource: readQueueSource(id, functionId, source, resolved) };
    throw new Error(`${id}: only the stream of the table and queues are served.`);
  });
  const schedules = ofType('AWS::Events::Rule').flatMap(([id, properties]) => readSchedule(id, properties, functionOf));

  const responses = resolvedOfType('AWS::ApiGateway::GatewayResponse');
  const plans = ofType('AWS::ApiGateway::UsagePlan');
  return {
    apiId: apiLogicalId.toLowerCase(),
    accountId: pseudoParameters['AWS::AccountId']!,
    region: pseudoParameters['AWS::Region']!,
    deploymentId: (referencedIds(stageProperties.DeploymentId)[0] ?? 'local').toLowerCase(),
    binaryMediaTypes: (resolve(api.BinaryMediaTypes ?? []) as unknown[]).map(String),
    apiKeySource: api.ApiKeySourceType === 'AUTHORIZER' ? 'AUTHORIZER' : 'HEADER',
    stage,
    root,
    gatewayResponses: new Map(responses.map(([, one]) => [String(one.ResponseType), readGatewayResponse(one)])),
    usagePlans: plans.map(([id, properties]) =>
      readUsagePlan(id, resolve(properties) as Properties, String(resolve(api.Name)), (apiStage) => {
        const [toApi, toStage] = [resolve({ Ref: apiLogicalId }), resolve({ Ref: stageLogicalId })];
        return apiStage.ApiId === toApi && apiStage.Stage === toStage;
      }),
    ),
    functions,
    eventSources: mappings.flatMap(({ eventSource = [] }) => eventSource),
    queueSources: mappings.flatMap(({ queueSource = [] }) => queueSource),
    queues,
    schedules,
    tables,
    buckets: ofType('AWS::S3::Bucket').map(([id]) => id),
  };
};
