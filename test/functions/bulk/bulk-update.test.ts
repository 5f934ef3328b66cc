/** Bulk updates: rows are taken, executed once each as patches, and their results shown. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { handler as patchBusiness } from '../../../functions/business/patch-business.ts';
import type { Bucket } from '../../../lib/bucket/client.ts';
import { rowsOfSlice } from '../../../lib/bulk/read-rows.ts';
import { jobFrom, sliceKey } from '../../../lib/bulk/repository/job.ts';
import { businesses, businessItem, businessKey } from '../../../lib/business/repository/business.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { Key } from '../../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { type Answer, call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { bare, refusal, under } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { REQUIRED } from '../../support/world.ts';
import { advance, HOUR, MINUTE, recordOf, route } from '../events/support.ts';
import {
  type BulkWorld,
  cancelBulk,
  closeBulk,
  drain,
  getBulk,
  itemOf,
  openBulk,
  runToEnd,
  showStarted,
  startBulk,
  tick,
} from './support.ts';

let world: BulkWorld;
let last = 5000;
beforeAll(async () => {
  world = await openBulk();
});
afterAll(closeBulk);

const location = async (profile: object = {}): Promise<number> => {
  const businessNumber = ++last;
  const fields = { ...REQUIRED, name: `Shop ${businessNumber}`, ...profile };
  await world.table.put({
    Item: businessItem('ours', { businessNumber, accountNumber: 100, listingFixed: false, profile: fields }),
  });
  return businessNumber;
};
const found = (number: number) => businesses({ table: world.table, partnerId: 'ours' }).find(number);
const row = (businessNumber: number, patch: object, more: object = {}) => ({ businessNumber, patch, ...more });

const numbers = (many: number) => Array.from({ length: many }, (_, index) => index + 1);

describe('a bulk update', () => {
  it('executes each row as a patch, and says what became of it', async () => {
    const [one, two, three] = [await location(), await location({ alias: 'Same' }), await location()];
    const jobId = await runToEnd({
      updates: [
        row(one, { alias: 'One' }),
        row(two, { alias: 'Same' }),
        row(three, { name: 'ab' }),
        row(three, { alias: 'X' }, { ifMatch: '"9"' }),
        row(999, { alias: 'X' }),
        row(100, { name: 'Account' }),
        row(151, { alias: 'Of another account' }),
        row(201, { alias: 'Foreign' }),
      ],
      note: 'A note',
    });
    const { body } = await getBulk(jobId);
    expect(body).toMatchObject({
      ...{ jobId, state: 'DONE', note: 'A note', dryRun: false, rows: 8, done: 8, succeeded: 2, changed: 1, failed: 6 },
      ...{ totalCount: 8, endedAt: expect.any(String) },
    });
    const ok = { status: 200, code: null, message: null };
    expect(body.results.slice(0, 4)).toEqual([
      { row: 0, businessNumber: one, ...ok, changed: true, etag: '"2"' },
      { row: 1, businessNumber: two, ...ok, changed: false, etag: '"1"' },
      {
        ...{ row: 2, businessNumber: three, status: 400, code: 1047 },
        ...{ message: 'Business name must have at least 3 characters', changed: false, etag: null },
      },
      expect.objectContaining({ row: 3, status: 412, code: 412 }),
    ]);
    for (const at of [4, 5, 6, 7]) expect(body.results[at]).toMatchObject({ row: at, status: 404, code: 1175 });
    expect((await found(one))?.profile.alias).toBe('One');
    expect((await getBulk(jobId, { status: 'failed', pageSize: '2', startIndex: '1' })).body).toMatchObject({
      totalCount: 6,
      results: [{ row: 3 }, { row: 4 }],
    });
    expect((await getBulk(jobId, { status: 'succeeded' })).body.results).toHaveLength(2);
  });

  it('executes a slice once, however often it comes', async () => {
    const one = await location();
    const { jobId } = (await startBulk({ updates: [row(one, { alias: 'A' })] })).body;
    await showStarted(jobId);
    await showStarted(jobId);
    await drain();
    expect((await found(one))?.version).toBe(2);
    expect((await getBulk(jobId)).body).toMatchObject({ state: 'DONE', done: 1, changed: 1 });
  });

  it('keeps the order of rows of one location across slices', async () => {
    const one = await location();
    const others = await Promise.all(Array.from({ length: 99 }, () => location()));
    const updates = [
      row(one, { alias: 'First' }),
      ...others.map((n) => row(n, { alias: 'O' })),
      row(one, { alias: 'Last' }),
    ];
    const { jobId } = (await startBulk({ updates })).body;
    await showStarted(jobId);
    world.queue.messages.reverse();
    await drain();
    expect((await getBulk(jobId)).body).toMatchObject({ state: 'DONE', done: 101, changed: 101 });
    expect((await found(one))?.profile.alias).toBe('Last');
    expect((await getBulk(jobId, { startIndex: '99', pageSize: '10' })).body.results).toMatchObject([
      { row: 99 },
      { row: 100, businessNumber: one },
    ]);
  });

  it('validates in a dry run, and writes nothing', async () => {
    const [one, two] = [await location(), await location({ alias: 'Same' })];
    const jobId = await runToEnd({ updates: [row(one, { alias: 'A' }), row(two, { alias: 'Same' })], dryRun: true });
    const { body } = await getBulk(jobId);
    expect(body).toMatchObject({ state: 'DONE', dryRun: true, succeeded: 2, changed: 1 });
    expect(body.results).toMatchObject([{ changed: true }, { changed: false }]);
    expect((await found(one))?.version).toBe(1);
  });

  it('takes one patch for named locations, each once, and for all of the account', async () => {
    const [one, two] = [await location(), await location()];
    const named = await startBulk({ patch: { alias: 'P' }, businessNumbers: [one, two, one] });
    expect(named).toMatchObject({ status: 202, body: { rows: 2, state: 'RUNNING' } });
    const all = await startBulk({ patch: { alias: 'P' }, dryRun: true }, { query: { validateOnly: 'true' } });
    expect(all).toMatchObject({ status: 200, body: { jobId: '0', state: 'RUNNING' } });
    expect(all.body.rows).toBeGreaterThan(100);
  });

  it('takes rows in several requests, at the offset that it has', async () => {
    const one = await location();
    const opened = await startBulk({ updates: [row(one, { alias: 'A' })], start: false });
    expect(opened.body).toMatchObject({ state: 'OPEN', rows: 1, startedAt: null });
    const { jobId } = opened.body;
    const more = { updates: [row(one, { alias: 'B' })], jobId, offset: 1, start: false };
    expect((await startBulk(more)).body).toMatchObject({ jobId, rows: 2 });
    const twice = await startBulk(more);
    expect(bare(twice)).toEqual(refusal(409, 'offset must be 2: the bulk update has that many rows'));
    expect(twice.headers['Retry-After']).toBeUndefined();
    expect(bare(await startBulk({ ...more, offset: undefined }))).toEqual(refusal(400, 'offset is required'));
    expect((await startBulk({ jobId })).body).toMatchObject({ state: 'RUNNING', rows: 2 });
    expect(bare(await startBulk({ jobId }))).toEqual(refusal(20190));
    await showStarted(jobId);
    await drain();
    expect((await found(one))?.profile.alias).toBe('B');
  });

  it('refuses what is malformed, and takes no row of it', async () => {
    const one = await location();
    for (const [body, message] of [
      [{}, 'updates is required'],
      [{ updates: [] }, 'updates is required'],
      [{ updates: [row(one, {})], patch: {} }, 'patch must not be sent with updates'],
      [{ updates: [row(one, {}), { patch: {} }] }, 'updates[1].businessNumber is required'],
      [{ updates: [{ businessNumber: one }] }, 'updates[0].patch is required'],
      [{ updates: [row(one, {}, { ifMatch: '' })] }, 'updates[0].ifMatch must be an ETag or *'],
      [{ updates: [row(one, {}), row(one, {}, { ifMatch: ' ' })] }, 'updates[1].ifMatch must be an ETag or *'],
      [{ patch: 'x' }, 'patch must be an object'],
      [{ patch: {}, businessNumbers: numbers(10_001) }, 'businessNumbers must have at most 10000 items'],
    ] as const)
      expect(bare(await startBulk(body))).toEqual(refusal(400, message));
    for (const updates of [[7], [row(one, [] as never)], [{ businessNumber: 'x', patch: {} }]])
      expect((await startBulk({ updates })).status).toBe(400);
    const headers = { 'X-Business-Number': '200' };
    expect(bare(await startBulk({ updates: [row(one, {})] }, { headers }))).toEqual(refusal(1011));
    for (const jobId of ['blk_none', 'x'.repeat(3000)]) {
      expect(bare(await startBulk({ jobId }))).toEqual(refusal(404));
      expect(bare(await getBulk(jobId))).toEqual(refusal(404));
      expect(bare(await cancelBulk(jobId))).toEqual(refusal(404));
    }
  });

  it('looks for its job before the locations of one patch for all', async () => {
    const accountNumber = 160;
    await world.table.put({ Item: accountItem({ accountNumber, partnerId: 'ours', name: 'No locations' }) });
    const headers = { 'X-Business-Number': String(accountNumber) };
    const body = { patch: { alias: 'P' }, offset: 0 };
    expect(bare(await startBulk({ ...body, jobId: 'blk_none' }, { headers }))).toEqual(refusal(404));
    const none = refusal(400, 'businessNumbers must name locations: the account has none');
    expect(bare(await startBulk({ patch: body.patch }, { headers }))).toEqual(none);
  });

  it('executes a row whose precondition is null, or the text of it, like one without', async () => {
    const [one, other] = [await location(), await location()];
    const jobId = await runToEnd({
      updates: [row(one, { alias: 'One' }, { ifMatch: null }), row(other, { alias: 'Other' }, { ifMatch: 'null' })],
    });
    expect((await getBulk(jobId)).body).toMatchObject({ state: 'DONE', succeeded: 2, changed: 2 });
  });

  it('counts a location once that one patch names twice', async () => {
    const body = { patch: {}, businessNumbers: [...numbers(10_000), '1', 2], dryRun: true };
    expect(await startBulk(body, { query: { validateOnly: 'true' } })).toMatchObject({
      status: 200,
      body: { rows: 10_000 },
    });
  });

  it('has no job of an account that was deleted, before the removal of its items reaches it', async () => {
    const one = await location();
    const { jobId } = (await startBulk({ updates: [row(one, {})], start: false })).body;
    const account = (await world.table.get({ pk: 'P#ours#ACCOUNT#100', sk: 'ACCOUNT' }))!;
    await world.table.remove({ Key: { pk: String(account.pk), sk: String(account.sk) } });
    try {
      expect((await getBulk(jobId)).status).toBe(404);
      expect((await cancelBulk(jobId)).status).toBe(404);
    } finally {
      await world.table.put({ Item: account });
    }
    expect((await getBulk(jobId)).body.state).toBe('OPEN');
  });

  it('holds jobs to the plan: rows of a job, rows of a day', async () => {
    process.env.BULK_PLANS = 'enterprise:2:3';
    const one = await location();
    const updates = [row(one, {}), row(one, {}), row(one, {})];
    expect((await startBulk({ updates })).body).toMatchObject({ code: 20191, message: expect.stringMatching(/: 2$/) });
    const key = { pk: `P#ours#BULKDAY#${new Date(clock.now()).toISOString().slice(0, 10)}`, sk: 'enterprise' };
    await world.table.put({ Item: { ...key, type: 'bulkDay', v: 1, rows: 2 } });
    const late = await startBulk({ updates: updates.slice(1) });
    expect(late).toMatchObject({ status: 429, body: { code: 89 } });
    expect(Number(late.headers['Retry-After'])).toBeGreaterThan(1);
    process.env.BULK_PLANS = '';
    expect((await startBulk({ updates })).body.message).toMatch(/: 0$/);
    process.env.BULK_PLANS = 'trial:100:500 enterprise:10000:2000000';
  });

  it('holds requests at once to the rows of a day', async () => {
    process.env.BULK_PLANS = 'enterprise:10:25';
    const one = await location();
    advance(24 * HOUR);
    const updates = Array.from({ length: 10 }, () => row(one, {}));
    const answers = await Promise.all(Array.from({ length: 8 }, () => startBulk({ updates, dryRun: true })));
    process.env.BULK_PLANS = 'trial:100:500 enterprise:10000:2000000';
    const started = answers.filter(({ status }) => status === 202);
    expect(started).toHaveLength(2);
    expect(new Set(answers.filter(({ status }) => status !== 202).map(({ body }) => body.code))).toEqual(new Set([89]));
    for (const { body } of started) await cancelBulk(body.jobId);
  });

  it('answers a repetition under a key with the same job', async () => {
    const one = await location();
    const body = { updates: [row(one, { alias: 'K' })] };
    const [first, second] = [await startBulk(body, under('bulk-1')), await startBulk(body, under('bulk-1'))];
    expect(bare(second)).toEqual(bare(first));
    expect(second.headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
  });

  it('takes under the same key what another plan allows', async () => {
    const one = await location();
    const body = { updates: [row(one, { alias: 'P' }), row(one, { keywords: 'P' })] };
    process.env.BULK_PLANS = 'enterprise:1:500';
    expect((await startBulk(body, under('bulk-3'))).body.code).toBe(20191);
    process.env.BULK_PLANS = 'trial:100:500 enterprise:10000:2000000';
    const { status, body: job, headers } = await startBulk(body, under('bulk-3'));
    expect([status, headers['Idempotent-Replayed']]).toEqual([202, undefined]);
    await cancelBulk(job.jobId);
  });

  it('answers a try that another of the same request overtook with the job as that one started it', async () => {
    const one = await location();
    const { jobId } = (await startBulk({ updates: [row(one, { alias: 'O' })], start: false })).body;
    const client = functionClient(inject('endpoint'));
    let faster: Answer | undefined;
    const overtake = async () => {
      advance(5);
      faster = await startBulk({ jobId }, under('bulk-2'));
      // It is cut off before its response is kept.
      for (const { type, pk, sk } of await itemsOf(world.table))
        if (type === 'idempotency')
          await world.table.update({ Key: { pk, sk } as Key, UpdateExpression: 'REMOVE kept' });
    };
    useTable(tableOf(world.table.name, before(overtake)(client)));
    const slower = await startBulk({ jobId }, under('bulk-2')).finally(() => useTable(undefined));
    expect(faster?.status).toBe(202);
    expect(bare(slower)).toEqual(bare(faster!));
    await cancelBulk(jobId);
  });

  it('cancels: rows not begun are never executed, and have no result', async () => {
    const [one, two] = [await location(), await location()];
    const { jobId } = (await startBulk({ updates: [row(one, { alias: 'C' }), row(two, { alias: 'C' })] })).body;
    await showStarted(jobId);
    expect((await cancelBulk(jobId, { query: { validateOnly: 'true' } })).body.state).toBe('RUNNING');
    expect((await cancelBulk(jobId)).body).toMatchObject({ state: 'CANCELLED', done: 0 });
    const ended = (await getBulk(jobId)).body.endedAt;
    await drain();
    expect((await found(one))?.version).toBe(1);
    expect((await getBulk(jobId)).body).toMatchObject({ state: 'CANCELLED', done: 0, results: [], endedAt: ended });
    expect((await cancelBulk(jobId)).body).toMatchObject({ state: 'CANCELLED', endedAt: ended });
    expect((await cancelBulk('blk_0000000000000000')).status).toBe(404);
    expect((await getBulk(jobId, {}, { key: 'test-key-of-their-partner-01' })).status).toBe(404);
  });

  it('ends what is late: an open job expires, rows of a started one are 503', async () => {
    const one = await location();
    const open = (await startBulk({ updates: [row(one, {})], start: false })).body.jobId;
    const lost = (await startBulk({ updates: [row(one, { alias: 'Never' })] })).body.jobId;
    advance(5 * HOUR + 46 * MINUTE);
    await tick();
    const { body } = await getBulk(lost);
    expect(body).toMatchObject({ state: 'DONE', done: 1, failed: 1 });
    expect(body.results[0]).toMatchObject({ status: 503, code: 503, message: 'The update was not executed' });
    // Its message comes after all.
    await showStarted(lost);
    await drain();
    expect((await found(one))?.version).toBe(1);
    advance(19 * HOUR);
    const expired = (await getBulk(open)).body;
    expect(expired.state).toBe('EXPIRED');
    expect(Date.parse(expired.endedAt)).toBe(Date.parse(expired.createdAt) + 24 * HOUR);
    expect(bare(await startBulk({ jobId: open }))).toEqual(refusal(20190));
    await tick();
    expect((await itemOf(open))?.state).toBe('EXPIRED');
    expect((await getBulk(open)).body).toEqual(expired);
  });

  it('ends what is late of one next to one whose rows cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const one = await location();
    const jobs = [];
    for (let count = 0; count < 6; count++) jobs.push((await startBulk({ updates: [row(one, {})] })).body.jobId);
    const [object] = jobFrom((await itemOf(jobs[0]))!).objects;
    for (const key of [...world.bucket.objects.keys()])
      if (key.includes(object!.name)) world.bucket.objects.delete(key);
    advance(5 * HOUR + 46 * MINUTE);
    await tick();
    const states = await Promise.all(jobs.map(async (jobId) => (await getBulk(jobId)).body.state));
    expect(states).toEqual(['RUNNING', ...Array(5).fill('DONE')]);
    vi.restoreAllMocks();
  });

  it('is a 503 in time where the bucket takes no rows until then', async () => {
    const one = await location();
    let tries = 0;
    const silent = createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', () => {
          tries++;
          advance(MINUTE);
          socket.resetAndDestroy();
        }),
    );
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { AWS_ENDPOINT_URL_S3: own } = process.env;
    process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    onTestFinished(() => {
      process.env.AWS_ENDPOINT_URL_S3 = own;
      silent.close();
      vi.restoreAllMocks();
    });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await startBulk({ updates: [row(one, {})] });
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, expect.any(String)]);
    expect(tries).toBe(1);
  });

  it('reads the rows of many requests while there is time', async () => {
    let reads = 0;
    const bucket = { getText: async () => `${++reads}` } as unknown as Bucket;
    const objects = Array.from({ length: 300 }, (_, index) => ({ name: `${index}`, rows: 1 }));
    const job = {
      ...jobFrom((await itemOf((await startBulk({ updates: [row(await location(), {})] })).body.jobId))!),
      rows: 300,
      objects,
    };
    await expect(rowsOfSlice({ bucket, hasTime: () => false }, job, 2)).rejects.toThrow('no time is left');
    expect(reads).toBe(0);
  });

  it('says what became of a row that another worker executed, whose location was deleted then', async () => {
    const one = await location();
    // A patch that is validated with the record is refused before its key is seen again.
    const patch = { location: { zip: '94559', city: 'Napa', state: 'CA', countryCode: 'US' } };
    const { jobId } = (await startBulk({ updates: [row(one, patch)] })).body;
    await showStarted(jobId);
    const started = (await itemOf(jobId))!;
    const [message] = world.queue.messages;
    const client = functionClient(inject('endpoint'));
    let isAhead = true;
    const overtaken: Call = async (operation, input, options) => {
      if (isAhead && JSON.stringify(input).includes(businessKey('ours', one).pk)) {
        isAhead = false;
        world.queue.messages.push(message!);
        await drain(1);
        // It is cut off behind the row.
        await world.table.remove({ Key: sliceKey({ partnerId: 'ours', accountNumber: 100, jobId }, 0) });
        await world.table.put({ Item: started });
        await world.table.remove({ Key: businessKey('ours', one) });
      }
      return client(operation, input, options);
    };
    useTable(tableOf(world.table.name, overtaken));
    await drain(1).finally(() => useTable(undefined));
    expect(isAhead).toBe(false);
    const { state, results } = (await getBulk(jobId)).body;
    expect({ state, results }).toMatchObject({ state: 'DONE', results: [{ status: 200, changed: true }] });
  });

  it('executes each row, however often others were at the records of those before', async () => {
    const updates: { readonly businessNumber: number; readonly patch: { readonly alias: string } }[] = [];
    for (let at = 0; at < 12; at++)
      updates.push({
        businessNumber: await location({ services: 'x'.repeat(100_000) }),
        patch: { alias: `Row ${at}` },
      });
    const { jobId } = (await startBulk({ updates })).body;
    await showStarted(jobId);
    const client = functionClient(inject('endpoint'));
    const met = new Set<number>();
    const meeting: Call = async (operation, input, options) => {
      const index = updates.findIndex(({ patch }) => JSON.stringify(input).includes(`"${patch.alias}"`));
      if (operation === 'TransactWriteItems' && index >= 0 && !met.has(index)) {
        met.add(index);
        const { businessNumber } = updates[index]!;
        const path = { businessId: String(businessNumber) };
        useTable(undefined);
        expect((await call(patchBusiness, { path, body: { alias: `Other ${index}` } })).status).toBe(200);
      }
      return client(operation, input, options);
    };
    useTable(tableOf(world.table.name, meeting));
    await drain().finally(() => useTable(undefined));
    expect(met.size).toBe(12);
    expect((await getBulk(jobId)).body).toMatchObject({ state: 'DONE', succeeded: 12, failed: 0 });
  });

  it('says what is wrong with a row that is refused before its location is read, and executes those after it', async () => {
    const [one, other] = [await location(), await location()];
    const updates = [row(one, { alias: 'One' }, { ifMatch: '"kept"' }), row(other, { alias: 'Other' })];
    const { jobId } = (await startBulk({ updates })).body;
    // As no request takes it, but another version may have.
    for (const [key, text] of world.bucket.objects)
      world.bucket.objects.set(key, text.replace('kept', 'x'.repeat(1000)));
    await showStarted(jobId);
    await drain(2, 15_000);
    const { state, results } = (await getBulk(jobId)).body;
    expect({ state, results }).toMatchObject({
      state: 'DONE',
      results: [
        { status: 400, message: 'If-Match must have at most 1000 characters' },
        { status: 200, changed: true },
      ],
    });
  });

  it('names the key and the job as the writer of each change, and sends one event at its end', async () => {
    const one = await location();
    const { jobId } = (await startBulk({ updates: [row(one, { alias: 'W' })] })).body;
    const started = await itemOf(jobId);
    await showStarted(jobId);
    await drain();
    expect((await found(one))?.item?.writtenBy).toMatch(new RegExp(`^key#[^#]+#startBulkUpdate#${jobId}$`));
    const done = await itemOf(jobId);
    await route([recordOf(started, done), recordOf(done, { ...done, done: 1 })]);
    const keys = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'P#ours#ACCOUNT#100#CHANGES' },
    };
    const ended: unknown[] = [];
    for await (const items of world.table.query(keys))
      ended.push(...items.filter(({ event, data }) => event === 'BULK_UPDATE_ENDED' && String(data).includes(jobId)));
    expect(ended).toHaveLength(1);
  });
});
