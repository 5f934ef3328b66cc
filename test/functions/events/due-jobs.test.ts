/** Jobs and posts that fall due, as AWS runs the functions: each under its role, with a queue between them. */
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as reportResults } from '../../../functions/connectors/report-results.ts';
import { handler as moveDue } from '../../../functions/events/move-due.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { type Job, jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, queuedWork } from '../../../lib/connectors/repository/messages.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { accepted, contactsOf, itemsOf, messagesOf, newAccount, send } from '../conversations/support.ts';
import { newSocialAccount, scheduleNow } from '../social/support.ts';
import { openQueue, type TestQueue } from './queue.ts';
import { openReceiver, type Receiver, type Reply, status } from './receiver.ts';
import { context, HOUR, MINUTE } from './support.ts';

let table: OpenTable;
let queue: TestQueue;
let connector: Receiver;
const { now } = clock;
let ahead = 0;

beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
  queue = await openQueue();
  connector = await openReceiver();
  process.env.JOB_QUEUE_URL = queue.url;
  process.env.DELIVERY_QUEUE_URL = `${queue.url}-of-events`;
  clock.now = () => now() + ahead;
});
afterEach(() => {
  ahead = 0;
  queue.messages = [];
  connector.received.length = 0;
  vi.restoreAllMocks();
});
afterAll(() => {
  queue.close();
  connector.close();
});

const runClock = (): Promise<void> => moveDue({}, context());

/** Hands messages to the function, as the queue does. */
const received = async (bodies: readonly string[], receipts = 1) => {
  const Records = bodies.map((body, index) => ({
    messageId: String(index),
    body,
    attributes: { ApproximateReceiveCount: String(receipts) },
  }));
  return (await runJobs({ Records } as unknown as SQSEvent, context())).batchItemFailures;
};
const receive = async (bodies: readonly string[]): Promise<void> => expect(await received(bodies)).toEqual([]);
/** What is in the queue is received. */
const drain = (): Promise<void> => receive(queue.messages.splice(0).map(({ body }) => body));

const jobsOf = (n: number) => itemsOf('job', n);
const bodyOf = (job: Job): string => queuedWork(jobMessage(job)).body;
const pendingOf = async (n: number) => (await jobsOf(n)).filter((job) => job.status === 'pending').map(jobFrom);
/** The stream has them sent. */
const sendPending = async (n: number): Promise<void> => receive((await pendingOf(n)).map(bodyOf));

const DONE = JSON.stringify({ status: 'done', id: 'a-1' });
const succeeding: Reply = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(DONE);

describe('A message', () => {
  it('is tried again when its connector has asked for it, ends without an answer in time, and the next one begins', async () => {
    const n = await newAccount(connector.url);
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada, text: 'First' }));
    await accepted(send(n + 1, { customerId: ada, text: 'Second' }));
    connector.reply = status(503, { 'Retry-After': String(20 * 60) });
    await sendPending(n);
    expect(connector.received).toHaveLength(1);
    expect(queue.messages).toEqual([]);

    ahead = 21 * MINUTE;
    await runClock();
    await drain();
    expect(connector.received).toHaveLength(2);
    expect((await jobsOf(n)).map((job) => job.status).toSorted()).toEqual(['pending', 'waiting']);

    ahead += 2 * HOUR;
    await runClock();
    expect(await messagesOf(n, ada)).toEqual([
      expect.objectContaining({ text: 'First', status: 'FAILED', failureReason: 'no answer in time' }),
      expect.objectContaining({ text: 'Second', status: 'SENDING' }),
    ]);
    expect((await jobsOf(n)).map((job) => job.status).toSorted()).toEqual(['failed', 'pending']);
    // The next one is held to a deadline of its own.
    ahead += 2 * HOUR;
    await runClock();
    expect((await jobsOf(n)).map((job) => job.status)).toEqual(['failed', 'failed']);
  });
});

describe('A post', () => {
  const started = async (n: number): Promise<{ readonly jobId: string }> => {
    await scheduleNow(n, [n + 1]);
    await runClock();
    await drain();
    const [job] = await jobsOf(n);
    expect(job).toMatchObject({ act: 'post.publish', status: 'pending' });
    return { jobId: String(job!.id) };
  };
  /** As where its location is deleted. */
  const removePlaces = async (n: number): Promise<void> => {
    for (const place of await itemsOf('postLocation', n)) await table.remove({ Key: keyOf(place) });
  };

  it('starts at its time; a result is taken where the location is gone since', async () => {
    const n = await newSocialAccount(connector.url);
    const { jobId } = await started(n);
    await removePlaces(n);
    const { body } = await call(reportResults, { body: { results: [{ jobId, status: 'done', id: 'a-1' }] } });
    expect(body.results).toEqual([{ jobId, outcome: 'applied' }]);
    expect(await jobsOf(n)).toEqual([expect.objectContaining({ status: 'done' })]);
    expect(await itemsOf('postLocation', n)).toEqual([]);
  });

  const succeed = (): void => {
    connector.reply = succeeding;
  };

  it.each([
    ['at its last receipt', 12],
    ['behind a copy of its message, which was counted as a first receipt', 1],
  ])('is tried again where its worker was cut off before the next message, %s', async (_, receipts) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const n = await newSocialAccount(connector.url);
    const { jobId } = await started(n);
    connector.reply = status(500);
    const [first] = await pendingOf(n);
    queue.isDown = true;
    expect(await received([bodyOf(first!)], receipts)).toHaveLength(1);
    queue.isDown = false;
    expect(await pendingOf(n)).toMatchObject([{ turn: 2, tries: 1 }]);
    if (receipts === 1) await receive([bodyOf(first!)]);
    expect(queue.messages).toEqual([]);
    succeed();
    connector.received.length = 0;
    ahead = HOUR + 16 * MINUTE;
    await runClock();
    // What was kept goes on to the next try.
    await drain();
    await drain();
    expect(connector.received).toHaveLength(1);
    expect(await jobsOf(n)).toMatchObject([{ id: jobId, status: 'done' }]);
  });

  it('waits for as long as its connector asks with a 429', async () => {
    const n = await newSocialAccount(connector.url);
    await started(n);
    connector.reply = status(429, { 'Retry-After': String(20 * 60) });
    await sendPending(n);
    const [job] = await pendingOf(n);
    expect(job).toMatchObject({ turn: 2, tries: 1 });
    expect(job!.nextAttemptAt! - clock.now()).toBeGreaterThan(15 * MINUTE);
  });

  it('is not tried by the message of a later turn', async () => {
    const n = await newSocialAccount(connector.url);
    await started(n);
    const [job] = await pendingOf(n);
    await receive([bodyOf({ ...job!, turn: 2 })]);
    expect(connector.received).toEqual([]);
    expect(await pendingOf(n)).toMatchObject([{ turn: 1, tries: 0 }]);
  });

  it('ends without an answer in time, also where the location is gone since', async () => {
    const n = await newSocialAccount(connector.url);
    await started(n);
    await removePlaces(n);
    ahead = 80 * HOUR;
    await runClock();
    expect(await jobsOf(n)).toEqual([expect.objectContaining({ status: 'failed', reason: 'no answer in time' })]);
    expect(await itemsOf('postLocation', n)).toEqual([]);
  });
});

describe('A connector that has failed many times in a row', () => {
  it('gets its jobs within some two minutes once it is well', async () => {
    // Marks never go back: later than the tests before.
    const begun = 1000 * HOUR;
    ahead = begun;
    const n = await newAccount(connector.url);
    const { ada, eve } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada, text: 'First' }));
    connector.reply = status(503);
    await sendPending(n);
    const state = (await scan()).find(({ type, pk }) => type === 'webhookState' && String(pk).includes(`#${n}#`));
    await table.put({ Item: { ...state!, failures: 13, probeAt: clock.now() } });
    // The probe fails; the next message waits behind it.
    await accepted(send(n + 2, { customerId: eve, text: 'Second' }));
    ahead = begun + MINUTE / 10;
    await sendPending(n);
    expect(connector.received).toHaveLength(2);
    connector.reply = succeeding;
    ahead = begun + MINUTE;
    await drain();
    expect(connector.received).toHaveLength(2);
    ahead = begun + 2.6 * MINUTE;
    await drain();
    await drain();
    expect(connector.received).toHaveLength(4);
    expect(await messagesOf(n, eve)).toMatchObject([{ status: 'SENT' }]);
  });
});
