/** The one construct for every event source mapping, with the metrics that show whether it reads. */
import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { EventSourceMapping, type EventSourceMappingProps, MetricType } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** A mapping that reports partial failures, and how many records it reads. */
export class EventMapping extends EventSourceMapping {
  constructor(scope: Construct, id: string, props: EventSourceMappingProps) {
    super(scope, id, {
      reportBatchItemFailures: true,
      // An empty poll counts 0 records, so only a mapping that is disabled or missing has no data at all.
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      ...props,
    });
  }

  /** The number of records that Lambda has read from the source. */
  metricPolled(options: MetricOptions = {}): Metric {
    return this.metricOf('PolledEventCount', options);
  }

  /** The number of records that the filters of the mapping have discarded. */
  metricFiltered(options: MetricOptions = {}): Metric {
    return this.metricOf('FilteredOutEventCount', options);
  }

  private metricOf(metricName: string, options: MetricOptions): Metric {
    return new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { EventSourceMappingUUID: this.eventSourceMappingId },
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      ...options,
    });
  }
}
