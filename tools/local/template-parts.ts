import { isObject, type Properties } from './intrinsics.ts';
import type { ApiModel, GatewayResponse, Limit, Quota, Stage, Table, UsagePlan } from './model.ts';

const records = (value: unknown): Properties[] => (Array.isArray(value) ? value.filter(isObject) : []);

const strings = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([key, inner]) => [key, String(inner)]));

/** A limit that sets only one of its two numbers leaves the other unlimited. */
const readLimit = (rate: unknown, burst: unknown): Limit | undefined =>
  rate === undefined && burst === undefined
    ? undefined
    : { rate: Number(rate ?? Number.POSITIVE_INFINITY), burst: Number(burst ?? Number.POSITIVE_INFINITY) };

const readThrottle = (value: unknown): Limit | undefined =>
  isObject(value) ? readLimit(value.RateLimit, value.BurstLimit) : undefined;

const readQuota = (value: unknown): Quota | undefined =>
  isObject(value) && value.Limit !== undefined
    ? { limit: Number(value.Limit), offset: Number(value.Offset ?? 0), period: (value.Period as 'DAY') ?? 'DAY' }
    : undefined;

/** AWS::ApiGateway::Stage. MethodSettings write a path as `/~1v1~1business`, and `/*` for all of them. */
export const readStage = (properties: Properties): Stage => ({
  name: String(properties.StageName),
  variables: strings(properties.Variables),
  limits: records(properties.MethodSettings).flatMap((setting) => {
    const limit = readLimit(setting.ThrottlingRateLimit, setting.ThrottlingBurstLimit);
    const path = String(setting.ResourcePath).replace(/^\//, '').replaceAll('~1', '/');
    return limit ? [{ method: String(setting.HttpMethod), path, limit }] : [];
  }),
  accessLogFormat: isObject(properties.AccessLogSetting) ? String(properties.AccessLogSetting.Format) : undefined,
});

/** AWS::ApiGateway::GatewayResponse. */
export const readGatewayResponse = (properties: Properties): GatewayResponse => ({
  statusCode: properties.StatusCode === undefined ? undefined : Number(properties.StatusCode),
  parameters: strings(properties.ResponseParameters),
  templates: isObject(properties.ResponseTemplates) ? strings(properties.ResponseTemplates) : undefined,
});

/**
 * AWS::ApiGateway::UsagePlan. Plan names are shared by all APIs of an account, so a stack puts the API's name
 * before them; `isServed` is whether an entry of ApiStages is the stage served here.
 */
export const readUsagePlan = (
  logicalId: string,
  properties: Properties,
  apiName: string,
  isServed: (apiStage: Properties) => boolean,
): UsagePlan => {
  const served = records(properties.ApiStages).find(isServed);
  const name = properties.UsagePlanName === undefined ? [] : [String(properties.UsagePlanName)];
  const short = name.flatMap((full) => (full.startsWith(`${apiName}-`) ? full.slice(apiName.length + 1) : []));
  const overrides = Object.entries(isObject(served?.Throttle) ? served.Throttle : {});
  return {
    logicalId,
    names: [...name, ...short, logicalId],
    onStage: served !== undefined,
    limit: readThrottle(properties.Throttle),
    methodLimits: new Map(
      overrides.flatMap(([method, throttle]) => {
        const limit = readThrottle(throttle);
        return limit ? [[method, limit] as const] : [];
      }),
    ),
    quota: readQuota(properties.Quota),
  };
};

/** AWS::DynamoDB::GlobalTable or AWS::DynamoDB::Table. */
export const readTable = ([logicalId, properties]: [string, Properties]): Table => {
  const ttl = isObject(properties.TimeToLiveSpecification) ? properties.TimeToLiveSpecification : {};
  return {
    logicalId,
    timeToLiveAttribute: ttl.Enabled === true ? String(ttl.AttributeName) : undefined,
    properties,
  };
};

/** One index as CreateTable takes it, without the template's capacity settings. */
const readIndex = ({ IndexName, KeySchema, Projection }: Properties) => ({ IndexName, KeySchema, Projection });

/**
 * The template's one table as the input of a CreateTableCommand, always with on-demand billing.
 * Time to live is no part of CreateTable: see `Table.timeToLiveAttribute`.
 */
export const tableInput = (model: Pick<ApiModel, 'tables'>, tableName: string): Properties => {
  const [table, ...others] = model.tables;
  if (!table || others.length > 0) throw new Error('The template must hold exactly one DynamoDB table.');
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes } = table.properties;
  const stream = isObject(table.properties.StreamSpecification) ? table.properties.StreamSpecification : undefined;
  const [global, local] = [records(GlobalSecondaryIndexes), records(LocalSecondaryIndexes)];
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions,
    KeySchema,
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global.map(readIndex) }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local.map(readIndex) }),
  };
};
