/** Reads a template's triggers other than the API: event source mappings of the stream and of queues, and schedules. */
import { isObject, type Properties, referencedIds } from './intrinsics.ts';
import type { EventSource, QueueModel, QueueSource, Schedule } from './model.ts';

const records = (value: unknown): Properties[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Lambda's defaults, if a mapping sets none. */
const defaultBatchSize = { stream: 100, queue: 10 };
const endlessly = -1;
/** The most concurrent calls that Lambda makes for a queue, if its mapping sets no limit. */
const defaultAtOnce = 1250;

const namesFailures = ({ FunctionResponseTypes: types }: Properties): boolean =>
  Array.isArray(types) && types.includes('ReportBatchItemFailures');

/** AWS::Lambda::EventSourceMapping of the table's stream. */
export const readEventSource = (id: string, functionId: string, properties: Properties): EventSource => {
  const position = String(properties.StartingPosition);
  if (position !== 'TRIM_HORIZON' && position !== 'LATEST')
    throw new Error(`${id}: a stream is read from TRIM_HORIZON or LATEST.`);
  const { Filters } = isObject(properties.FilterCriteria) ? properties.FilterCriteria : {};
  return {
    id,
    functionId,
    startingPosition: position,
    batchSize: Number(properties.BatchSize ?? defaultBatchSize.stream),
    patterns: records(Filters).map(({ Pattern }) => JSON.parse(String(Pattern))),
    retryAttempts: Number(properties.MaximumRetryAttempts ?? endlessly),
    bisects: properties.BisectBatchOnFunctionError === true,
    namesFailures: namesFailures(properties),
  };
};

/** AWS::Lambda::EventSourceMapping of a queue. */
export const readQueueSource = (
  id: string,
  functionId: string,
  queueId: string,
  properties: Properties,
): QueueSource => {
  if (Number(properties.MaximumBatchingWindowInSeconds ?? 0) > 0 || properties.FilterCriteria !== undefined)
    throw new Error(`${id}: neither a batching window nor filters of a queue are served.`);
  const { MaximumConcurrency } = isObject(properties.ScalingConfig) ? properties.ScalingConfig : {};
  return {
    id,
    functionId,
    queueId,
    batchSize: Number(properties.BatchSize ?? defaultBatchSize.queue),
    namesFailures: namesFailures(properties),
    mostAtOnce: Number(MaximumConcurrency ?? defaultAtOnce),
  };
};

const queueAttributes = ['VisibilityTimeout', 'DelaySeconds', 'MessageRetentionPeriod'] as const;

/** Reads an AWS::SQS::Queue with unresolved references. */
export const readQueue = ([logicalId, properties]: [string, Properties]): QueueModel => {
  if (properties.FifoQueue === true) throw new Error(`${logicalId}: only standard queues are served.`);
  const redrive = isObject(properties.RedrivePolicy) ? properties.RedrivePolicy : undefined;
  const [deadLetterId = ''] = referencedIds(redrive?.deadLetterTargetArn);
  return {
    logicalId,
    attributes: Object.fromEntries(
      queueAttributes.flatMap((name) => (properties[name] === undefined ? [] : [[name, String(properties[name])]])),
    ),
    redrive: redrive && { deadLetterId, mostReceipts: Number(redrive.maxReceiveCount) },
  };
};

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads an AWS::Events::Rule with unresolved references. Rules on events and disabled rules are no schedules. */
export const readSchedule = (
  id: string,
  properties: Properties,
  functionOf: (arn: unknown, owner: string) => string,
): readonly Schedule[] => {
  const { ScheduleExpression: expression, State, Targets } = properties;
  if (expression === undefined || State === 'DISABLED') return [];
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? [];
  if (count === undefined) throw new Error(`${id}: only rates are served, not ${expression}.`);
  const targets = records(Targets);
  if (targets.some((each) => each.Input !== undefined || each.InputTransformer !== undefined))
    throw new Error(`${id}: no input of a target is served.`);
  return [
    { id, functionIds: targets.map(({ Arn }) => functionOf(Arn, id)), milliseconds: Number(count) * UNITS[unit]! },
  ];
};
