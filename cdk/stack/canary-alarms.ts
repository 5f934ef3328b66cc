/** Alarms that roll a release back. They page no one: the deployment reports its failure to the person who deploys. */
import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

export interface WatchedAlarm {
  /** The share of requests whose failures count against a release, in percent, for each minute. */
  readonly metric: IMetric;
  /** The highest share of a good minute. */
  readonly threshold: number;
  readonly description: string;
}

export const minute = Duration.minutes(1);

/**
 * A single failure may come from DynamoDB. A share of failures of the same function in three minutes of ten comes from the
 * release, even with few calls; three failures among many thousands do not.
 */
export const ofOneFunction = { above: 3, of: 10 };
/**
 * For all functions together. It is more sensitive than the alarm that pages an operator, as a rollback disturbs no
 * one.
 */
export const ofTheStage = { above: 2, of: 3 };

export const alarmOf = (
  scope: Construct,
  id: string,
  { above, of }: { readonly above: number; readonly of: number },
  { metric, threshold, description }: WatchedAlarm,
): Alarm =>
  new Alarm(scope, id, {
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    datapointsToAlarm: above,
    evaluationPeriods: of,
    // Without requests there are no failures.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
