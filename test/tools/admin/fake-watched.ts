/** As much of Lambda's mappings, SQS, CloudWatch and SNS as `doctor` asks, in memory. */
import { Fault } from './fake-gateway.ts';

export interface FakeWatched {
  /** By UUID: the name of its source, and its state. */
  readonly mappings: Map<string, { source: string; State: string }>;
  /** How many messages wait, by queue name. */
  readonly queues: Map<string, number>;
  /** By name. */
  readonly alarms: Map<string, { state: 'OK' | 'ALARM'; notifies: boolean; isSilenced?: boolean }>;
  /** The ARNs of subscriptions, by topic. */
  readonly subscribers: Map<string, string[]>;
}

export const fakeWatched = (): FakeWatched => ({
  mappings: new Map(),
  queues: new Map(),
  alarms: new Map(),
  subscribers: new Map(),
});

/** Answers Lambda's GetEventSourceMapping. */
export const mappingAnswer = ({ mappings }: FakeWatched, uuid: string): object => {
  const mapping = mappings.get(uuid);
  if (!mapping) throw new Fault(404, 'ResourceNotFoundException', 'The resource you requested does not exist.');
  return { UUID: uuid, State: mapping.State, EventSourceArn: `arn:aws:sqs:us-east-1:123456789012:${mapping.source}` };
};

/** Answers the calls that say their names in a header; `undefined` for another one. */
export const watchedAnswer = ({ queues, alarms }: FakeWatched, call: string, body: string): object | undefined => {
  if (call === 'GetQueueAttributes') {
    const name = JSON.parse(body).QueueUrl.split('/').at(-1);
    return { Attributes: { ApproximateNumberOfMessages: String(queues.get(name) ?? 0) } };
  }
  if (call !== 'DescribeAlarms') return undefined;
  const asked: string[] = JSON.parse(body).AlarmNames;
  return {
    MetricAlarms: asked.flatMap((AlarmName) => {
      const alarm = alarms.get(AlarmName);
      if (!alarm) return [];
      const { state: StateValue, notifies, isSilenced = false } = alarm;
      return [{ AlarmName, StateValue, ActionsEnabled: !isSilenced, AlarmActions: notifies ? ['arn:aws:sns:x'] : [] }];
    }),
  };
};

/** Makes a stage of these parts that is well, and returns its resources for CloudFormation. */
export const healthyParts = (watched: FakeWatched) => {
  watched.mappings.clear();
  watched.queues.clear();
  watched.alarms.clear();
  watched.subscribers.clear();
  watched.mappings.set('uuid-stream', { source: 'stream', State: 'Enabled' });
  watched.mappings.set('uuid-queue', { source: 'Deliveries', State: 'Enabled' });
  watched.queues.set('Deliveries', 3);
  watched.alarms.set('ServerErrors', { state: 'OK', notifies: true });
  // Of a release: it notifies no one.
  watched.alarms.set('Failures', { state: 'ALARM', notifies: false });
  for (const topic of ['arn:page', 'arn:ticket'])
    watched.subscribers.set(topic, ['arn:aws:sns:x:1', 'PendingConfirmation']);
  const queue = (name: string) => `https://sqs.us-east-1.amazonaws.com/123456789012/${name}`;
  return {
    own: [
      ['AWS::CloudFormation::Stack', 'EventsFunctions', 'nested'],
      ['AWS::CloudWatch::Alarm', 'AlarmsServerErrors0A1B2C3D', 'ServerErrors'],
      ['AWS::CloudWatch::Alarm', 'GetFailures0A1B2C3D', 'Failures'],
    ],
    nested: [
      ['AWS::Lambda::EventSourceMapping', 'Changes0A1B2C3D', 'uuid-stream'],
      ['AWS::Lambda::EventSourceMapping', 'ToDeliver0A1B2C3D', 'uuid-queue'],
      ['AWS::SQS::Queue', 'QueuesDeliveries0A1B2C3D', queue('Deliveries')],
      ['AWS::SQS::Queue', 'GivenUp0A1B2C3D', queue('GivenUp')],
    ],
  } as const;
};
