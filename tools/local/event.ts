import { type Exchange, headerOf, parseQuery } from './exchange.ts';
import type { ApiModel } from './model.ts';
import type { Route } from './router.ts';

/** Headers that API Gateway never passes to a Lambda proxy integration. */
const droppedHeaders = new Set(
  (
    'connection content-length content-md5 expect max-forwards proxy-authenticate server te transfer-encoding ' +
    'trailer upgrade www-authenticate'
  ).split(' '),
);
/** The two headers whose case API Gateway changes; all others keep the client's. */
const recasedHeaders = new Map([
  ['authorization', 'Authorization'],
  ['user-agent', 'User-Agent'],
]);

const group = (pairs: [string, string][]): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return groups;
};

/** Both forms in which API Gateway shows a map: the last value of each name, and all of them. */
const bothMaps = (values: Map<string, string[]>) => ({
  single: Object.fromEntries([...values].map(([name, list]) => [name, list.at(-1)!])),
  multi: Object.fromEntries(values),
});

const orNull = <T extends object>(map: T): T | null => (Object.keys(map).length > 0 ? map : null);

/** The client's headers without those that API Gateway drops, with those that it adds. */
const forwardedHeaders = (exchange: Exchange, lowerCase: boolean): [string, string][] => {
  const own = new Set(['x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto', 'x-amzn-trace-id']);
  const kept = exchange.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !droppedHeaders.has(lower) && !own.has(lower);
  });
  const forwardedFor = headerOf(exchange.headers, 'x-forwarded-for');
  const added: [string, string][] = [
    ['X-Amzn-Trace-Id', traceId(exchange)],
    ['X-Forwarded-For', forwardedFor ? `${forwardedFor}, ${exchange.sourceIp}` : exchange.sourceIp],
    ['X-Forwarded-Port', String(exchange.port)],
    ['X-Forwarded-Proto', 'http'],
  ];
  return [...kept, ...added].map(([name, value]) => {
    const lower = name.toLowerCase();
    return [lowerCase ? lower : (recasedHeaders.get(lower) ?? name), value];
  });
};

/** The X-Ray trace header: the client's own, or a new root made of the time and the request id. */
export const traceId = (exchange: Exchange): string => {
  const seconds = Math.floor(exchange.epoch / 1000).toString(16);
  const unique = exchange.requestId.replaceAll('-', '').slice(0, 24);
  return headerOf(exchange.headers, 'x-amzn-trace-id') ?? `Root=1-${seconds.padStart(8, '0')}-${unique}`;
};

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The common log format's time in UTC: `21/Nov/2026:05:17:00 +0000`. */
const commonLogTime = (epoch: number): string => {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+:\d+)/.exec(new Date(epoch).toISOString())!;
  return `${day}/${months[Number(month) - 1]}/${year}:${time} +0000`;
};

/** The method ARN that is checked against an authorizer's policy. */
export const methodArn = ({ region, accountId, apiId, stage }: ApiModel, { verb, path }: Exchange): string =>
  `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage.name}/${verb}${path}`;

export type ApiKeyIdentity = { apiKey: string; apiKeyId: string };

export type RequestContext = ReturnType<typeof requestContext>;

/** The `requestContext` of both events, and of gateway response templates (`$context`). */
export const requestContext = (
  model: ApiModel,
  exchange: Exchange,
  route: Route | undefined,
  { key, authorizer }: { key?: ApiKeyIdentity | undefined; authorizer?: Record<string, string> | undefined } = {},
) => {
  const domainName = (headerOf(exchange.headers, 'host') ?? 'localhost').replace(/:\d+$/, '');
  return {
    accountId: model.accountId,
    apiId: model.apiId,
    ...(authorizer && { authorizer }),
    deploymentId: model.deploymentId,
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: exchange.extendedRequestId,
    httpMethod: exchange.verb,
    identity: {
      accessKey: null,
      accountId: null,
      ...key,
      caller: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: exchange.sourceIp,
      user: null,
      userAgent: headerOf(exchange.headers, 'user-agent') ?? null,
      userArn: null,
    },
    path: exchange.stagePath,
    protocol: exchange.protocol,
    requestId: exchange.requestId,
    requestTime: commonLogTime(exchange.epoch),
    requestTimeEpoch: exchange.epoch,
    ...(route && { resourceId: route.resource.id, resourcePath: route.resource.path }),
    stage: model.stage.name,
  };
};

/** Whether `binaryMediaTypes` contains the type, ignoring parameters. Only the full wildcard acts as a wildcard. */
export const isBinaryType = (binaryMediaTypes: string[], contentType: string | undefined): boolean => {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  return binaryMediaTypes.some((binary) => binary === '*/*' || binary.toLowerCase() === type);
};

const requestMaps = (exchange: Exchange, lowerCase: boolean) => {
  const headers = bothMaps(group(forwardedHeaders(exchange, lowerCase)));
  const query = bothMaps(parseQuery(exchange.query));
  return { headers, query };
};

/** The event of a Lambda proxy integration, format 1.0: empty maps and an empty body are null. */
export const proxyEvent = (
  model: ApiModel,
  exchange: Exchange,
  route: Route,
  context: RequestContext,
  lowerCaseHeaders = false,
) => {
  const { headers, query } = requestMaps(exchange, lowerCaseHeaders);
  const binary = isBinaryType(model.binaryMediaTypes, headerOf(exchange.headers, 'content-type'));
  return {
    resource: route.resource.path,
    path: exchange.path,
    httpMethod: exchange.verb,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: orNull(query.single),
    multiValueQueryStringParameters: orNull(query.multi),
    pathParameters: orNull(route.pathParameters),
    stageVariables: orNull(model.stage.variables),
    requestContext: context,
    body: exchange.body.length > 0 ? exchange.body.toString(binary ? 'base64' : 'utf8') : null,
    isBase64Encoded: binary && exchange.body.length > 0,
  };
};

/** The event of a REQUEST authorizer: no body, and empty maps stay maps. */
export const authorizerEvent = (
  model: ApiModel,
  exchange: Exchange,
  route: Route,
  context: RequestContext,
  lowerCaseHeaders = false,
) => {
  const { headers, query } = requestMaps(exchange, lowerCaseHeaders);
  return {
    type: 'REQUEST',
    methodArn: methodArn(model, exchange),
    resource: route.resource.path,
    path: exchange.path,
    httpMethod: exchange.verb,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: query.single,
    multiValueQueryStringParameters: query.multi,
    pathParameters: route.pathParameters,
    stageVariables: model.stage.variables,
    requestContext: context,
  };
};
