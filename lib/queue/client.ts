/** The functions' client for the queue: sends messages by SQS's JSON protocol. Lambda receives them. */
import type { CallOptions } from '../dynamodb/client/call.ts';
import { type JsonCall, jsonClient } from '../dynamodb/client/client.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import { pauseBefore } from '../dynamodb/client/pause.ts';

export interface QueueMessage {
  readonly body: string;
  /** Messages of one group do not delay other groups: the queue is fair. */
  readonly group: string;
  /** Seconds until it can be received: 0 to 900. */
  readonly delaySeconds?: number;
}

export interface Queue {
  /**
   * Sends all messages. If it fails, some may have been sent.
   *
   * @throws CallError, or QueueUnavailable if the queue accepts a message in none of the tries
   */
  send(messages: readonly QueueMessage[]): Promise<void>;
  /** The same queue, whose calls end with an abort signal, and do not begin after a deadline. */
  within(limits: CallOptions): Queue;
}

export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
}

/** The maximum delay of a message in SQS. */
export const MOST_DELAY_SECONDS = 900;
const BATCH = 10;
const ATTEMPTS = 3;

interface Answer {
  readonly Failed?: readonly { readonly Id: string; readonly Code?: string; readonly Message?: string }[];
}

const entryOf = ({ body, group, delaySeconds = 0 }: QueueMessage, index: number) => ({
  Id: String(index),
  MessageBody: body,
  MessageGroupId: group,
  ...(delaySeconds > 0 && { DelaySeconds: Math.min(MOST_DELAY_SECONDS, Math.ceil(delaySeconds)) }),
});

const queueOf = (QueueUrl: string, call: JsonCall, limits: CallOptions): Queue => {
  const sendBatch = async (messages: readonly QueueMessage[]): Promise<void> => {
    let Entries = messages.map(entryOf);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await pauseBefore(attempt);
      const { Failed = [] } = (await call('SendMessageBatch', { QueueUrl, Entries }, limits)) as Answer;
      const failed = new Set(Failed.map(({ Id }) => Id));
      Entries = Entries.filter(({ Id }) => failed.has(Id));
      if (Entries.length === 0) return;
      if (attempt === ATTEMPTS - 1) {
        const { Code, Message } = Failed[0] ?? {};
        throw new QueueUnavailable(`the queue did not take a message: ${Code} ${Message ?? ''}`);
      }
    }
  };
  return {
    async send(messages) {
      for (const batch of chunksOf(messages, BATCH)) await sendBatch(batch);
    },
    within: (narrower) => queueOf(QueueUrl, call, { ...limits, ...narrower }),
  };
};

const opened = new Map<string, Queue>();

/**
 * The queue at the URL in an environment variable; `AWS_ENDPOINT_URL_SQS` overrides its host.
 *
 * @throws Error that names the missing variable
 */
export const serviceQueue = (variable: string): Queue => {
  const { [variable]: queueUrl, AWS_ENDPOINT_URL_SQS, AWS_ENDPOINT_URL, AWS_REGION: region } = process.env;
  if (!queueUrl) throw new Error(`The environment variable ${variable} is missing`);
  if (!region) throw new Error('The environment variable AWS_REGION is missing');
  const endpoint = new URL('/', AWS_ENDPOINT_URL_SQS || AWS_ENDPOINT_URL || queueUrl);
  const known = `${queueUrl} ${endpoint}`;
  const queue =
    opened.get(known) ??
    queueOf(queueUrl, jsonClient({ region, url: endpoint, service: 'sqs', target: 'AmazonSQS' }), {});
  opened.set(known, queue);
  return queue;
};
