import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** What an alarm is made of. */
export interface Watch {
  readonly metric: IMetric;
  /** An alarm is raised above it. */
  readonly threshold: number;
  /** It is raised below the threshold instead, and where nothing is measured at all. */
  readonly whenBelow?: true;
  /** How many periods of how many must be above it; one of one where it is left out. */
  readonly periods?: readonly [above: number, of: number];
  /** What it means, and where to look first. It stands in the message. */
  readonly description: string;
}

/** A minute may go wrong by itself; three of five do not. */
export const sustained = [3, 5] as const;

/** The same of spans of five minutes: one may go wrong by itself, two of three do not. */
export const repeated = [2, 3] as const;
