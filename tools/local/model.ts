/**
 * What the local gateway knows about an API, read from a CloudFormation template by `template.ts`.
 * Names follow API Gateway's own; intrinsic functions are already resolved.
 */

/** A token bucket's settings: `rate` tokens a second flow in, at most `burst` are kept. */
export type Limit = { rate: number; burst: number };

export type Quota = { limit: number; offset: number; period: 'DAY' | 'WEEK' | 'MONTH' };

export type UsagePlan = {
  logicalId: string;
  /**
   * The names by which a metering key may refer to its plan: UsagePlanName, the same without the API's name before it
   * (`trial` for `ListingApi-trial`), or the logical id.
   */
  names: string[];
  /** Whether ApiStages names this API's stage; otherwise a key of the plan is refused. */
  onStage: boolean;
  limit: Limit | undefined;
  /** Per-method overrides, keyed as in the template: `/v1/business/{id}/GET`. */
  methodLimits: Map<string, Limit>;
  quota: Quota | undefined;
};

/** One throttled entry of a stage's MethodSettings; `*` matches every method or path. */
export type StageLimit = { method: string; path: string; limit: Limit };

export type Stage = {
  name: string;
  variables: Record<string, string>;
  limits: StageLimit[];
  /** The format of the access log; `undefined` if the stage has none. */
  accessLogFormat: string | undefined;
};

export type Authorizer = {
  id: string;
  functionId: string;
  /** `method.request.header.x-api-key` and the like; empty only when the results are not cached. */
  identitySources: string[];
  ttlSeconds: number;
};

export type Method = {
  verb: string;
  authorizer: Authorizer | undefined;
  apiKeyRequired: boolean;
  functionId: string;
  timeoutMilliseconds: number;
};

export type Resource = {
  id: string;
  pathPart: string;
  /** The complete path with its placeholders: `/v1/business/{id}`. */
  path: string;
  methods: Map<string, Method>;
  children: Resource[];
};

export type GatewayResponse = {
  statusCode: number | undefined;
  parameters: Record<string, string>;
  templates: Record<string, string> | undefined;
};

export type LambdaFunction = {
  id: string;
  handler: string;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Whether the function's console writes JSON, one object a line. */
  jsonLogs: boolean;
  /** The asset's directory, relative to the assembly. */
  assetPath: string;
};

export type Table = { logicalId: string; timeToLiveAttribute: string | undefined; properties: Record<string, unknown> };

/** A mapping of the table's stream to a function. */
export type EventSource = {
  id: string;
  functionId: string;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  batchSize: number;
  /** If there are any, a record must match one of them. */
  patterns: Record<string, unknown>[];
  /** How often a batch is retried; -1 is without limit. */
  retryAttempts: number;
  /** Whether a batch that fails is cut in two. */
  bisects: boolean;
  /** Whether the function reports the records that failed. */
  namesFailures: boolean;
};

/** A mapping of a queue to a function. */
export type QueueSource = {
  id: string;
  functionId: string;
  /** The logical id of the queue. */
  queueId: string;
  batchSize: number;
  /** Whether the function reports the messages that failed. */
  namesFailures: boolean;
  /** How many calls may run at once. */
  mostAtOnce: number;
};

export type QueueModel = {
  logicalId: string;
  /** The attributes of CreateQueue. */
  attributes: Record<string, string>;
  /** A message received `mostReceipts` times moves to the queue of this logical id. */
  redrive: { deadLetterId: string; mostReceipts: number } | undefined;
};

/** Functions that are called periodically. */
export type Schedule = { id: string; functionIds: string[]; milliseconds: number };

export type ApiModel = {
  apiId: string;
  accountId: string;
  region: string;
  deploymentId: string;
  binaryMediaTypes: string[];
  apiKeySource: 'HEADER' | 'AUTHORIZER';
  stage: Stage;
  root: Resource;
  gatewayResponses: Map<string, GatewayResponse>;
  usagePlans: UsagePlan[];
  functions: Map<string, LambdaFunction>;
  eventSources: EventSource[];
  queueSources: QueueSource[];
  queues: QueueModel[];
  schedules: Schedule[];
  tables: Table[];
  /** The logical ids of the buckets. */
  buckets: string[];
};
