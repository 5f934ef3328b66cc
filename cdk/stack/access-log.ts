/** One line for each request that the API answers, and what is counted from these lines. */
import { Stack } from 'aws-cdk-lib';
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter, type RetentionDays } from 'aws-cdk-lib/aws-logs';
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
  partner: '$context.authorizer.principalId',
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

/** The refusals worth an alarm: the request was wrong, the key was, the record is not there, there were too many. */
export const watchedStatuses = ['400', '401', '404', '429'] as const;

export type WatchedStatus = (typeof watchedStatuses)[number];

/** What API Gateway answers by itself when a function crashed, timed out, was throttled or could not be called. */
const faultTypes = ['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'API_CONFIGURATION_ERROR', 'DEFAULT_5XX'];

const refusals = 'Refusals';
const functionFaults = 'FunctionFaults';

// Every value is quoted, numbers too: a value that is not there reads `-`, which would end the JSON elsewhere.
const oneOf = (field: keyof typeof fields, values: readonly string[]) =>
  FilterPattern.any(...values.map((value) => FilterPattern.stringValue(`$.${field}`, '=', value)));

interface AccessLogProps {
  readonly retain: boolean;
  readonly retention: RetentionDays;
}

/** The log group and two metric filters: three resources, however many endpoints there are. */
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
    new MetricFilter(this, 'RefusalFilter', {
      logGroup: this.logGroup,
      filterPattern: oneOf('status', watchedStatuses),
      metricNamespace: this.namespace,
      metricName: refusals,
      metricValue: '1',
      dimensions: { Status: '$.status' },
    });
    new MetricFilter(this, 'FaultFilter', {
      logGroup: this.logGroup,
      filterPattern: oneOf('errorType', faultTypes),
      metricNamespace: this.namespace,
      metricName: functionFaults,
      metricValue: '1',
    });
  }

  /** How many requests ended with this status. */
  metricRefusals(status: WatchedStatus): Metric {
    return this.metric(refusals, { Status: status });
  }

  /** How many requests found no function that answered them. */
  metricFunctionFaults(): Metric {
    return this.metric(functionFaults);
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
