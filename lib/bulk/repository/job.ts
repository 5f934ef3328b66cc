/** Bulk updates: a job, its rows in objects of the bucket, and the results of its slices (docs/bulk.md). */
import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { joined, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark, versionOf } from '../../dynamodb/writes/marks.ts';

export const JOB_STATES = ['OPEN', 'RUNNING', 'DONE', 'CANCELLED', 'EXPIRED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The rows of a slice, which one message is about. */
export const SLICE_ROWS = 100;
export const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;
/** How long a job stays open. */
export const OPEN_MILLISECONDS = 24 * 3600 * 1000;
/** When the clock ends what is left of a started job; it has ended a quarter of an hour later. */
export const LATE_MILLISECONDS = (5 * 60 + 45) * 60 * 1000;

export interface JobName {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly jobId: string;
}

/** An object with rows of a job. */
export interface RowsObject {
  /** The last part of its key: each try to put rows has a name of its own. */
  readonly name: string;
  readonly rows: number;
}

export interface Job extends JobName {
  readonly state: JobState;
  readonly note: string;
  readonly dryRun: boolean;
  readonly rows: number;
  readonly done: number;
  readonly succeeded: number;
  readonly changed: number;
  readonly failed: number;
  readonly objects: readonly RowsObject[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** A job as it stands in the table. */
export interface StoredJob extends Job {
  readonly item: Item;
}

export const drawJobId = (): string => `blk_${random.hex(16)}`;
export const isJobId = (text: string): boolean => /^blk_[0-9a-f]{16}$/.test(text);

const partitionOf = ({ partnerId, accountNumber, jobId }: JobName): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'BULK', jobId);

export const jobKey = (name: JobName): Key => ({ pk: partitionOf(name), sk: 'JOB' });
/** Says of which account a job is. */
export const pointerKey = (partnerId: string, jobId: string): Key => ({
  pk: ofPartner(partnerId, 'BULK', jobId),
  sk: 'POINTER',
});
export const sliceKey = (name: JobName, slice: number): Key => ({
  pk: partitionOf(name),
  sk: `R#${String(slice).padStart(3, '0')}`,
});
/** @param day - `2026-03-04`, in UTC */
export const dayKey = (partnerId: string, day: string, plan: string): Key => ({
  pk: ofPartner(partnerId, 'BULKDAY', day),
  sk: plan,
});

/** Where the index lists the jobs of an account: those that are open or running first. */
export const jobsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'BULKS');
export const UNENDED = 'A#';
export const listedAs = (state: JobState, jobId: string): string =>
  `${state === 'OPEN' || state === 'RUNNING' ? UNENDED : 'Z#'}${jobId}`;

/** The key of an object in the bucket. */
export const objectKey = ({ partnerId, jobId }: JobName, name: string): string => `bulk/${partnerId}/${jobId}/${name}`;

/** The attributes that hold a job's objects. */
export const objectsText = (objects: readonly RowsObject[]): readonly string[] =>
  objects.map(({ name, rows }) => `${name}:${rows}`);

const expiryOf = ({ createdAt }: Job): number => epochSeconds(createdAt + KEPT_MILLISECONDS);

export const jobItem = (job: Job): Item => {
  const { partnerId, accountNumber, jobId, state } = job;
  const record = { ...job, objects: objectsText(job.objects) };
  return itemOf(
    'bulkJob',
    { ...record, ...firstMark(), bytes: recordBytes(record), expiresAtSeconds: expiryOf(job) },
    { ...jobKey(job), gsi1pk: jobsPartition(partnerId, accountNumber), gsi1sk: listedAs(state, jobId) },
  );
};

export const pointerItem = (job: Job): Item =>
  itemOf(
    'bulkPointer',
    { partnerId: job.partnerId, accountNumber: job.accountNumber, expiresAtSeconds: expiryOf(job) },
    pointerKey(job.partnerId, job.jobId),
  );

const objectOf = (text: string): RowsObject => {
  const [name = '', rows] = text.split(':');
  return { name, rows: Number(rows) };
};

/** The job that an item holds: the opposite of `jobItem`. */
export const jobFrom = (item: Item): StoredJob => {
  const { partnerId, accountNumber, jobId, state, note, dryRun, objects, createdAt, startedAt, endedAt } = item;
  const { rows, done, succeeded, changed, failed } = item as unknown as Job;
  return {
    ...({ partnerId, accountNumber, jobId, state, note, dryRun, createdAt } as Job),
    ...{ rows, done, succeeded, changed, failed },
    objects: ((objects ?? []) as string[]).map(objectOf),
    ...(startedAt !== undefined && { startedAt: Number(startedAt) }),
    ...(endedAt !== undefined && { endedAt: Number(endedAt) }),
    item,
  };
};

export const versionOfJob = ({ item }: StoredJob): number => versionOf(item);

/** How many of a slice's results are successes and failures, as its job counts them. */
export interface SliceCounts {
  readonly succeeded: number;
  readonly failed: number;
}

/** The attribute of a job that counts the results of a slice: it has one for each slice that has results. */
export const countsAttribute = (slice: number): string => `c${slice}`;

export const countsOf = ({ item }: StoredJob, slice: number): SliceCounts | undefined => {
  const text = item[countsAttribute(slice)];
  if (typeof text !== 'string') return undefined;
  const [succeeded = 0, failed = 0] = text.split(',').map(Number);
  return { succeeded, failed };
};

export const slicesOf = ({ rows }: Pick<Job, 'rows'>): number => Math.ceil(rows / SLICE_ROWS);

/** So many partitions share what is due. */
export const DUE_SHARDS = 4;
export const duePartition = (shard: number): string => joined('BULKDUE', shard);

/** @param at - epoch milliseconds at which the clock looks at the job */
export const dueItem = ({ partnerId, accountNumber, jobId }: JobName, at: number): Item =>
  itemOf(
    'bulkDue',
    { partnerId, accountNumber, jobId },
    { pk: duePartition(Number.parseInt(jobId.slice(-4), 16) % DUE_SHARDS), sk: joined(sortableTime(at), jobId) },
  );
