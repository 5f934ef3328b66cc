/** One line for each request that the API answers, and what is counted from these lines. */
import { Duration, Stack } from 'aws-cdk-lib';
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { removalOf } from './removal.ts';

/**
 * The line's fields and where API Gateway finds them. A partner is named by its id and its metering key's id. Left out
 * are the key, the path as sent and the query string (contacts' addresses stand in them), and the caller's address.
 */
const fields = {
  time: '$context.requestTime',
  // The id that every response carries as x-amzn-RequestId, and the one that a client cannot set.
  requestId: '$context.requestId',
  extendedRequestId: '$context.extendedRequestId',
  traceId: '$context.xrayTraceId',
  apiKeyId: '$context.identity.apiKeyId',
  // Of a refused key too, where there is such a key; `unknown` where there is none.
  partner: '$context.authorizer.principalId',
  // What the authorizer says, also as it refuses: the key as operators name it, why it was refused, and the digest of the
  // address for which the key was last judged, a minute ago at the most.
  keyId: '$context.authorizer.keyId',
  reason: '$context.authorizer.reason',
  keyIp: '$context.authorizer.ip',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  errorType: '$context.error.responseType',
  // Milliseconds in all, in the authorizer, and in the function.
  latency: '$context.responseLatency',
  authorizerLatency: '$context.authorizer.integrationLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
};

/** The refusals worth an alarm by their status: the request was wrong, the record is not there, there were too many. */
export const watchedStatuses = ['400', '404', '429'] as const;

export type WatchedStatus = (typeof watchedStatuses)[number];

/**
 * Refusals of keys, by what refused them: the authorizer, or the usage plan for a key that the authorizer knows. Not by 401,
 * which rules of a body answer too (docs/partners.md).
 */
export const keyRefusals = ['ACCESS_DENIED', 'INVALID_API_KEY'] as const;

export type KeyRefusalType = (typeof keyRefusals)[number];

/** What API Gateway answers by itself when a function crashed, timed out, was throttled or could not be called. */
const faultTypes = ['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'API_CONFIGURATION_ERROR', 'DEFAULT_5XX'];

/** What a partner's client cannot have meant: unknown records and throttled requests are daily life, and watched apart. */
const NO_FAILURES = ['404', '429'];
/** What the log says in place of a partner, where no key told who asked. */
const NOBODY = ['-', 'unknown'];

const refusals = 'Refusals';
const refusedKeys = 'RefusedKeys';
const functionFaults = 'FunctionFaults';
const balance = 'FailureBalance';

// Every value is quoted, numbers too: a value that is not there reads `-`, which would end the JSON elsewhere.
const is = (field: keyof typeof fields, value: string) => FilterPattern.stringValue(`$.${field}`, '=', value);
const isNot = (field: keyof typeof fields, value: string) => FilterPattern.stringValue(`$.${field}`, '!=', value);
const oneOf = (field: keyof typeof fields, values: readonly string[]) =>
  FilterPattern.any(...values.map((value) => is(field, value)));

const ofAPartner = NOBODY.map((nobody) => isNot('partner', nobody));
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

/** The log group and five metric filters: six resources, however many endpoints there are. */
export class AccessLog extends Construct {
  readonly logGroup: LogGroup;
  /** What makes a stage write here. */
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
    this.count('RefusalFilter', refusals, oneOf('status', watchedStatuses), { Status: '$.status' });
    this.count('KeyFilter', refusedKeys, oneOf('errorType', keyRefusals), { ErrorType: '$.errorType' });
    this.count('FaultFilter', functionFaults, oneOf('errorType', faultTypes));
    // The sum is what failed less what succeeded: above 0 it is more than half of the partner's requests, and how far above
    // says how many. So one query finds the worst of all partners, and none of those that asked once.
    this.count('FailureFilter', balance, failed, { Partner: '$.partner' }, '1');
    this.count('SuccessFilter', balance, succeeded, { Partner: '$.partner' }, '-1');
  }

  /** How many requests ended with this status. */
  metricRefusals(status: WatchedStatus): Metric {
    return this.metric(refusals, { Status: status });
  }

  /** How many requests were refused for their key, by this. */
  metricRefusedKeys(type: KeyRefusalType): Metric {
    return this.metric(refusedKeys, { ErrorType: type });
  }

  /** By how many the requests that failed outnumber those that succeeded, for the partner for whom it is the most. */
  metricWorstPartner(): IMetric {
    return new MathExpression({
      label: 'Failed less succeeded, worst partner',
      expression: `SELECT SUM(${balance}) FROM SCHEMA("${this.namespace}", Partner) GROUP BY Partner ORDER BY SUM() DESC LIMIT 1`,
      usingMetrics: {},
      period: Duration.minutes(5),
    });
  }

  /** How many requests found no function that answered them. */
  metricFunctionFaults(): Metric {
    return this.metric(functionFaults);
  }

  private count(
    id: string,
    metricName: string,
    filterPattern: IFilterPattern,
    dimensions?: Record<string, string>,
    metricValue = '1',
  ): void {
    new MetricFilter(this, id, {
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
