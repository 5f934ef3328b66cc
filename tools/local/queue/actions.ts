/** The actions of the local queue, with the inputs and outputs of Amazon SQS's JSON protocol. */
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { Message } from './message.ts';
import {
  badHandle,
  badValue,
  emptyBatch,
  largeBatch,
  longBatch,
  noSuchQueue,
  notInFlight,
  QueueFault,
  sameIds,
} from './queue-fault.ts';
import { integer, optional, settingsOf } from './queue-settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends; what is read of it is checked
type Input = any;
/** `signal` aborts when the client disconnects. */
export type Actions = Readonly<Record<string, (input: Input, signal: AbortSignal) => object | Promise<object>>>;

/** The most bytes of a message, and of all messages of a batch together. */
const MOST_BYTES = 1024 * 1024;
const MOST_ENTRIES = 10;

const entriesOf = ({ Entries }: Input): Input[] => {
  if (!Array.isArray(Entries) || Entries.length === 0) throw emptyBatch();
  if (Entries.length > MOST_ENTRIES) throw largeBatch(Entries.length);
  const ids = Entries.map(({ Id }) => Id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw sameIds(twice);
  return Entries;
};

/** Runs an action for each entry of a batch: an entry that fails does not affect the others. */
const eachEntry = (input: Input, work: (entry: Input) => object) => {
  const [Successful, Failed]: [object[], object[]] = [[], []];
  for (const entry of entriesOf(input)) {
    try {
      Successful.push({ Id: entry.Id, ...work(entry) });
    } catch (error) {
      if (!(error instanceof QueueFault)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
};

const shown = (message: Message) => ({
  MessageId: message.id,
  ReceiptHandle: message.handle,
  Body: message.body,
  MD5OfBody: message.md5,
  Attributes: {
    SenderId: 'local',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receipts),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  },
});

const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

interface QueueWorld {
  /** The URL of a queue. */
  readonly urlOf: (name: string) => string;
  readonly now: () => number;
  /** Waits until a queue may have a message, at most `milliseconds`, or until the signal aborts. */
  readonly wait: (queue: FairQueue, milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called when a message was sent to the queue or became visible again. */
  readonly onSent: (queue: FairQueue) => void;
}

/** The actions on queues that are kept in memory. */
export const queueActions = ({ urlOf, now, wait, onSent }: QueueWorld): Actions => {
  const queues = new Map<string, FairQueue>();
  const nameOf = (url: unknown) => String(url).split('/').at(-1) ?? '';
  const named = (name: string): FairQueue => {
    const queue = queues.get(name);
    if (!queue) throw noSuchQueue();
    return queue;
  };
  const queueOf = ({ QueueUrl }: Input) => named(nameOf(QueueUrl));

  const send = (queue: FairQueue, { MessageBody, MessageGroupId, DelaySeconds, MessageAttributes }: Input) => {
    if (typeof MessageBody !== 'string' || MessageBody === '')
      throw badValue('The request must contain the parameter MessageBody.');
    if (Buffer.byteLength(MessageBody) > MOST_BYTES) throw badValue(`A message has at most ${MOST_BYTES} bytes.`);
    if (MessageAttributes !== undefined) throw badValue('Message attributes are not kept here.');
    if (MessageGroupId !== undefined && !/^[\x21-\x7e]{1,128}$/.test(String(MessageGroupId)))
      throw badValue(`Value ${MessageGroupId} for parameter MessageGroupId is invalid.`);
    const delaySeconds = optional('DelaySeconds', DelaySeconds, 0, 900);
    const { id, md5 } = queue.send({ body: MessageBody, group: MessageGroupId, delaySeconds });
    onSent(queue);
    return { MessageId: id, MD5OfMessageBody: md5 };
  };
  const remove = (queue: FairQueue, { ReceiptHandle }: Input) => {
    if (!ReceiptHandle) throw badHandle();
    // Deleting a message twice is no error.
    queue.remove(String(ReceiptHandle));
    return {};
  };
  const change = (queue: FairQueue, { ReceiptHandle, VisibilityTimeout }: Input) => {
    const seconds = integer('VisibilityTimeout', VisibilityTimeout, 0, 43_200);
    if (!queue.changeVisibility(String(ReceiptHandle), seconds)) throw notInFlight();
    onSent(queue);
    return {};
  };

  return {
    CreateQueue: ({ QueueName, Attributes }) => {
      const name = String(QueueName);
      if (!/^[\w-]{1,80}$/.test(name))
        throw badValue('A queue is named by 1 to 80 letters, digits, hyphens, underscores.');
      // An existing queue keeps its messages.
      if (!queues.has(name)) {
        queues.set(
          name,
          createFairQueue(settingsOf(name, Attributes), (other) => queues.get(other), now),
        );
      }
      return { QueueUrl: urlOf(name) };
    },
    GetQueueUrl: ({ QueueName }) => ({ QueueUrl: urlOf(named(String(QueueName)).settings.name) }),
    ListQueues: () => ({ QueueUrls: [...queues.keys()].map(urlOf) }),
    PurgeQueue: (input) => {
      queueOf(input).purge();
      return {};
    },
    SendMessage: (input) => send(queueOf(input), input),
    SendMessageBatch: (input) => {
      const bytes = entriesOf(input).reduce((sum, { MessageBody }) => sum + Buffer.byteLength(String(MessageBody)), 0);
      if (bytes > MOST_BYTES) throw longBatch(MOST_BYTES);
      const queue = queueOf(input);
      return eachEntry(input, (entry) => send(queue, entry));
    },
    ReceiveMessage: async (input, signal) => {
      const queue = queueOf(input);
      const most = optional('MaxNumberOfMessages', input.MaxNumberOfMessages, 1, 10) ?? 1;
      const visibility = optional('VisibilityTimeout', input.VisibilityTimeout, 0, 43_200);
      const until = now() + (optional('WaitTimeSeconds', input.WaitTimeSeconds, 0, 20) ?? 0) * 1000;
      for (;;) {
        const messages = signal.aborted ? [] : queue.receive(most, visibility);
        if (messages.length > 0) return { Messages: messages.map(shown) };
        if (signal.aborted || now() >= until) return {};
        await wait(queue, until - now(), signal);
      }
    },
    DeleteMessage: (input) => remove(queueOf(input), input),
    DeleteMessageBatch: (input) => {
      const queue = queueOf(input);
      return eachEntry(input, (entry) => remove(queue, entry));
    },
    ChangeMessageVisibility: (input) => change(queueOf(input), input),
    ChangeMessageVisibilityBatch: (input) => {
      const queue = queueOf(input);
      return eachEntry(input, (entry) => change(queue, entry));
    },
    GetQueueAttributes: (input) => {
      const { settings, depths } = queueOf(input);
      const { visible, inFlight, delayed, oldestSeconds } = depths();
      const all: Readonly<Record<string, string>> = {
        QueueArn: arnOf(settings.name),
        ApproximateNumberOfMessages: String(visible),
        ApproximateNumberOfMessagesNotVisible: String(inFlight),
        ApproximateNumberOfMessagesDelayed: String(delayed),
        VisibilityTimeout: String(settings.visibilitySeconds),
        DelaySeconds: String(settings.delaySeconds),
        MessageRetentionPeriod: String(settings.retentionSeconds),
        // Not an attribute of SQS, where it is a metric.
        ApproximateAgeOfOldestMessage: String(oldestSeconds),
      };
      const wanted: string[] = input.AttributeNames ?? [];
      const isWanted = (name: string) => wanted.includes('All') || wanted.includes(name);
      return { Attributes: Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name))) };
    },
  };
};
