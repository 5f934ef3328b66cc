/** Reads the attributes of CreateQueue, and the numbers of requests. */
import type { QueueSettings } from './fair-queue.ts';
import { badValue } from './queue-fault.ts';

/** Reads an integer in a range, sent as a number or as text. */
export const integer = (name: string, value: unknown, least: number, most: number): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw badValue(`Value ${value} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}.`);
};

/** Reads an integer that may be omitted. */
export const optional = (name: string, value: unknown, least: number, most: number): number | undefined =>
  value === undefined || value === null ? undefined : integer(name, value, least, most);

/** The settings of a queue, with SQS's defaults for omitted attributes. */
export const settingsOf = (name: string, attributes: Readonly<Record<string, string>> = {}): QueueSettings => {
  const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(attributes.RedrivePolicy ?? '{}');
  return {
    name,
    visibilitySeconds: optional('VisibilityTimeout', attributes.VisibilityTimeout, 0, 43_200) ?? 30,
    delaySeconds: optional('DelaySeconds', attributes.DelaySeconds, 0, 900) ?? 0,
    retentionSeconds: optional('MessageRetentionPeriod', attributes.MessageRetentionPeriod, 60, 1_209_600) ?? 345_600,
    redrive: deadLetterTargetArn && {
      deadLetters: String(deadLetterTargetArn).split(':').at(-1) ?? '',
      mostReceipts: integer('maxReceiveCount', maxReceiveCount, 1, 1000),
    },
  };
};
