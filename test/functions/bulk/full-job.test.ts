/** Jobs of as many requests as their record has room for: they can be started, cancelled, and ended when they are late. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueItem, type Job, jobFrom, jobItem, objectKey, pointerItem } from '../../../lib/bulk/repository/job.ts';
import { textOfRows } from '../../../lib/bulk/rules/rows.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { advance, HOUR, MINUTE } from '../events/support.ts';
import { type BulkWorld, cancelBulk, closeBulk, getBulk, itemOf, openBulk, startBulk, tick } from './support.ts';

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulk();
});
afterAll(closeBulk);

const UPDATES = [{ businessNumber: 101, patch: { alias: 'A' } }];

/** A job of so many requests with a row each. */
const jobOf = (jobId: string, rows: number, more: Partial<Job> = {}): Job => ({
  ...{ partnerId: 'ours', accountNumber: 100, jobId, state: 'OPEN', note: '', dryRun: true },
  ...{ rows, done: 0, succeeded: 0, changed: 0, failed: 0, createdAt: clock.now() },
  objects: Array.from({ length: rows }, (_, at) => ({ name: String(at).padStart(32, '0'), rows: 1 })),
  ...more,
});
const running = () => ({ state: 'RUNNING', startedAt: clock.now() }) as const;

const put = async (job: Job): Promise<void> => {
  for (const Item of [jobItem(job), pointerItem(job), dueItem(job, clock.now() + 5 * HOUR)])
    await world.table.put({ Item });
};

/** Adds rows until no more fit. */
const filled = async (jobId: string, rows: number): Promise<number> => {
  await put(jobOf(jobId, rows));
  for (let offset = rows; ; offset++) {
    const { status } = await startBulk({ jobId, offset, start: false, updates: UPDATES });
    if (status === 202) continue;
    expect(status).toBe(413);
    return offset;
  }
};

it('one that is late delays no other', async () => {
  const large = jobOf('blk_00000000000000a3', 3500, running());
  const others = [1, 2, 3].map((number) => jobOf(`blk_00000000000000b${number}`, 1, running()));
  const all = [large, ...others];
  for (const job of all) {
    for (const { name } of job.objects)
      world.bucket.objects.set(objectKey(job, name), textOfRows([{ businessNumber: 101, patch: '{}' }]));
    await put(job);
  }
  advance(5 * HOUR + 46 * MINUTE);
  await tick();
  const states = all.map(async ({ jobId }) => (await getBulk(jobId)).body.state);
  expect(await Promise.all(states)).toEqual(all.map(() => 'DONE'));
});

it('one to which no more fits can be started, or cancelled', async () => {
  const [started, cancelled] = ['blk_00000000000000a0', 'blk_00000000000000a1'];
  expect(await filled(started, 3500)).toBeGreaterThan(3500);
  expect((await startBulk({ jobId: started })).status).toBe(202);
  await filled(cancelled, 3500);
  expect((await cancelBulk(cancelled)).status).toBe(200);
});

it('one with the counts of its slices can be cancelled', async () => {
  const jobId = 'blk_00000000000000a2';
  const rows = await filled(jobId, 3500);
  const counts = Array.from({ length: Math.ceil(rows / 100) }, (_, slice) => [`c${slice}`, '100,0']);
  const { item: _, ...job } = jobFrom((await itemOf(jobId))!);
  const item = jobItem({ ...job, ...running() });
  await world.table.put({ Item: { ...item, ...Object.fromEntries(counts), done: rows - 1, succeeded: rows - 1 } });
  expect((await cancelBulk(jobId)).status).toBe(200);
});
