/** Posts from the request to the connector and back, on the engine: each step as the functions take it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as reportResults } from '../../../functions/connectors/report-results.ts';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { handler as deletePost } from '../../../functions/social/delete-post.ts';
import { handler as editPublished } from '../../../functions/social/edit-published-post.ts';
import { handler as editScheduled } from '../../../functions/social/edit-scheduled-post.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as setChannel } from '../../../functions/social/set-channel.ts';
import { handler as trackPost } from '../../../functions/social/track-post.ts';
import { endLate } from '../../../lib/connectors/end-late.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, type WorkMessage } from '../../../lib/connectors/repository/messages.ts';
import { runJob } from '../../../lib/connectors/run-job.ts';
import type { RunWays } from '../../../lib/connectors/ways.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import { jobKinds as kinds } from '../../../lib/job-kinds.ts';
import { changePost } from '../../../lib/social/change-post.ts';
import { postCommandFrom } from '../../../lib/social/repository/post-command.ts';
import { changeOf, startOf } from '../../../lib/social/repository/post-due.ts';
import { readNumbers } from '../../../lib/social/set-numbers.ts';
import { startPost } from '../../../lib/social/start-post.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { bare, under } from '../../support/expected.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const ACCOUNT = 100;
const LOCATION = 101;
const key = KEYS.ours;

/** Sets the connector, which enables it where it is disabled. */
const connect = async (url = 'http://localhost:9001/'): Promise<void> => {
  const connectors = [{ channel: 'ALPHA', url }];
  const headers = { 'x-business-number': String(ACCOUNT) };
  expect((await call(setConnectors, { key, headers, body: { connectors } })).status).toBe(200);
};

let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await createTestTable();
  await load(table, world);
  await connect();
  const path = { businessId: String(LOCATION), socialSite: 'alpha' };
  expect((await call(setChannel, { key, path, body: { state: 'connected', channelId: 'p' } })).status).toBe(200);
});

const store = () => ({ table, partnerId: 'ours' });
const at = { businessId: String(ACCOUNT) };

const scheduled = async (text = 'Pie', subBusinessNumbers = [LOCATION]): Promise<string> => {
  const body = { text, socialSite: 'ALPHA', subBusinessNumbers, scheduleTimestamp: clock.now() };
  const { status, body: reply } = await call(schedulePost, { key, path: at, body });
  expect([status, reply]).toEqual([200, expect.objectContaining({ notConnected: [] })]);
  return reply.trackingId;
};
const itemsFor = async (type: string, trackingId: string) =>
  (await itemsOf(table)).filter((item) => item.type === type && JSON.stringify(item).includes(trackingId));
const start = async (trackingId: string) => {
  const [post] = await itemsFor('post', trackingId);
  const name = { partnerId: 'ours', accountNumber: ACCOUNT, trackingId };
  await startPost(store(), startOf(name, Number(post?.time)));
};
const tracked = async (trackingId: string) =>
  (await call(trackPost, { key, path: { ...at, trackingId } })).body.socialPostDetails[0];

/** Runs the open job of a post once. */
const run = async (trackingId: string, answer: Partial<Sent>, meanwhile = async () => {}) => {
  const sent: unknown[] = [];
  const messages: WorkMessage[] = [];
  const queue = {
    send: async (all: readonly { body: string }[]) => void messages.push(...all.map(({ body }) => JSON.parse(body))),
    within: () => queue,
  };
  const ways: RunWays = {
    ...{ table, kinds, receipts: 1, mostOfPartner: 5, signedUrl: (key: string) => key },
    queue: queue as unknown as RunWays['queue'],
    post: async ({ body }) => {
      sent.push(JSON.parse(body));
      await meanwhile();
      return { milliseconds: 1, ...answer };
    },
  };
  const [item] = (await itemsFor('job', trackingId)).filter(({ status }) => status === 'pending');
  if (item) await runJob(jobMessage(jobFrom(item)), ways);
  return { sent, messages, id: String(item?.id) };
};
const done = { status: 200, body: '{"status":"done","id":"a-1","url":"https://alpha.example/a-1"}' };

describe('A post', () => {
  it('goes from its time to the connector, which publishes it, and is changed and deleted there', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    // Cut off, it is started again: nothing is put twice.
    await start(trackingId);
    expect(await itemsFor('job', trackingId)).toHaveLength(1);
    const { sent } = await run(trackingId, done);
    expect(sent).toEqual([expect.objectContaining({ type: 'post.publish', businessNumber: ACCOUNT })]);
    expect(await tracked(trackingId)).toMatchObject({ status: { status: 'POST_SUCCEEDED' }, socialSitePostId: 'a-1' });

    const body = { trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers: [LOCATION] };
    expect((await call(editPublished, { key, path: at, body })).body).toEqual({ accepted: [LOCATION], skipped: [] });
    // At once, before its job is put.
    const underWay = { change: 'EDIT', status: 'PROCESSING', failureReason: null };
    expect((await tracked(trackingId)).lastChange).toEqual({ ...underWay, at: expect.any(String) });
    const changing = { accepted: [], skipped: [LOCATION] };
    expect(await call(deletePost, { key, path: at, body })).toMatchObject({ status: 200, body: changing });
    const [command] = await itemsFor('postCommand', trackingId);
    await changePost(store(), changeOf(postCommandFrom(command!)));
    expect(await itemsFor('postCommand', trackingId)).toEqual([]);
    expect((await run(trackingId, { status: 200, body: '{"status":"done"}' })).sent).toEqual([
      expect.objectContaining({ type: 'post.edit', data: expect.objectContaining({ text: 'Cake', siteId: 'a-1' }) }),
    ]);
    expect(await tracked(trackingId)).toMatchObject({ text: 'Cake', lastChange: { change: 'EDIT', status: 'DONE' } });
  });

  it('answers 409 to a change at other locations until the jobs of the one before it are put', async () => {
    const other = LOCATION + 1;
    const path = { businessId: String(other), socialSite: 'ALPHA' };
    expect((await call(setChannel, { key, path, body: { state: 'connected', channelId: 'q' } })).status).toBe(200);
    const trackingId = await scheduled('Pie', [LOCATION, other]);
    await start(trackingId);
    for (const { id } of await itemsFor('job', trackingId))
      await call(reportResults, { key, body: { results: [{ jobId: id, status: 'done', id: 'a-1' }] } });
    const edited = (subBusinessNumbers: readonly number[]) =>
      call(editPublished, {
        key,
        path: at,
        body: { trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers },
      });
    expect((await edited([LOCATION])).body).toEqual({ accepted: [LOCATION], skipped: [] });
    expect((await edited([LOCATION])).body).toEqual({ accepted: [], skipped: [LOCATION] });
    expect((await edited([LOCATION, other])).status).toBe(409);
    const [command] = await itemsFor('postCommand', trackingId);
    await changePost(store(), changeOf(postCommandFrom(command!)));
    expect((await edited([LOCATION, other])).body).toEqual({ accepted: [other], skipped: [LOCATION] });
  });

  it('is tried again after a failure, under one id, and not before its turn', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    const first = await run(trackingId, { status: 503 });
    expect(first.messages).toEqual([expect.objectContaining({ work: 'job', id: first.id, turn: 2 })]);
    expect((await run(trackingId, done)).sent).toEqual([]);
    expect(await tracked(trackingId)).toMatchObject({ status: { status: 'POST_PROCESSING' } });
  });

  it('ends without an answer in time, and a late done counts once', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    const { id } = await run(trackingId, { status: 202 });
    const real = clock.now;
    try {
      clock.now = () => real() + 80 * 3600 * 1000;
      await endLate({ table, kinds, hasTime: () => true });
    } finally {
      clock.now = real;
    }
    expect((await tracked(trackingId)).status).toEqual({ status: 'POST_FAILED', failureReason: 'no answer in time' });
    const report = async (result: object) =>
      (await call(reportResults, { key, body: { results: [{ jobId: id, ...result }] } })).body.results[0].outcome;
    expect(await report({ status: 'failed' })).toBe('late');
    expect(await report({ status: 'done' })).toBe('refused');
    expect(await report({ status: 'done', id: 'a-2' })).toBe('applied');
    expect(await report({ status: 'done', id: 'a-2' })).toBe('unchanged');
    expect(await report({ status: 'done', id: 'a-3' })).toBe('late');
    expect(await tracked(trackingId)).toMatchObject({ status: { status: 'POST_SUCCEEDED' }, socialSitePostId: 'a-2' });
  });

  it('is edited until it starts, and not any more then', async () => {
    const trackingId = await scheduled('First');
    const body = { trackingId, text: 'Second', socialSite: 'ALPHA', subBusinessNumbers: [LOCATION] };
    const dry = await call(editScheduled, { key, path: at, body, query: { validateOnly: 'true' } });
    expect(dry.body.trackingId).toBe('0');
    expect((await call(editScheduled, { key, path: at, body })).status).toBe(200);
    const moved = { ...body, scheduleTimestamp: clock.now() + 60_000 };
    expect((await call(editScheduled, { key, path: at, body: moved })).status).toBe(200);
    expect(await itemsFor('postDue', trackingId)).toEqual([expect.objectContaining({ of: moved.scheduleTimestamp })]);
    await start(trackingId);
    expect((await call(editScheduled, { key, path: at, body })).body.message).toBe(
      'trackingId is not scheduled any more',
    );
    const { sent } = await run(trackingId, done);
    expect(sent).toEqual([expect.objectContaining({ data: expect.objectContaining({ text: 'Second' }) })]);
  });

  it.each([
    ['editing before it starts', editScheduled, { text: 'Cake', socialSite: 'ALPHA' }],
    ['editing', editPublished, { text: 'Cake', socialSite: 'ALPHA' }],
    ['deleting', deletePost, {}],
  ])('needs locations for %s; a refusal without them leaves the key free', async (what, handler, fields) => {
    for (const [index, subBusinessNumbers] of [undefined, null, '', []].entries()) {
      const body = { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers: [LOCATION] };
      const time = { scheduleTimestamp: clock.now() + 3_600_000 };
      const { trackingId } = (await call(schedulePost, { key, path: at, body: { ...body, ...time } })).body;
      if (what === 'editing') await start(trackingId);
      const send = (list: unknown, headers: Readonly<Record<string, string>> = {}) => {
        const sent = { trackingId, ...fields, subBusinessNumbers: list };
        return call(
          handler,
          under(`${what.replaceAll(' ', '-')}-without-locations-${index}`, { key, path: at, body: sent, headers }),
        );
      };
      expect(bare(await send(subBusinessNumbers))).toEqual({
        status: 400,
        body: { code: 5557, message: 'Business ids are required' },
      });
      const { body: said } = await send(subBusinessNumbers, { accept: 'application/problem+json' });
      expect(said.errors).toEqual([expect.objectContaining({ code: 5557, pointer: '/subBusinessNumbers' })]);
      const wrong = await send([{}], { accept: 'application/problem+json' });
      expect(wrong.body.errors.map(({ code }: { code: number }) => code)).not.toContain(5557);
      expect((await send([LOCATION])).status).toBe(200);
    }
  });

  it('is the same after an edit that changes nothing, under a key and without one', async () => {
    const trackingId = await scheduled('First');
    const common = { trackingId, text: 'Second', socialSite: 'ALPHA', subBusinessNumbers: [LOCATION] };
    const media = [{ type: 'IMAGE', mediaUrl: 'https://images.example/pie.jpg' }];
    const link = { callToActionType: 'ORDER', callToActionUrl: 'https://shop.example/pie' };
    const phone = { callToActionType: 'CALL' };
    for (const more of [{}, { media }, { additionalMetaData: link }, { additionalMetaData: phone }]) {
      const body = { ...common, ...more };
      const first = await call(editScheduled, { key, path: at, body });
      expect([first.status, first.body]).toEqual([200, expect.objectContaining({ trackingId })]);
      const [post] = await itemsFor('post', trackingId);
      expect(bare(await call(editScheduled, { key, path: at, body }))).toEqual(bare(first));
      const again = under(`${trackingId}-${JSON.stringify(more).length}`, { key, path: at, body });
      expect(bare(await call(editScheduled, again))).toEqual(bare(first));
      expect(bare(await call(editScheduled, again))).toEqual(bare(first));
      expect(await itemsFor('post', trackingId)).toEqual([post]);
    }
  });

  it.each([
    ['has another URL', 410, () => connect('http://localhost:9002/')],
    ['has another URL', 500, () => connect('http://localhost:9002/')],
    ['is enabled again', 500, connect],
  ] as const)('goes on where its connector %s while it is asked, and answers %i', async (_, status, meanwhile) => {
    await connect();
    const trackingId = await scheduled();
    await start(trackingId);
    await run(trackingId, { status: 500 });
    const [state] = (await itemsOf(table)).filter(({ type }) => type === 'webhookState');
    await table.put({ Item: { ...state!, failures: 3, failingSince: clock.now() - 6 * 24 * 3_600_000 } });
    const [job] = await itemsFor('job', trackingId);
    await table.put({ Item: { ...job!, nextAttemptAt: clock.now() } });
    await run(trackingId, { status }, () => meanwhile());
    expect((await itemsFor('job', trackingId))[0]).toMatchObject({ status: 'pending', tries: 2 });
    const [left] = (await itemsOf(table)).filter(({ type }) => type === 'webhookState');
    expect(left).not.toHaveProperty('disabledSince');
    await connect();
  });

  it('that is gone from its connector: 410 disables it, and jobs fail until it is set again', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    await run(trackingId, { status: 410 });
    expect((await tracked(trackingId)).status).toEqual({
      status: 'POST_FAILED',
      failureReason: 'the connector is disabled',
    });
    const next = await scheduled();
    await start(next);
    expect((await run(next, done)).sent).toEqual([]);
    expect((await tracked(next)).status.failureReason).toBe('the connector is disabled');
  });
});

describe('A report under an Idempotency-Key', () => {
  beforeAll(() => connect());

  const report = (results: readonly object[], idempotencyKey?: string) =>
    call(
      reportResults,
      idempotencyKey ? under(idempotencyKey, { key, body: { results } }) : { key, body: { results } },
    );

  /** Takes away what was answered under the key that was used last, as where it was never kept. */
  const forgetAnswer = async (): Promise<void> => {
    const all = (await itemsOf(table)).filter(({ type }) => type === 'idempotency');
    const [last] = all.toSorted((a, b) => String(b.mark).localeCompare(String(a.mark)));
    await table.update({ Key: { pk: String(last!.pk), sk: String(last!.sk) }, UpdateExpression: 'REMOVE kept' });
  };

  it('says the same of each row when it is repeated, and writes nothing over a later report', async () => {
    const [first, second] = [await scheduled(), await scheduled()];
    await start(first);
    const { id } = await run(first, { status: 202 });
    await start(second);
    await run(second, done);
    const numbers = (impressions: number) => ({ trackingId: second, businessNumber: LOCATION, impressions });
    await report([numbers(3)]);
    const rows = [
      { jobId: id, status: 'done', id: 'a-7' },
      { jobId: id, status: 'done', id: 'a-7' },
      { jobId: id, status: 'failed' },
      ...[numbers(3), numbers(5), numbers(5), numbers(4)],
    ];
    const answered = await report(rows, 'reported');
    expect(answered.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['applied', 'unchanged', 'late'],
      ...['unchanged', 'applied', 'unchanged', 'applied'],
    ]);
    await forgetAnswer();
    expect(bare(await report(rows, 'reported'))).toEqual(bare(answered));
    expect(await tracked(second)).toMatchObject({ impressions: 4 });
    await forgetAnswer();
    expect((await report([numbers(20)])).body.results).toEqual([{ jobId: null, outcome: 'applied' }]);
    expect((await report(rows, 'reported')).status).toBe(200);
    expect(await tracked(second)).toMatchObject({ impressions: 20 });
  });

  it('says the same of numbers before a publication or deletion in it, when it is repeated', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    const { id } = await run(trackingId, { status: 202 });
    const twice = async (idempotencyKey: string, rows: readonly object[]): Promise<readonly string[]> => {
      const answered = await report(rows, idempotencyKey);
      await forgetAnswer();
      expect(bare(await report(rows, idempotencyKey))).toEqual(bare(answered));
      return answered.body.results.map(({ outcome }: { outcome: string }) => outcome);
    };
    const numbers = (impressions: number) => ({ trackingId, businessNumber: LOCATION, impressions });
    const published = { jobId: id, status: 'done', id: 'a-8' };
    expect(await twice('publication', [numbers(3), published])).toEqual(['unknown', 'applied']);
    expect(await tracked(trackingId)).not.toMatchObject({ impressions: 3 });
    expect(await twice('numbers', [published, numbers(3)])).toEqual(['unchanged', 'applied']);

    const body = { trackingId, subBusinessNumbers: [LOCATION] };
    expect((await call(deletePost, { key, path: at, body })).status).toBe(200);
    const [command] = await itemsFor('postCommand', trackingId);
    await changePost(store(), changeOf(postCommandFrom(command!)));
    const deletion = await run(trackingId, { status: 202 });
    const deleted = { jobId: deletion.id, status: 'done' };
    const rows = [numbers(4), numbers(4), deleted, numbers(5)];
    expect(await twice('deletion', rows)).toEqual(['applied', 'unchanged', 'applied', 'unknown']);
  });

  it('goes on where it was cut off', async () => {
    const trackingId = await scheduled();
    await start(trackingId);
    await run(trackingId, done);
    const by = { mark: nextMark(), row: 0 };
    const body = { trackingId, text: 'Cake', socialSite: 'ALPHA', subBusinessNumbers: [LOCATION] };
    await call(editPublished, { key, path: at, body });
    const [command] = await itemsFor('postCommand', trackingId);
    await changePost(store(), changeOf(postCommandFrom(command!)));
    // A write of the same record since the key was taken, which is no report.
    await run(trackingId, { status: 200, body: '{"status":"done"}' });
    const row = { trackingId, businessNumber: LOCATION, impressions: 6 };
    const { set } = await readNumbers(store(), [row]);
    expect(await set(row, { by, validateOnly: false })).toBe('applied');
    expect(await tracked(trackingId)).toMatchObject({ impressions: 6, text: 'Cake' });
  });
});
