/** Computes what requests cost, from measurements and a price list. Pure. */

/** The type of the price list `cost-prices.json`. */
export interface Prices {
  readonly region: string;
  readonly asOf: string;
  readonly note: string;
  readonly apiGateway: { readonly millionRequests: number };
  readonly lambda: { readonly millionRequests: number; readonly gigabyteSecond: number };
  readonly dynamoDb: {
    readonly millionReadUnits: number;
    readonly millionWriteUnits: number;
    readonly gigabyteMonth: number;
    readonly backupGigabyteMonth: number;
    readonly restoredGigabyte: number;
  };
  readonly sqs: { readonly millionRequests: number; readonly millionFairRequests: number };
  readonly logs: { readonly gigabyte: number; readonly gigabyteMonth: number };
  readonly traces: { readonly millionRecorded: number };
  readonly transfer: { readonly gigabyte: number };
  readonly cloudWatch: {
    readonly alarmMetricMonth: number;
    readonly customMetricMonth: number;
    readonly dashboardMonth: number;
  };
  readonly kms: { readonly keyMonth: number };
  readonly secretsManager: { readonly secretMonth: number };
  readonly waf: { readonly aclMonth: number; readonly ruleMonth: number; readonly millionRequests: number };
}

/** The resources that one request uses. */
export interface Usage {
  /** Of the function, without waiting for the table; on one full processor. */
  readonly cpuMilliseconds: number;
  /** Sequential calls to the table. */
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly memoryMegabytes: number;
  /** Ingested by CloudWatch Logs. */
  readonly logBytes: number;
  /** Sent to the client. */
  readonly answerBytes: number;
}

/** Values that cannot be measured on this machine. */
export interface Assumptions {
  /** Requests per second with one key: the more, the less often the key is looked up. */
  readonly requestsPerKeySecond: number;
  /** How long a key is cached. */
  readonly rememberedSeconds: number;
  /** How long a call to the table takes, milliseconds. */
  readonly callMilliseconds: number;
  /** The share of requests that are traced. */
  readonly tracedShare: number;
}

/** Dollars for a million requests, by billed item. */
export interface Cost {
  readonly apiGateway: number;
  readonly lambda: number;
  /** Of the authorizer: its Lambda, its read and its log, as often as the gateway calls it. */
  readonly authorizer: number;
  readonly reads: number;
  readonly writes: number;
  readonly logs: number;
  readonly traces: number;
  readonly transfer: number;
  readonly total: number;
}

/** With this memory a function has one full processor; its share is proportional to the memory. */
export const WHOLE_PROCESSOR_MEGABYTES = 1769;
const MILLION = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** The share of requests whose key is not cached: the first of each cache period, at an even rate. */
export const missShare = ({ requestsPerKeySecond, rememberedSeconds }: Assumptions): number =>
  1 / (1 + requestsPerKeySecond * rememberedSeconds);

/** Lambda bills full milliseconds. With less than a full processor computing takes longer, waiting does not. */
export const billedMilliseconds = (
  { cpuMilliseconds, calls, memoryMegabytes }: Pick<Usage, 'cpuMilliseconds' | 'calls' | 'memoryMegabytes'>,
  { callMilliseconds }: Pick<Assumptions, 'callMilliseconds'>,
): number => {
  const share = Math.min(1, memoryMegabytes / WHOLE_PROCESSOR_MEGABYTES);
  return Math.max(1, Math.ceil(cpuMilliseconds / share + calls * callMilliseconds));
};

/** Dollars for a million invocations with this billed duration. */
export const lambdaCost = (
  milliseconds: number,
  { memoryMegabytes }: Pick<Usage, 'memoryMegabytes'>,
  { lambda }: Prices,
): number =>
  lambda.millionRequests + MILLION * (milliseconds / 1000) * (memoryMegabytes / 1024) * lambda.gigabyteSecond;

const logCost = ({ logBytes }: Usage, { logs }: Prices): number => ((MILLION * logBytes) / GIGABYTE) * logs.gigabyte;

/**
 * Dollars for a million requests.
 *
 * @param usage - of a request whose key is cached
 * @param authorizer - of one call of the authorizer, which looks one key up; a function that doesn't know the key does
 *   the same
 */
export const costOf = (usage: Usage, authorizer: Usage, prices: Prices, assumptions: Assumptions): Cost => {
  const { apiGateway, dynamoDb, traces, transfer } = prices;
  const misses = missShare(assumptions);
  const milliseconds = billedMilliseconds({ ...usage, calls: usage.calls + misses * authorizer.calls }, assumptions);
  const items = {
    apiGateway: apiGateway.millionRequests,
    lambda: lambdaCost(milliseconds, usage, prices),
    authorizer:
      misses *
      (lambdaCost(billedMilliseconds(authorizer, assumptions), authorizer, prices) +
        authorizer.readUnits * dynamoDb.millionReadUnits +
        logCost(authorizer, prices)),
    reads: (usage.readUnits + misses * authorizer.readUnits) * dynamoDb.millionReadUnits,
    writes: usage.writeUnits * dynamoDb.millionWriteUnits,
    logs: logCost(usage, prices),
    traces: assumptions.tracedShare * traces.millionRecorded,
    transfer: ((MILLION * usage.answerBytes) / GIGABYTE) * transfer.gigabyte,
  };
  return { ...items, total: Object.values(items).reduce((sum, item) => sum + item, 0) };
};

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties have every shape
  readonly Properties?: any;
}

export interface Standing {
  readonly what: string;
  readonly count: number;
  readonly dollars: number;
  /** Only where the context enables it. */
  readonly optional?: true;
}

/** The metrics of API Gateway for each method: requests, 4xx, 5xx, two latencies. */
const METRICS_OF_METHOD = 5;

/**
 * The monthly costs of a template's resources without a single request.
 *
 * @param values - how many values each dimension of a metric filter has; each makes a metric
 */
export const standingCosts = (
  resources: Readonly<Record<string, Resource>>,
  { cloudWatch, kms, secretsManager, waf }: Prices,
  values: Readonly<Record<string, number>>,
): readonly Standing[] => {
  const of = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  // An alarm on an expression is billed for each metric in it.
  const alarmMetrics = sum(
    of('AWS::CloudWatch::Alarm').map(
      ({ Properties: { Metrics } }) => Metrics?.filter((metric: object) => 'MetricStat' in metric).length ?? 1,
    ),
  );
  // Filters with the same metric name share one metric.
  const filtered = new Map<string, number>(
    of('AWS::Logs::MetricFilter').map(({ Properties: { MetricTransformations } }) => {
      const [{ MetricName, Dimensions = [] }] = MetricTransformations;
      return [MetricName, Dimensions.length === 0 ? 1 : (values[Dimensions[0].Key] ?? 1)];
    }),
  );
  const filterMetrics = sum([...filtered.values()]);
  const rules = sum(of('AWS::WAFv2::WebACL').map(({ Properties: { Rules } }) => Rules.length));
  const rows: (readonly [what: string, count: number, each: number, optional?: true])[] = [
    ['metrics that alarms watch', alarmMetrics, cloudWatch.alarmMetricMonth],
    ['metrics by method', of('AWS::ApiGateway::Method').length * METRICS_OF_METHOD, cloudWatch.customMetricMonth],
    ['metrics from logs, one partner', filterMetrics, cloudWatch.customMetricMonth],
    ['dashboards', of('AWS::CloudWatch::Dashboard').length, cloudWatch.dashboardMonth],
    ['KMS keys', of('AWS::KMS::Key').length, kms.keyMonth],
    ['secrets', of('AWS::SecretsManager::Secret').length, secretsManager.secretMonth],
    ['web ACLs (context waf)', of('AWS::WAFv2::WebACL').length, waf.aclMonth, true],
    ['rules of the ACL (context waf)', rules, waf.ruleMonth, true],
  ];
  return rows.map(([what, count, each, optional]) => ({
    what,
    count,
    dollars: count * each,
    ...(optional && { optional }),
  }));
};
