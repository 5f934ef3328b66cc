/** Calls functions with the messages of a queue as Lambda's event source mapping does: in concurrent batches. */
import { setTimeout as pause } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { localEnvironment } from '../../local-credentials.ts';
import type { QueueSource } from '../model.ts';
import type { OpenQueue } from './queue-engine.ts';

export interface QueueSourceOptions {
  readonly source: QueueSource;
  readonly queue: OpenQueue;
  readonly client: SQSClient;
  readonly invoke: (functionId: string, event: unknown) => Promise<string>;
  readonly onNotice: (text: string) => void;
}

export interface Polling {
  /** Receives no more messages, and resolves once the running calls have completed or were stopped. */
  stop(): Promise<void>;
}

const LONG_POLL_SECONDS = 20;
const AFTER_FAILURE_MILLISECONDS = 1000;
/** The most messages of one receive. */
const MOST_MESSAGES = 10;

/** A message in the format of Lambda's event. */
const recordOf = (message: Message, eventSourceARN: string) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: {},
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN,
  awsRegion: localEnvironment.AWS_REGION,
});

interface Answer {
  readonly batchItemFailures?: readonly ({ readonly itemIdentifier?: string | null } | null)[] | null;
}

/** The messages to delete. A failure that names no message of the batch fails the complete batch. */
export const doneOf = (messages: readonly Message[], payload: string, namesFailures: boolean): readonly Message[] => {
  const answer: Answer | null = namesFailures ? JSON.parse(payload) : null;
  const failed = (answer?.batchItemFailures ?? []).map((each) => each?.itemIdentifier);
  const ids = messages.map(({ MessageId }) => MessageId);
  if (failed.some((id) => !id || !ids.includes(id))) return [];
  return messages.filter(({ MessageId }) => !failed.includes(MessageId));
};

/** Polls a queue for a mapping until it is stopped. Messages that fail stay in the queue and become visible again. */
export const startQueueSource = ({ source, queue, client, invoke, onNotice }: QueueSourceOptions): Polling => {
  const { functionId, batchSize, namesFailures, mostAtOnce } = source;
  const controller = new AbortController();
  const { signal } = controller;
  const running = new Set<Promise<void>>();

  const call = async (messages: readonly Message[]): Promise<void> => {
    try {
      const payload = await invoke(functionId, { Records: messages.map((each) => recordOf(each, queue.arn)) });
      const done = doneOf(messages, payload, namesFailures);
      if (done.length === 0) return;
      const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
    } catch (error) {
      if (!signal.aborted) onNotice(`${functionId} failed at ${messages.length} messages: ${(error as Error).message}`);
    }
  };

  const poll = async (): Promise<void> => {
    let isNotified = false;
    while (!signal.aborted) {
      try {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl: queue.url,
            MaxNumberOfMessages: Math.min(batchSize, MOST_MESSAGES),
            WaitTimeSeconds: LONG_POLL_SECONDS,
            MessageSystemAttributeNames: ['All'],
          }),
          { abortSignal: signal },
        );
        isNotified = false;
        if (Messages.length === 0) continue;
        const called = call(Messages).finally(() => running.delete(called));
        running.add(called);
        if (running.size >= mostAtOnce) await Promise.race(running);
      } catch (error) {
        if (signal.aborted) return;
        if (!isNotified) onNotice(`The queue ${queue.name} can't be read: ${(error as Error).message}`);
        isNotified = true;
        await pause(AFTER_FAILURE_MILLISECONDS, undefined, { signal }).catch(() => {});
      }
    }
  };
  const polling = poll();
  return {
    stop: async () => {
      controller.abort();
      await polling;
      await Promise.all(running);
    },
  };
};
