/** The access log, with one line for each request that the API answers, and the metrics made from its lines. */
import { Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SHARDS, worstPartners } from './partner-series.ts';
import { removalOf } from './removal.ts';

/**
 * The fields of a line and their API Gateway variables. A partner appears as its id and the id of its metering key. The
 * line leaves out the key, the path as sent and the query string, which may contain contacts' addresses, and the
 * caller's IP address.
 */
const fields = {
  time: '$context.requestTime',
  // The id that every response carries as x-amzn-RequestId. A client cannot set it.
  requestId: '$context.requestId',
  extendedRequestId: '$context.extendedRequestId',
  traceId: '$context.xrayTraceId',
  apiKeyId: '$context.identity.apiKeyId',
  // Also set for a refused key that exists; `unknown` for a key that doesn't.
  partner: '$context.authorizer.principalId',
  // Set by the authorizer, also when it refuses: the key's id for operators, the reason of a refusal, and the digest of
  // the address for which the key was last checked, at most a minute ago.
  keyId: '$context.authorizer.keyId',
  reason: '$context.authorizer.reason',
  keyIp: '$context.authorizer.ip',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  errorType: '$context.error.responseType',
  // Milliseconds: in total, in the authorizer, and in the function.
  latency: '$context.responseLatency',
  authorizerLatency: '$context.authorizer.integrationLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
};

/** The client errors that have an alarm by status: invalid requests, missing records, throttling. */
export const watchedStatuses = ['400', '404', '429'] as const;

export type WatchedStatus = (typeof watchedStatuses)[number];

/**
 * Refusals of keys, by who refuses: the authorizer, or the usage plan for a key that the authorizer knows. They are not
 * counted by status 401, which rules of a body use too (docs/partners.md).
 */
export const keyRefusals = ['ACCESS_DENIED', 'INVALID_API_KEY'] as const;

export type KeyRefusalType = (typeof keyRefusals)[number];

/** The responses of API Gateway when a function crashed, timed out, was throttled or could not be called. */
const faultTypes = ['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'API_CONFIGURATION_ERROR', 'DEFAULT_5XX'];

/**
 * Missing records and throttled requests are normal and have other alarms, so they don't count as failures of a
 * partner.
 */
const NO_FAILURES = ['404', '429'];
/** The log's values for a request without a known partner. */
const ABSENT = ['-', 'unknown'];

const refusals = 'Refusals';
const refusedKeys = 'RefusedKeys';
const functionFaults = 'FunctionFaults';
const balance = 'FailureBalance';

// Every value is quoted, numbers too: a missing value is logged as `-`, which would be invalid JSON without quotes.
const is = (field: keyof typeof fields, value: string) => FilterPattern.stringValue(`$.${field}`, '=', value);
const isNot = (field: keyof typeof fields, value: string) => FilterPattern.stringValue(`$.${field}`, '!=', value);
const oneOf = (field: keyof typeof fields, values: readonly string[]) =>
  FilterPattern.any(...values.map((value) => is(field, value)));

const ofAPartner = ABSENT.map((absent) => isNot('partner', absent));
const failed = FilterPattern.all(
  ...ofAPartner,
  oneOf('status', ['4*', '5*']),
  ...NO_FAILURES.map((status) => isNot('status', status)),
);
const succeeded = FilterPattern.all(...ofAPartner, is('status', '2*'));

interface AccessLogProps {
  readonly retain: boolean;
  readonly retention: RetentionDays;
}

/** The log group and its metric filters. Their number does not grow with the number of endpoints. */
export class AccessLog extends Construct {
  readonly logGroup: LogGroup;
  /** The stage options that make a stage write to this log. */
  readonly stageOptions: Pick<StageOptions, 'accessLogDestination' | 'accessLogFormat'>;
  private readonly namespace: string;

  constructor(scope: Construct, id: string, { retain, retention }: AccessLogProps) {
    super(scope, id);
    this.namespace = Stack.of(this).stackName;
    this.logGroup = new LogGroup(this, 'Logs', {
      retention,
      removalPolicy: removalOf(retain),
    });
    this.stageOptions = {
      accessLogDestination: new LogGroupLogDestination(this.logGroup),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(fields)),
    };
    // One filter for all statuses: its dimension makes a metric of each.
    this.count(this, 'RefusalFilter', refusals, oneOf('status', watchedStatuses), { Status: '$.status' });
    this.count(this, 'KeyFilter', refusedKeys, oneOf('errorType', keyRefusals), { ErrorType: '$.errorType' });
    this.count(this, 'FaultFilter', functionFaults, oneOf('errorType', faultTypes));
    // The sum is failures minus successes. Above 0, more than half of the partner's requests failed, and the value
    // shows the volume. So one query finds the worst of all partners and ignores those with a single request.
    // They have a stack of their own: the root stack would have a fifth of its resources for them.
    const ofPartners = new NestedStack(this, 'Partners', { description: 'Metrics by partner, of the access log' });
    ofPartners.nestedStackResource?.overrideLogicalId('PartnerMetrics');
    for (const shard of SHARDS) {
      const ofShard = is('keyId', `${shard}*`);
      const byPartner = { Partner: '$.partner' };
      this.count(ofPartners, `FailureFilter${shard}`, balance, FilterPattern.all(ofShard, failed), byPartner, '1');
      this.count(ofPartners, `SuccessFilter${shard}`, balance, FilterPattern.all(ofShard, succeeded), byPartner, '-1');
    }
  }

  /** The number of requests that ended with this status. */
  metricRefusals(status: WatchedStatus): Metric {
    return this.metric(refusals, { Status: status });
  }

  /** The number of requests whose key was refused by the authorizer or the usage plan. */
  metricRefusedKeys(type: KeyRefusalType): Metric {
    return this.metric(refusedKeys, { ErrorType: type });
  }

  /** Failed requests minus successful ones, for each of the partners with the highest values. */
  metricWorstPartners(): IMetric {
    return new MathExpression({
      label: 'Failed less succeeded',
      expression: worstPartners('SUM', { namespace: this.namespace, metricName: balance }),
      usingMetrics: {},
      period: Duration.minutes(5),
    });
  }

  /** The number of requests that got no response from a function. */
  metricFunctionFaults(): Metric {
    return this.metric(functionFaults);
  }

  private count(
    scope: Construct,
    id: string,
    metricName: string,
    filterPattern: IFilterPattern,
    dimensions?: Record<string, string>,
    metricValue = '1',
  ): void {
    new MetricFilter(scope, id, {
      logGroup: this.logGroup,
      filterPattern,
      metricNamespace: this.namespace,
      metricName,
      metricValue,
      ...(dimensions && { dimensions }),
    });
  }

  private metric(metricName: string, dimensionsMap?: Record<string, string>): Metric {
    return new Metric({
      namespace: this.namespace,
      metricName,
      statistic: Stats.SUM,
      ...(dimensionsMap && { dimensionsMap }),
    });
  }
}
