import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * Who is notified. `page`: partners notice it, or data is about to be lost, so someone gets up. `ticket`: it can wait for
 * the morning.
 */
export type Urgency = 'page' | 'ticket';

/** The definition of an alarm. */
export interface Watch {
  readonly urgency: Urgency;
  readonly metric: IMetric;
  /** The alarm is raised above it. */
  readonly threshold: number;
  /** The alarm is raised below the threshold instead, and also without data. */
  readonly whenBelow?: true;
  /** How many of the last periods must be above it; one of one by default. */
  readonly periods?: readonly [above: number, of: number];
  /** What the alarm means, and where to look first. It is part of the notification. */
  readonly description: string;
}

/** A single bad minute may happen by itself; three of five do not. */
export const sustained = [3, 5] as const;

/** For periods of five minutes: a single bad one may happen by itself, two of three do not. */
export const repeated = [2, 3] as const;

/**
 * So many messages that failed each time are no single bad one. The age of a queue's oldest message says nothing of them:
 * SQS leaves out what was received three times.
 */
export const MANY_DEAD = 20;
