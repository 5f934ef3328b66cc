/** Partners of simulated bulk updates: who adds rows and starts a job, twice at once and again, and who cancels it. */
import { cancelJob } from '../../../lib/bulk/cancel.ts';
import { startJob } from '../../../lib/bulk/start.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { World } from '../world.ts';
import { doubles } from './doubles.ts';
import { ACCOUNT, LOCATIONS, type Meant, PARTNER, type Seen, type Witness } from './witness.ts';

/** Runs something in a process of its own; fails where that crashes. */
export type InProcess = <Result>(name: string, run: (deadline: number) => Promise<Result>) => Promise<Result>;

export interface Scene {
  readonly world: World;
  readonly witness: Witness;
  readonly table: Table;
  readonly inProcess: InProcess;
}

const LIMITS = { plan: 'trial', limits: { jobRows: 1000, dayRows: 1_000_000 } };
type Sent = 'added' | 'closed' | 'unknown' | { readonly offset: number };

/** One request with rows. */
const sendRows = (
  { inProcess, table, witness }: Scene,
  job: Seen,
  { rows, offset, start }: { readonly rows: readonly Meant[]; readonly offset: number; readonly start: boolean },
): Promise<Sent> =>
  inProcess('start', async (deadline) => {
    const added = {
      rows: rows.map(({ tag, location, kind }) => ({
        businessNumber: location,
        patch: JSON.stringify(kind === 'bad' ? { name: 'ab' } : kind === 'same' ? {} : { alias: tag }),
      })),
    };
    const command = { accountNumber: ACCOUNT, start, dryRun: false, note: '', validateOnly: false };
    const own = witness.meaning(table.within({ deadline }), job, rows);
    const result = await startJob(
      { table: own, partnerId: PARTNER },
      { ...command, added: rows.length > 0 ? added : undefined, jobId: job.jobId, offset },
      { ...LIMITS, bucket: () => doubles.bucket! },
    );
    if (!('refused' in result)) return 'added' as const;
    const right = /offset must be (\d+)/.exec(result.refused.message)?.[1];
    return right === undefined ? ('closed' as const) : { offset: Number(right) };
  }).catch(() => 'unknown' as const);

/** Adds rows in several requests, each until it is known to be added. */
const upload = async (
  scene: Scene,
  job: Seen,
  { name, isAlone }: { readonly name: string; readonly isAlone: boolean },
) => {
  const { world } = scene;
  const chunks = Array.from({ length: 1 + world.below(3) }, () => 1 + world.below(4));
  const isNarrow = world.random() < 0.3;
  let [offset, count] = [0, 0];
  for (const [index, size] of chunks.entries()) {
    const rows = Array.from({ length: size }, (): Meant => {
      const location = isNarrow && world.random() < 0.8 ? LOCATIONS[0] : world.pick(LOCATIONS);
      const kind = world.weighted([
        [1, 'bad'],
        [1, 'same'],
        [8, 'change'],
      ] as const);
      return { tag: `${job.jobId.slice(-4)} ${name}${count++}`, location, kind };
    });
    const start = index === chunks.length - 1 && world.random() < 0.9;
    for (let tries = 0; tries < 8; tries++) {
      const twice = world.random() < 0.3 ? [0, 1] : [0];
      const all = await Promise.all(twice.map(() => sendRows(scene, job, { rows, offset, start })));
      const right = all.find((each) => typeof each === 'object');
      const isAdded = all.includes('added');
      if (isAdded || (right && isAlone)) job.believed.push(rows);
      if (isAdded) offset += size;
      else if (right) ({ offset } = right);
      if (isAdded || right) break;
      if (all.includes('closed')) return;
      await world.wait(500);
    }
    await world.wait(world.random() * 500);
  }
};

/** Whoever has not started a job starts it. */
const startAtLast = async (scene: Scene, job: Seen) => {
  await scene.world.wait(20_000 + scene.world.random() * 20_000);
  for (let tries = 0; tries < 6; tries++) {
    const item = scene.witness.jobItem(job.jobId);
    if (item?.state !== 'OPEN') return;
    if ((await sendRows(scene, job, { rows: [], offset: Number(item.rows), start: true })) === 'added') return;
    await scene.world.wait(1000);
  }
};

const cancelAt = async ({ world, table, inProcess }: Scene, job: Seen, after: number) => {
  await world.wait(after);
  for (let tries = 0; tries < 10; tries++) {
    const cancelled = await inProcess('cancel', (deadline) => {
      const options = { validateOnly: false, now: world.clock.now() };
      return cancelJob({ table: table.within({ deadline }), partnerId: PARTNER }, job.jobId, options);
    }).catch(() => 'unknown' as const);
    if (cancelled !== 'unknown') {
      if (cancelled?.state === 'CANCELLED') job.cancelledAt = world.clock.now();
      return;
    }
    await world.wait(500);
  }
};

/** Cancels a job in the seconds in which its rows are executed. */
const cancelSoon = async (scene: Scene, job: Seen) => {
  for (let waits = 0; job.startedAt === undefined && waits < 600; waits++) await scene.world.wait(100);
  await cancelAt(scene, job, scene.world.random() * 6000);
};

interface Course {
  readonly latest: number;
  readonly isCancelledSoon: boolean;
}

/** What becomes of a job at its partner. */
export const partnersOf = (scene: Scene, job: Seen, { latest, isCancelledSoon }: Course): Promise<unknown> => {
  const { world } = scene;
  const hasTwo = world.random() < 0.25;
  const acts = [upload(scene, job, { name: 'a', isAlone: !hasTwo })];
  if (hasTwo) acts.push(upload(scene, job, { name: 'b', isAlone: false }));
  if (world.random() < 0.9) acts.push(startAtLast(scene, job));
  if (isCancelledSoon) acts.push(cancelSoon(scene, job));
  else if (world.random() < 0.5)
    acts.push(cancelAt(scene, job, world.random() < 0.8 ? world.random() * 12_000 : world.random() * latest));
  return Promise.all(acts);
};
