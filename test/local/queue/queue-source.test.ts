/** A mapping of a queue: what a function is called with, what is deleted, what comes again. On both kinds of engine. */
import { randomUUID } from 'node:crypto';
import { GetQueueAttributesCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { QueueSource } from '../../../tools/local/model.ts';
import { type QueueEngine, startQueueEngine } from '../../../tools/local/queue/queue-engine.ts';
import { doneOf, type Polling, startQueueSource } from '../../../tools/local/queue/queue-source.ts';

const source: QueueSource = {
  id: 'Mapping',
  functionId: 'Work',
  queueId: 'Queue',
  batchSize: 10,
  namesFailures: true,
  mostAtOnce: 100,
};

let engine: QueueEngine;
let polling: Polling | undefined;
let notices: string[] = [];
beforeAll(async () => {
  engine = await startQueueEngine({
    prefix: randomUUID().slice(0, 8),
    queues: ['Queue', 'Slow', 'Failing', 'Named'].flatMap((logicalId) => [
      {
        logicalId,
        attributes: { VisibilityTimeout: '1' },
        redrive: { deadLetterId: `${logicalId}Dead`, mostReceipts: 2 },
      },
      { logicalId: `${logicalId}Dead`, attributes: {}, redrive: undefined },
    ]),
  });
});
afterEach(async () => {
  await polling?.stop();
  notices = [];
});
afterAll(() => engine?.stop());

type Work = (event: SQSEvent) => Promise<unknown>;
const start = (queueId: string, work: Work, more: Partial<QueueSource> = {}) => {
  polling = startQueueSource({
    source: { ...source, queueId, ...more },
    queue: engine.queues.get(queueId)!,
    client: engine.client,
    invoke: async (functionId, event) => {
      expect(functionId).toBe('Work');
      return JSON.stringify((await work(event as SQSEvent)) ?? null);
    },
    onNotice: (text) => notices.push(text),
  });
};
const send = async (queueId: string, ...bodies: string[]) => {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, MessageGroupId: MessageBody }));
  await engine.client.send(new SendMessageBatchCommand({ QueueUrl: engine.queues.get(queueId)!.url, Entries }));
};
const countOf = async (queueId: string) => {
  const { Attributes = {} } = await engine.client.send(
    new GetQueueAttributesCommand({ QueueUrl: engine.queues.get(queueId)!.url, AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: inFlight } = Attributes;
  return Number(visible) + Number(inFlight);
};

describe('A mapping of a queue', () => {
  it('calls with messages as Lambda hands them over, and deletes them', async () => {
    const seen: SQSEvent['Records'] = [];
    await send('Queue', 'a', 'b', 'c');
    start('Queue', async ({ Records }) => void seen.push(...Records));
    await expect.poll(() => seen.map(({ body }) => body).sort()).toEqual(['a', 'b', 'c']);
    expect(seen[0]).toMatchObject({
      eventSource: 'aws:sqs',
      eventSourceARN: engine.queues.get('Queue')!.arn,
      awsRegion: 'us-east-1',
      attributes: { ApproximateReceiveCount: '1', MessageGroupId: seen[0]!.body },
      messageAttributes: {},
    });
    expect(Object.keys(seen[0]!)).toEqual(expect.arrayContaining(['messageId', 'receiptHandle', 'md5OfBody']));
    await expect.poll(() => countOf('Queue')).toBe(0);
    expect(notices).toEqual([]);
  });

  it('holds no message up behind a call that takes long', async () => {
    const done: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: string[] = [];
    start('Slow', async ({ Records }) => {
      const [{ body } = { body: '' }] = Records;
      begun.push(body);
      if (body === 'slow') await held;
      done.push(body);
    });
    await send('Slow', 'slow');
    // Until it is under way alone: what comes now are other calls.
    await expect.poll(() => begun).toEqual(['slow']);
    for (const body of ['1', '2', '3']) {
      await send('Slow', body);
      await expect.poll(() => done).toContain(body);
    }
    expect(done).not.toContain('slow');
    release();
    await expect.poll(() => done).toContain('slow');
  });

  it('shows again what a function fails at, and gives it up', async () => {
    const calls: string[] = [];
    await send('Failing', 'poison');
    start('Failing', async ({ Records }) => {
      calls.push(...Records.map(({ attributes }) => attributes.ApproximateReceiveCount));
      throw new Error('broken');
    });
    await expect.poll(() => countOf('FailingDead')).toBe(1);
    expect(calls).toEqual(['1', '2']);
    expect(notices).toEqual(['Work failed at 1 messages: broken', 'Work failed at 1 messages: broken']);
  });

  it('shows again those alone that the function names', async () => {
    const calls: string[] = [];
    await send('Named', 'good', 'bad');
    start('Named', async ({ Records }) => {
      calls.push(...Records.map(({ body }) => body));
      const failed = Records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await expect.poll(() => countOf('NamedDead')).toBe(1);
    expect(calls.sort()).toEqual(['bad', 'bad', 'good']);
  });
});

describe('Of a batch', () => {
  const batch = ['1', '2'].map((MessageId) => ({ MessageId }));
  const done = (answer: unknown, namesFailures = true) =>
    doneOf(batch, JSON.stringify(answer), namesFailures).map(({ MessageId }) => MessageId);

  it.each<[unknown, string[]]>([
    [null, ['1', '2']],
    [{}, ['1', '2']],
    [{ batchItemFailures: null }, ['1', '2']],
    [{ batchItemFailures: [] }, ['1', '2']],
    [{ batchItemFailures: [{ itemIdentifier: '2' }] }, ['1']],
    // As Lambda reads it: what names no message means the whole batch.
    [{ batchItemFailures: [{ itemIdentifier: '3' }] }, []],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }, []],
    [{ batchItemFailures: [{ itemIdentifier: null }] }, []],
    [{ batchItemFailures: [{ id: '2' }] }, []],
    [{ batchItemFailures: [null] }, []],
  ])('%j leaves %j done', (answer, expected) => expect(done(answer)).toEqual(expected));

  it('all is done where the mapping reads no failures', () =>
    expect(done({ batchItemFailures: [{ itemIdentifier: '2' }] }, false)).toEqual(['1', '2']));
});
