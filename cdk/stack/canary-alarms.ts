/** Alarms that take a release back. They wake nobody: whoever deploys is told by the deploy. */
import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

export interface Judged {
  /** What counts against a release, for each minute. */
  readonly metric: IMetric;
  /** A minute is bad above it. */
  readonly threshold: number;
  readonly description: string;
}

export const minute = Duration.minutes(1);

/** One failure may be the store's. The same function failing in three minutes of ten is the release, also where few call it. */
export const ofOneFunction = { above: 3, of: 10 };
/** Of all functions together: sooner than the alarm that wakes somebody, as going back costs nobody's sleep. */
export const ofTheStage = { above: 2, of: 3 };

export const alarmOf = (
  scope: Construct,
  id: string,
  { above, of }: { readonly above: number; readonly of: number },
  { metric, threshold, description }: Judged,
): Alarm =>
  new Alarm(scope, id, {
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    datapointsToAlarm: above,
    evaluationPeriods: of,
    // Without requests nothing fails.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
