/** One schedule of bulk updates: the code of the service over a simulated table, bucket, stream, queue and clock. */
import { validators } from 'compiled:validators';
import { handler as runBulk } from '../../../functions/events/run-bulk.ts';
import { bulkJobEntity } from '../../../lib/bulk/repository/bulk-entities.ts';
import {
  type Job,
  jobItem,
  jobKey,
  LATE_MILLISECONDS,
  pointerItem,
  pointerKey,
} from '../../../lib/bulk/repository/job.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { StreamRecord } from '../../../lib/dynamodb/stream/records.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { createNetwork, type Faults, noFaults } from '../network.ts';
import { createStore } from '../store.ts';
import { createWorld, processOf, type Running } from '../world.ts';
import { bucketOf, doubles, queueOf } from './doubles.ts';
import { brokenPromises } from './promises.ts';
import { type InProcess, partnersOf, type Scene } from './senders.ts';
import { ACCOUNT, createWitness, LOCATIONS, PARTNER, type Seen } from './witness.ts';

const REQUIRED = { emailId: 'owner@shop.example', phone: '(650) 555-0100', services: 'repair' };
const TIMEOUT = 60_000;
const VISIBLE_AGAIN = 90_000;
const MOST_RECEIVES = 6;
/** Jobs have ended a quarter of an hour after the clock begins to end them. */
const LONGEST = LATE_MILLISECONDS + 15 * 60_000;
const END = LONGEST + 10 * 60_000;
const FAULTS: Partial<Faults> = {
  responseLost: 0.05,
  requestLost: 0.03,
  broken: 0.02,
  late: 0.06,
  slow: 0.1,
  conflict: 0.03,
};

/** What befalls a schedule: now this, now that; or one thing so often that a promise hangs on one clause. */
export const WEATHERS = {
  mixed: 'whatever is late, lost, killed or repeated',
  slow: 'of a cancelled job, with calls that take seconds and workers that stand still',
  late: 'with rows whose writes land late, or are never answered',
  outage: 'of a cancelled job, with a table that no worker can reach until its messages are given up',
} as const;
export type Weather = keyof typeof WEATHERS;

const SLOW: Faults = { ...noFaults, slow: 0.6, frozen: 0.06 };
const DOWN: Faults = { ...noFaults, throttled: 1 };
const LATE: Faults = { ...noFaults, late: 0.75, responseLost: 0.1, requestLost: 0.1 };

const locationItem = (businessNumber: number): Item =>
  businessItem(PARTNER, {
    businessNumber,
    accountNumber: ACCOUNT,
    listingFixed: false,
    profile: { ...REQUIRED, name: 'Shop' },
  });

/** Runs one story. @returns what was promised and is not so, and the steps, where they are asked for */
export const playBulk = async (
  seed: number,
  { isTraced = false, weather = 'mixed' }: { readonly isTraced?: boolean; readonly weather?: Weather } = {},
): Promise<{ broken: readonly string[]; trace: readonly string[] }> => {
  await Promise.all(Object.values(validators).map((compiled) => compiled?.loadReports?.()));
  const world = createWorld(seed, isTraced);
  const { clock, random } = world;
  const isFaulty = random() < 0.9;
  const store = createStore(clock.now);
  const witness = createWitness(world, store, (location) => keyText(locationItem(location)));
  const faults = isFaulty ? { ...noFaults, ...FAULTS, frozen: 0.004, crashed: random() < 0.5 ? 0.01 : 0 } : noFaults;
  /** The write of a row: the location, under the row's key. */
  const isOfRow = (operation: string, input: object) =>
    operation === 'TransactWriteItems' && JSON.stringify(input).includes('"Update"') && witness.isOfLocation(input);
  const faultsOf = {
    mixed: () => faults,
    slow: () => SLOW,
    late: (operation: string, input: object) => (isOfRow(operation, input) ? LATE : noFaults),
    outage: () => (isDown() ? DOWN : noFaults),
  }[weather];
  /** Begins once rows are executed, and outlasts all receives of a message. */
  const outageAfter = weather === 'outage' ? random() * 3000 : 0;
  const isDown = (): boolean => {
    const [since] = [...witness.jobs.values()].flatMap(({ startedAt = [] }) => startedAt);
    const from = (since ?? Number.POSITIVE_INFINITY) + outageAfter;
    return (
      world.running()?.process.name === 'worker' &&
      clock.now() > from &&
      clock.now() < from + MOST_RECEIVES * VISIBLE_AGAIN
    );
  };
  const network = createNetwork(world, witness.watched, faultsOf);
  const table = tableOf('simulated', (operation, input, options) => {
    witness.hear(input);
    return network.call(operation, input, options);
  });
  useTable(table);

  /** A function that has so much time, in a process that may crash or freeze; some frozen ones go on one day. */
  const invoke = <Result>(name: string, time: number, run: (remaining: () => number) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const process = processOf(name, Math.round((random() - 0.5) * 2000));
      const end = clock.now() + time;
      const running: Running = { process, deadline: end, isAnswered: false };
      const fail = (what: string) => reject(new Error(`${name} ${what}`));
      process.onGone = () => fail('crashed');
      clock.after(time, () => {
        if (!running.isAnswered && random() < 0.5) process.isGone = true;
        fail('timed out');
      });
      world
        .within(running, () => run(() => end - clock.now()))
        .then(resolve, reject)
        .finally(() => {
          running.isAnswered = true;
        });
    });
  const inProcess: InProcess = (name, run) =>
    invoke(name, 25_000, (remaining) => run(Math.floor(clock.now()) + remaining() - 4000));

  // The queue and its workers.
  let busy = 0;
  const receive = (body: string, receives: number): void => {
    if (clock.now() > begin + END || receives > MOST_RECEIVES) return;
    if (busy >= 3) return void clock.after(200 + random() * 300, () => receive(body, receives));
    busy++;
    let isDone = false;
    const again = isFaulty && random() < 0.05 ? random() * 3000 : VISIBLE_AGAIN;
    clock.after(again, () => isDone || receive(body, receives + 1));
    const record = { messageId: '1', body, attributes: { ApproximateReceiveCount: String(receives) } };
    world.note(`a worker receives ${body}`);
    invoke('worker', TIMEOUT, (remaining) =>
      runBulk({ Records: [record] } as never, { getRemainingTimeInMillis: remaining }),
    )
      .then(({ batchItemFailures }) => {
        isDone = batchItemFailures.length === 0 && random() > 0.03;
      })
      .catch(() => {})
      .finally(() => busy--);
  };
  const begin = clock.now();
  const stalled = random() < 0.04 ? begin + LATE_MILLISECONDS * (0.5 + random()) : 0;
  const queue = queueOf(world, isFaulty, (body, after) => {
    clock.after(Math.max(after, stalled - clock.now()), () => receive(body, 1));
  });
  Object.assign(doubles, { bucket: bucketOf(world, isFaulty).bucket, queue });

  // The stream shows a started job, again where that failed, and now and then for no reason.
  const work = bulkJobEntity.work!;
  const route = (record: StreamRecord): void => {
    const once = invoke('route', 30_000, () =>
      work.start(record, { bulk: queue, deliveries: queue, media: queue, jobs: queue }),
    );
    const again = () => clock.after(300, () => route(record));
    once.then(() => random() < 0.1 && again(), again);
  };
  witness.onJob((oldImage, newImage) => {
    const record = { oldImage, newImage, deadline: clock.now() + 30_000, table } as unknown as StreamRecord;
    if (work.isDue?.(record)) clock.after(50 + random() * 350, () => route(record));
  });
  const tick = (): void => {
    if (clock.now() > begin + END) return;
    invoke('clock', TIMEOUT, (remaining) => runBulk({}, { getRemainingTimeInMillis: remaining })).catch(() => {});
    clock.after(60_000, tick);
  };
  clock.after(60_000, tick);

  const account = accountItem({ partnerId: PARTNER, accountNumber: ACCOUNT, name: 'Account' });
  for (const item of [account, ...LOCATIONS.map(locationItem)]) store.seed(item);
  const scene: Scene = { world, witness, table, inProcess };
  const openJob = (index: number): Seen => {
    const jobId = `blk_${String(index).padStart(16, '0')}`;
    const name = { partnerId: PARTNER, accountNumber: ACCOUNT, jobId };
    const counts = { rows: 0, done: 0, succeeded: 0, changed: 0, failed: 0, objects: [] };
    const job: Job = { ...name, ...counts, state: 'OPEN', note: '', dryRun: false, createdAt: begin };
    for (const item of [jobItem(job), pointerItem(job)]) store.seed(item);
    const seen: Seen = { jobId, landed: [], believed: [], begun: new Map(), putAt: new Map(), ends: 0 };
    witness.jobs.set(jobId, seen);
    return seen;
  };
  const remove = (key: Key) => store.apply('DeleteItem', { Key: { pk: { S: key.pk }, sk: { S: key.sk } } });
  const chance = (odds: number, within: number, act: () => void) => {
    if (random() < odds) clock.after(random() * within, act);
  };
  let deletedAt: number | undefined;
  try {
    // Two jobs may be about one location.
    const jobs = Array.from({ length: random() < 0.2 ? 2 : 1 }, (_, index) => openJob(index));
    chance(0.15, 6000, () => void remove(locationItem(world.pick(LOCATIONS)) as never));
    chance(0.06, 30_000, () => {
      deletedAt = clock.now();
      remove(account as never);
      for (const { jobId } of jobs) {
        remove(jobKey({ partnerId: PARTNER, accountNumber: ACCOUNT, jobId }));
        remove(pointerKey(PARTNER, jobId));
      }
      for (const location of LOCATIONS) remove(locationItem(location) as never);
    });
    const partners = Promise.all(
      jobs.map((job) =>
        partnersOf(scene, job, {
          latest: LATE_MILLISECONDS * 1.1,
          isCancelledSoon: weather === 'slow' || weather === 'outage',
        }),
      ),
    );
    await clock.runUntil(Promise.all([partners, new Promise<void>((done) => clock.after(END, done))]));
    return {
      broken: [...world.broken, ...brokenPromises(witness, { longest: LONGEST, deletedAt })],
      trace: world.trace,
    };
  } finally {
    useTable(undefined);
    world.restore();
  }
};
