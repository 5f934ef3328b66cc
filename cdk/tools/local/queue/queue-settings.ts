/** What CreateQueue says of a queue, and the numbers that requests hold. */
import type { QueueSettings } from './fair-queue.ts';
import { badValue } from './queue-fault.ts';

/** A whole number of a range, sent as a number or as its text. */
export const whole = (name: string, value: unknown, least: number, most: number): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw badValue(`Value ${value} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}.`);
};

/** The same, where it may be left out. */
export const optional = (name: string, value: unknown, least: number, most: number): number | undefined =>
  value === undefined || value === null ? undefined : whole(name, value, least, most);

/** SQS's own defaults, where a queue is made without these attributes. */
export const settingsOf = (name: string, attributes: Readonly<Record<string, string>> = {}): QueueSettings => {
  const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(attributes.RedrivePolicy ?? '{}');
  return {
    name,
    visibilitySeconds: optional('VisibilityTimeout', attributes.VisibilityTimeout, 0, 43_200) ?? 30,
    delaySeconds: optional('DelaySeconds', attributes.DelaySeconds, 0, 900) ?? 0,
    retentionSeconds: optional('MessageRetentionPeriod', attributes.MessageRetentionPeriod, 60, 1_209_600) ?? 345_600,
    redrive: deadLetterTargetArn && {
      deadLetters: String(deadLetterTargetArn).split(':').at(-1) ?? '',
      mostReceipts: whole('maxReceiveCount', maxReceiveCount, 1, 1000),
    },
  };
};
