/** The queue over its wire protocol, asked by the AWS SDK; with `SQS_ENDPOINT` another engine has to do the same. */
import { createHash, randomUUID } from 'node:crypto';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueModel } from '../../../tools/local/model.ts';
import { type QueueEngine, startQueueEngine } from '../../../tools/local/queue/queue-engine.ts';

const isOurs = !process.env.SQS_ENDPOINT;

const models: QueueModel[] = [
  {
    logicalId: 'Work',
    attributes: { VisibilityTimeout: '1', MessageRetentionPeriod: '3600' },
    redrive: { deadLetterId: 'Dead', mostReceipts: 2 },
  },
  { logicalId: 'Dead', attributes: {}, redrive: undefined },
  { logicalId: 'Other', attributes: { VisibilityTimeout: '60' }, redrive: undefined },
];
let engine: QueueEngine;
beforeAll(async () => {
  engine = await startQueueEngine({ queues: models, prefix: randomUUID().slice(0, 8) });
});
afterAll(() => engine?.stop());

const urlOf = (id: string) => engine.queues.get(id)!.url;
const receive = async (id: string, seconds = 0, most = 10) => {
  const { Messages = [] } = await engine.client.send(
    new ReceiveMessageCommand({
      QueueUrl: urlOf(id),
      MaxNumberOfMessages: most,
      WaitTimeSeconds: seconds,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
};
const send = (id: string, MessageBody: string, more: { MessageGroupId?: string; DelaySeconds?: number } = {}) =>
  engine.client.send(new SendMessageCommand({ QueueUrl: urlOf(id), MessageBody, ...more }));

describe('A queue', () => {
  it('hands over what was sent, with what Lambda shows of it', async () => {
    const body = JSON.stringify({ text: 'ünï' });
    const sent = await send('Other', body, { MessageGroupId: 'wh_1' });
    const [message] = await receive('Other', 5);
    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: body,
      MD5OfBody: createHash('md5').update(body).digest('hex'),
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'wh_1' },
    });
    expect(Math.abs(Number(message!.Attributes!.SentTimestamp) - Date.now())).toBeLessThan(60_000);
    await engine.client.send(
      new DeleteMessageCommand({ QueueUrl: urlOf('Other'), ReceiptHandle: message!.ReceiptHandle }),
    );
    expect(await receive('Other')).toEqual([]);
  });

  it('shows again what was not deleted, and gives it up after its last receipt', async () => {
    await send('Work', 'poison');
    const first = await receive('Work', 5);
    const second = await receive('Work', 5);
    expect([first, second].map(([each]) => [each?.Body, each?.Attributes?.ApproximateReceiveCount])).toEqual([
      ['poison', '1'],
      ['poison', '2'],
    ]);
    // Engines move it when they are asked for it again.
    expect(await receive('Work', 2)).toEqual([]);
    expect((await receive('Dead', 5)).map(({ Body }) => Body)).toEqual(['poison']);
  });

  it('takes, hands over and deletes batches of ten', async () => {
    const Entries = Array.from({ length: 10 }, (_, index) => ({
      Id: `e${index}`,
      MessageBody: `m${index}`,
      MessageGroupId: `g${index % 3}`,
      DelaySeconds: 0,
    }));
    const { Successful = [], Failed } = await engine.client.send(
      new SendMessageBatchCommand({ QueueUrl: urlOf('Other'), Entries }),
    );
    expect(Failed ?? []).toEqual([]);
    expect(Successful.map(({ Id }) => Id)).toEqual(Entries.map(({ Id }) => Id));
    const messages = [];
    while (messages.length < 10) messages.push(...(await receive('Other', 5)));
    expect(messages.map(({ Body }) => Body).sort()).toEqual(Entries.map(({ MessageBody }) => MessageBody));
    const handles = messages.map(({ ReceiptHandle }, index) => ({ Id: `d${index}`, ReceiptHandle }));
    const [last, ...others] = handles;
    const deleted = await engine.client.send(
      new DeleteMessageBatchCommand({ QueueUrl: urlOf('Other'), Entries: others }),
    );
    expect(deleted.Successful).toHaveLength(9);
    await engine.client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: urlOf('Other'),
        Entries: [{ ...last!, VisibilityTimeout: 0 }],
      }),
    );
    const [again] = await receive('Other', 5);
    await engine.client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: urlOf('Other'),
        ReceiptHandle: again!.ReceiptHandle,
        VisibilityTimeout: 120,
      }),
    );
    const { Attributes } = await engine.client.send(
      new GetQueueAttributesCommand({ QueueUrl: urlOf('Other'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '0',
      VisibilityTimeout: '60',
    });
    await engine.client.send(new PurgeQueueCommand({ QueueUrl: urlOf('Other') }));
  });

  it('delays a message, and wakes who waits for it', async () => {
    await send('Other', 'later', { DelaySeconds: 1 });
    expect(await receive('Other')).toEqual([]);
    const [message] = await receive('Other', 10);
    expect(message?.Body).toBe('later');
    await engine.client.send(new PurgeQueueCommand({ QueueUrl: urlOf('Other') }));
    const waiting = receive('Other', 20);
    await send('Other', 'at once');
    expect((await waiting).map(({ Body }) => Body)).toEqual(['at once']);
  });

  it('is found by its name, and as it is when it is made again', async () => {
    const { name, url } = engine.queues.get('Other')!;
    const found = await engine.client.send(new GetQueueUrlCommand({ QueueName: name }));
    expect(new URL(found.QueueUrl!).pathname).toBe(new URL(url).pathname);
    const { QueueUrls = [] } = await engine.client.send(new ListQueuesCommand({}));
    expect(QueueUrls.some((each) => new URL(each).pathname === new URL(url).pathname)).toBe(true);
    const again = await startQueueEngine({ queues: models, prefix: 'again' });
    expect(again.references).toMatchObject({ Other: again.queues.get('Other')!.url, 'Other.QueueName': 'again-Other' });
    await again.stop();
  });
});

describe('What is refused', () => {
  const nameOf = (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error: Error) => error.name,
    );
  const entries = (count: number, id = (index: number) => String(index)) =>
    Array.from({ length: count }, (_, index) => ({ Id: id(index), MessageBody: 'x' }));
  const batch = (Entries: { Id: string; MessageBody: string }[]) =>
    engine.client.send(new SendMessageBatchCommand({ QueueUrl: urlOf('Other'), Entries }));

  it('is named as SQS names it', async () => {
    expect(await nameOf(engine.client.send(new GetQueueUrlCommand({ QueueName: 'nowhere' })))).toMatch(
      /^(?:QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/,
    );
    expect(await nameOf(batch(entries(11)))).toMatch(/TooManyEntriesInBatchRequest/);
    expect(await nameOf(batch(entries(2, () => 'same')))).toMatch(/BatchEntryIdsNotDistinct/);
    expect(await nameOf(send('Other', 'x', { DelaySeconds: 901 }))).toMatch(/InvalidParameterValue/);
  });

  it.runIf(isOurs)('of ours alone: what others take, and what would be served wrongly', async () => {
    const { Failed = [], Successful = [] } = await engine.client.send(
      new SendMessageBatchCommand({
        QueueUrl: urlOf('Other'),
        Entries: [
          { Id: 'good', MessageBody: 'x' },
          { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
          { Id: 'group', MessageBody: 'x', MessageGroupId: 'a b' },
        ],
      }),
    );
    expect([Successful.map(({ Id }) => Id), Failed.map(({ Id, Code }) => [Id, Code])]).toEqual([
      ['good'],
      [
        ['late', 'InvalidParameterValue'],
        ['group', 'InvalidParameterValue'],
      ],
    ]);
    expect(await nameOf(batch([]))).toMatch(/EmptyBatchRequest/);
    const attributes = { a: { DataType: 'String', StringValue: 'b' } };
    const sent = engine.client.send(
      new SendMessageCommand({ QueueUrl: urlOf('Other'), MessageBody: 'x', MessageAttributes: attributes }),
    );
    await expect(sent).rejects.toThrow('Message attributes are not kept here.');
    const large = 'x'.repeat(200_000);
    expect(await nameOf(batch(entries(6).map((each) => ({ ...each, MessageBody: large }))))).toMatch(
      /BatchRequestTooLong/,
    );
    const plain = (target: string, body: string) =>
      fetch(engine.endpoint, { method: 'POST', headers: { 'x-amz-target': target }, body });
    expect((await plain('AmazonSQS.AddPermission', '{}')).status).toBe(400);
    expect(await (await plain('AmazonSQS.ListQueues', '{')).json()).toMatchObject({
      __type: 'com.amazonaws.sqs#SerializationException',
    });
    await engine.client.send(new PurgeQueueCommand({ QueueUrl: urlOf('Other') }));
  });

  it.runIf(isOurs)('a client that has gone takes no message with it', async () => {
    const gone = new AbortController();
    const waiting = engine.client.send(new ReceiveMessageCommand({ QueueUrl: urlOf('Other'), WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    waiting.catch(() => {});
    // Until the server has it: another one that waits shorter comes behind it.
    await receive('Other', 1);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await receive('Other', 1);
    await send('Other', 'for the next one');
    expect((await receive('Other', 5)).map(({ Body }) => Body)).toEqual(['for the next one']);
  });
});
