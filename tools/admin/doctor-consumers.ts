/** The checks of `doctor` on the background functions: event source mappings, queues, alarms, and who is notified. */
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  type EventSourceMappingConfiguration,
  GetEventSourceMappingCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Check, Finding } from './doctor-check.ts';
import type { StackParts } from './stack-parts.ts';

/** Clients of the checks; destroy them when done. */
export const openConsumerClients = () => ({
  functions: new LambdaClient({}),
  queues: new SQSClient({ useQueueUrlAsEndpoint: false }),
  alarms: new CloudWatchClient({}),
  topics: new SNSClient({}),
});

type ConsumerClients = ReturnType<typeof openConsumerClients>;

/** A readable form of a logical id: without the path of its constructs' hash. */
const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

const mappingOf = async (
  functions: LambdaClient,
  UUID: string,
): Promise<EventSourceMappingConfiguration | undefined> => {
  try {
    return await functions.send(new GetEventSourceMappingCommand({ UUID }));
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const mappingsCheck = ({ functions }: ConsumerClients, parts: StackParts, deploy: string): Check => ({
  name: 'event mappings',
  async run() {
    const mappings = parts.get('AWS::Lambda::EventSourceMapping') ?? [];
    const states = await Promise.all(
      mappings.map(async ([id, uuid]) => [nameOf(id), uuid, (await mappingOf(functions, uuid))?.State] as const),
    );
    const bad = states.filter(([, , state]) => state !== 'Enabled');
    if (mappings.length === 0) return { found: 'the stack has none', remedy: deploy };
    if (bad.length === 0) return { found: `${mappings.length} are enabled` };
    const missing = bad.filter(([, , state]) => state === undefined);
    return {
      found: bad.map(([name, uuid, state = 'missing']) => `${name} (${uuid}) is ${state}`).join(', '),
      remedy:
        missing.length > 0
          ? `A deploy does not replace what was deleted by hand: docs/recovery.md, a mapping that is gone.`
          : `aws lambda update-event-source-mapping --enabled --uuid ${bad[0]![1]}`,
    };
  },
});

/** The queues that a mapping reads; all others take what failed. */
const readQueues = async (functions: LambdaClient, parts: StackParts): Promise<ReadonlySet<string>> => {
  const mappings = parts.get('AWS::Lambda::EventSourceMapping') ?? [];
  const found = await Promise.all(mappings.map(([, uuid]) => mappingOf(functions, uuid)));
  return new Set(found.flatMap((mapping) => mapping?.EventSourceArn?.split(':').at(-1) ?? []));
};

const queuesCheck = ({ functions, queues }: ConsumerClients, parts: StackParts, deploy: string): Check => ({
  name: 'queues',
  async run() {
    const all = parts.get('AWS::SQS::Queue') ?? [];
    if (all.length === 0) return { found: 'the stack has none', remedy: deploy };
    const read = await readQueues(functions, parts);
    const depths = await Promise.all(
      all.map(async ([id, QueueUrl]) => {
        const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] });
        const { Attributes } = await queues.send(asked);
        const isRead = read.has(QueueUrl.split('/').at(-1) ?? '');
        return { name: nameOf(id), messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0), isRead };
      }),
    );
    const dead = depths.filter(({ isRead, messages }) => !isRead && messages > 0);
    const waiting = depths.filter(({ isRead }) => isRead).map(({ name, messages }) => `${name} ${messages}`);
    return {
      found: `${all.length}, waiting: ${waiting.join(', ') || 'none is read'}${dead.map(({ name, messages }) => `; given up in ${name}: ${messages}`).join('')}`,
      ...(dead.length > 0 && { remedy: 'See docs/operators.md, undelivered events: each of them waits for you.' }),
    };
  },
});

/** CloudWatch returns so many alarms by their names in one call. */
const ALARMS_OF_A_CALL = 100;

const alarmsCheck = ({ alarms }: ConsumerClients, parts: StackParts, deploy: string): Check => ({
  name: 'alarms',
  async run() {
    const names = (parts.get('AWS::CloudWatch::Alarm') ?? []).map(([, name]) => name);
    const raised: string[] = [];
    const silenced: string[] = [];
    let found = 0;
    for (let from = 0; from < names.length; from += ALARMS_OF_A_CALL) {
      const AlarmNames = names.slice(from, from + ALARMS_OF_A_CALL);
      const { MetricAlarms = [] } = await alarms.send(new DescribeAlarmsCommand({ AlarmNames, MaxRecords: 100 }));
      found += MetricAlarms.length;
      for (const { AlarmName = '', StateValue, AlarmActions = [], ActionsEnabled } of MetricAlarms) {
        // Alarms of releases notify no one.
        if (StateValue === 'ALARM' && AlarmActions.length > 0) raised.push(AlarmName);
        if (ActionsEnabled === false) silenced.push(AlarmName);
      }
    }
    if (names.length === 0 || found < names.length)
      return { found: `${found} of ${names.length} exist`, remedy: deploy };
    if (raised.length > 0) return { found: `raised: ${raised.join(', ')}`, remedy: 'See docs/watching.md, alarms.' };
    return {
      found: `${found}, none is raised${silenced.length > 0 ? `; without actions: ${silenced.join(', ')}` : ''}`,
      ...(silenced.length > 0 && { remedy: `aws cloudwatch enable-alarm-actions --alarm-names ${silenced.join(' ')}` }),
    };
  },
});

const confirmed = async (topics: SNSClient, TopicArn: string): Promise<number> => {
  const { Subscriptions = [] } = await topics.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  return Subscriptions.filter(({ SubscriptionArn = '' }) => /^arn:/.test(SubscriptionArn)).length;
};

const subscribersCheck = (
  { topics }: ConsumerClients,
  outputs: ReadonlyMap<string, string>,
  { retain, deploy }: { readonly retain: boolean; readonly deploy: string },
): Check => ({
  name: 'subscribers of alarms',
  async run(): Promise<Finding> {
    const found: string[] = [];
    const missing: string[] = [];
    for (const [what, output] of [
      ['pages', 'AlarmTopicArn'],
      ['tickets', 'TicketTopicArn'],
    ] as const) {
      const topic = outputs.get(output);
      if (!topic) return { found: `the stack has no output ${output}`, remedy: deploy };
      const count = await confirmed(topics, topic);
      found.push(`${count} of ${what}`);
      if (count === 0) missing.push(what);
    }
    return {
      found: found.join(', '),
      ...(missing.length > 0 && {
        remedy: `No one is notified of ${missing.join(' and ')}: deploy with -c alarmEmail=… -c ticketEmail=…, and confirm the mail (docs/operators.md).`,
        // A stage that keeps nothing is no one's night.
        isWarning: !retain,
      }),
    };
  },
});

interface Consumers {
  readonly clients: ConsumerClients;
  readonly parts: StackParts;
  readonly outputs: ReadonlyMap<string, string>;
  readonly retain: boolean;
  /** How to deploy again. */
  readonly deploy: string;
}

/** The checks in the order in which they are printed. */
export const consumerChecks = ({ clients, parts, outputs, retain, deploy }: Consumers): readonly Check[] => [
  mappingsCheck(clients, parts, deploy),
  queuesCheck(clients, parts, deploy),
  alarmsCheck(clients, parts, deploy),
  subscribersCheck(clients, outputs, { retain, deploy }),
];
