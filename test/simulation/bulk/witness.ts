/** Sees each call and each write of a simulated table: what rows did to locations, when they began, and how jobs went on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { bulkJobEntity } from '../../../lib/bulk/repository/bulk-entities.ts';
import { type JobState, jobKey, sliceKey } from '../../../lib/bulk/repository/job.ts';
import { type RowResult, resultsFrom } from '../../../lib/bulk/repository/results.ts';
import type { OperationName } from '../../../lib/dynamodb/client/call.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { digest, keyText } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { Store } from '../store.ts';
import type { World } from '../world.ts';

export const PARTNER = 'sim';
export const ACCOUNT = 100;
export const LOCATIONS = [101, 102, 103, 104] as const;
const FORWARDS: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['RUNNING', 'CANCELLED', 'EXPIRED'],
  RUNNING: ['DONE', 'CANCELLED'],
};

/** A row as its sender means it. */
export interface Meant {
  readonly tag: string;
  readonly location: number;
  readonly kind: 'change' | 'same' | 'bad';
}

/** What is known of a job from outside. */
export interface Seen {
  readonly jobId: string;
  /** The rows of the requests whose write landed. */
  readonly landed: Meant[];
  /** The rows that their senders take as added. */
  readonly believed: Meant[][];
  /** When each row was first heard of at the table. */
  readonly begun: Map<number, number>;
  readonly putAt: Map<number, number>;
  ends: number;
  startedAt?: number;
  endedAt?: number;
  cancelledAt?: number;
}

export interface Effect {
  readonly tag: string;
  readonly location: number;
}

/** The key of a location's item. */
export type KeyOf = (location: number) => string;

export const createWitness = (world: World, store: Store, keyOfLocation: KeyOf) => {
  const { clock } = world;
  const jobs = new Map<string, Seen>();
  const effects: Effect[] = [];
  /** What a write adds, if it lands. */
  const meant = new WeakMap<object, { readonly job: Seen; readonly rows: readonly Meant[] }>();
  const wrong: string[] = [];
  const requests = new AsyncLocalStorage<{ readonly job: Seen; readonly rows: readonly Meant[] }>();
  const keyOfJob = (jobId: string) => keyText(jobKey({ partnerId: PARTNER, accountNumber: ACCOUNT, jobId }));
  const listeners: ((before: Item | undefined, after: Item) => void)[] = [];

  const seeJob = (job: Seen, before: Item | undefined, after: Item, input: object) => {
    if (before === after) return;
    const own = meant.get(input);
    if (own && String(before?.objects ?? '') !== String(after.objects)) job.landed.push(...own.rows);
    for (const listen of listeners) listen(before, after);
    if (before?.state === after.state) return;
    if (before && !FORWARDS[String(before.state)]?.includes(String(after.state)))
      wrong.push(`a job goes backwards: ${before.state} to ${after.state}`);
    world.note(`job ${job.jobId} is ${after.state}`);
    if (after.state === 'RUNNING') job.startedAt = clock.now();
    else if ((after.state as JobState) !== 'OPEN') job.endedAt = clock.now();
    const { events } = bulkJobEntity;
    if (events && 'of' in events)
      job.ends += events.of({ oldImage: before, newImage: after } as Parameters<typeof events.of>[0]).length;
  };
  const seeLocation = (location: number, before: Item | undefined, after: Item | undefined) => {
    if (!after || before?.alias === after.alias) return;
    effects.push({ tag: String(after.alias), location });
    world.note(`row ${after.alias} changes ${location}`);
  };

  const watched: Store = {
    ...store,
    apply<Name extends OperationName>(operation: Name, input: object, lag?: number) {
      const keys = [...[...jobs.keys()].map(keyOfJob), ...LOCATIONS.map(keyOfLocation)];
      const before = new Map(keys.map((key) => [key, store.items.get(key)]));
      const answer = store.apply(operation, input, lag);
      for (const job of jobs.values()) {
        const after = store.items.get(keyOfJob(job.jobId));
        if (after) seeJob(job, before.get(keyOfJob(job.jobId)), after, input);
        for (const slice of Array(10).keys()) {
          const isThere = store.items.has(
            keyText(sliceKey({ partnerId: PARTNER, accountNumber: ACCOUNT, ...job }, slice)),
          );
          if (isThere && !job.putAt.has(slice)) job.putAt.set(slice, clock.now());
        }
      }
      for (const location of LOCATIONS)
        seeLocation(location, before.get(keyOfLocation(location)), store.items.get(keyOfLocation(location)));
      return answer;
    },
  };

  return {
    jobs,
    effects,
    wrong,
    watched,
    onJob: (listen: (before: Item | undefined, after: Item) => void) => void listeners.push(listen),
    jobItem: (jobId: string): Item | undefined => store.items.get(keyOfJob(jobId)),
    resultsOf: ({ jobId }: Seen): readonly (RowResult & { readonly putAt: number })[] =>
      Array.from({ length: 10 }, (_, slice) => {
        const key = keyText(sliceKey({ partnerId: PARTNER, accountNumber: ACCOUNT, jobId }, slice));
        const item = store.items.get(key);
        const putAt = jobs.get(jobId)?.putAt.get(slice) ?? 0;
        return item ? resultsFrom(item as Item).map((result) => ({ ...result, putAt })) : [];
      }).flat(),
    /** The same table, for a request that adds these rows: so it is known of which request a write is that lands late. */
    meaning: (table: Table, job: Seen, rows: readonly Meant[]): Table => ({
      ...table,
      transact: (...args: Parameters<Table['transact']>) => requests.run({ job, rows }, () => table.transact(...args)),
    }),
    isOfLocation: (input: object): boolean =>
      LOCATIONS.some((each) => JSON.stringify(input).includes(`BUSINESS#${each}"`)),
    /** Notes of which row a call is, by the idempotency key that it names. */
    hear(input: object): void {
      const request = requests.getStore();
      if (request) meant.set(input, request);
      const text = JSON.stringify(input);
      for (const { jobId, begun } of jobs.values())
        for (let row = 0; row < 20; row++)
          if (!begun.has(row) && text.includes(digest('patchBusiness', `${jobId}-${row}`))) begun.set(row, clock.now());
    },
  };
};
export type Witness = ReturnType<typeof createWitness>;
