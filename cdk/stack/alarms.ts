/** The alarms of a stage: those that page an operator, and those that open a ticket. */
import { NestedStack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { ServiceMetrics } from './metrics.ts';
import { watches } from './service-watches.ts';
import type { Urgency } from './watch.ts';

interface AlarmsProps {
  readonly metrics: ServiceMetrics;
  /** The topic for each kind of alarm. */
  readonly topics: Readonly<Record<Urgency, ITopic>>;
}

/**
 * A nested stack: the alarms of one stage, a quarter of what the root stack would have with them. Each sends a notification when
 * it is raised and when it is over.
 */
export class Alarms extends NestedStack {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, { metrics, topics }: AlarmsProps) {
    super(scope, id, { description: 'Alarms' });
    this.nestedStackResource?.overrideLogicalId(id);
    const actions = { page: new SnsAction(topics.page), ticket: new SnsAction(topics.ticket) };
    this.all = Object.entries(watches(metrics)).map(([name, watch]) => {
      const { urgency, metric, threshold, whenBelow = false, periods = [1, 1], description } = watch;
      const [above, of] = periods;
      const alarm = new Alarm(this, name, {
        metric,
        threshold,
        comparisonOperator: whenBelow
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_THRESHOLD,
        datapointsToAlarm: above,
        evaluationPeriods: of,
        // Without requests there is no data.
        treatMissingData: whenBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        alarmDescription: description,
      });
      alarm.addAlarmAction(actions[urgency]);
      alarm.addOkAction(actions[urgency]);
      return alarm;
    });
  }
}
