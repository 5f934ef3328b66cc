/** The bulk updates of a partner. */
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { INDEX } from '../../dynamodb/table/keys.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/table/record-size.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, newestMark } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';
import { creation, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { accounts } from '../../partners/repository/account.ts';
import {
  dayKey,
  dueItem,
  isJobId,
  type Job,
  type JobName,
  jobFrom,
  jobItem,
  jobKey,
  jobsPartition,
  LATE_MILLISECONDS,
  listedAs,
  OPEN_MILLISECONDS,
  objectsText,
  pointerItem,
  pointerKey,
  type StoredJob,
  sliceKey,
  slicesOf,
  UNENDED,
  versionOfJob,
} from './job.ts';
import { type RowResult, resultsFrom } from './results.ts';

/** The rows that a start adds to those of its day. */
export interface StartedRows {
  /** `2026-03-04`, in UTC. */
  readonly day: string;
  readonly plan: string;
  readonly rows: number;
  /** How many rows may be started on a day. */
  readonly most: number;
}

/**
 * The outcome of a write: it is in the table, another try of the request was executed and wrote the job of this id, or the
 * record had changed.
 */
export type JobWritten = 'saved' | { readonly executed: string } | 'changed';

const jobWritten = (written: Written): JobWritten => {
  if ('executed' in written) return { executed: String(written.executed.result?.jobId) };
  return 'refused' in written ? 'changed' : 'saved';
};

const DAY_SECONDS = 2 * 24 * 3600;

const dayAction = (partnerId: string, { day, plan, rows, most }: StartedRows) => ({
  Update: {
    Key: dayKey(partnerId, day, plan),
    UpdateExpression: 'SET #type = :type, v = :v, expiresAtSeconds = :expires ADD #rows :rows',
    // Others may have started some since it was read.
    ConditionExpression: 'attribute_not_exists(#rows) OR #rows <= :room',
    ExpressionAttributeNames: { '#type': 'type', '#rows': 'rows' },
    ExpressionAttributeValues: {
      ...{ ':type': 'bulkDay', ':v': 1, ':rows': rows, ':room': most - rows },
      ':expires': epochSeconds(Date.parse(day)) + DAY_SECONDS,
    },
  },
});

const IF_NEW = 'attribute_not_exists(pk)';

/** Bytes that a job with all of its rows gets later: of its start and end, and of the counts of each slice. */
const roomFor = (job: Job): number => 128 + 20 * slicesOf(job);

/** The bulk updates of a partner. */
export const bulkJobs = ((store) => {
  const { table, partnerId } = store;
  const isShown = (item: Item | undefined): item is Item =>
    item !== undefined && Number(item.expiresAtSeconds) >= epochSeconds();
  const find = async (name: Omit<JobName, 'partnerId'>): Promise<StoredJob | undefined> => {
    if (!isJobId(name.jobId)) return undefined;
    const item = await table.get(jobKey({ ...name, partnerId }));
    return isShown(item) ? jobFrom(item) : undefined;
  };

  return {
    /** A job of an account. One call. */
    find,

    /** A job by its id alone. Three calls. None of a deleted account, whose jobs go some seconds later. */
    named: async (jobId: string): Promise<StoredJob | undefined> => {
      const pointer = isJobId(jobId) && (await table.get(pointerKey(partnerId, jobId)));
      if (!pointer) return undefined;
      const accountNumber = Number(pointer.accountNumber);
      const [job, account] = await Promise.all([find({ accountNumber, jobId }), accounts(store).find(accountNumber)]);
      return account && job;
    },

    /** How many jobs of an account are open or running; may be a second behind. */
    unended: (accountNumber: number): Promise<number> =>
      table.count({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :unended)',
        ExpressionAttributeValues: { ':pk': jobsPartition(partnerId, accountNumber), ':unended': UNENDED },
      }),

    /** How many rows were started on a day under a plan. */
    startedOn: async (day: string, plan: string): Promise<number> =>
      Number((await table.get(dayKey(partnerId, day, plan)))?.rows ?? 0),

    /** Puts a new job. One transaction. */
    create: async (job: Job, started: StartedRows | undefined): Promise<JobWritten> => {
      const item = jobItem(job);
      const landed = async () => newestMark(await table.get(jobKey(job))) === newestMark(item);
      const written = await write(store, {
        strategy: creation(landed),
        actions: [
          { Put: { Item: item, ConditionExpression: IF_NEW } },
          { Put: { Item: pointerItem(job), ConditionExpression: IF_NEW } },
          {
            Put: { Item: dueItem(job, started ? clock.now() + LATE_MILLISECONDS : job.createdAt + OPEN_MILLISECONDS) },
          },
          ...(started ? [dayAction(partnerId, started)] : []),
        ],
        basedOn: [0],
        mark: newestMark(item),
        result: { jobId: job.jobId },
      });
      return jobWritten(written);
    },

    /** Adds rows to a job, starts it, or both, on the version that was read. One transaction. */
    change: async (job: StoredJob, changes: Partial<Job>, started: StartedRows | undefined): Promise<JobWritten> => {
      const { objects, ...others } = changes;
      const mark = markAbove(job.item);
      const stored = { ...others, ...(objects && { objects: objectsText(objects) }) };
      // A job to which no more fits can still be started, and cancelled.
      if (changes.rows !== job.rows)
        checkRecordBytes(recordBytes({ ...job.item, ...stored }) + roomFor({ ...job, ...changes }));
      const written = await write(store, {
        strategy: withDependents,
        actions: [
          updateAction(job.item, stored, { mark }),
          ...(started
            ? [{ Put: { Item: dueItem(job, clock.now() + LATE_MILLISECONDS) } }, dayAction(partnerId, started)]
            : []),
        ],
        basedOn: [versionOfJob(job)],
        mark,
        result: { jobId: job.jobId },
      });
      return jobWritten(written);
    },

    /** Cancels a job on the version that was read. One call. */
    cancel: async (job: StoredJob): Promise<Outcome<StoredJob>> => {
      const changes = { state: 'CANCELLED', endedAt: clock.now(), gsi1sk: listedAs('CANCELLED', job.jobId) };
      const outcome = await saveVersion(store, { key: jobKey(job), changes, basedOn: job.item });
      if ('saved' in outcome) return { saved: jobFrom(outcome.saved) };
      return { refused: outcome.refused, ...(outcome.found && { found: jobFrom(outcome.found) }) };
    },

    /** Takes the idempotency key of a request that changes nothing. */
    keepUnchanged: async (job: StoredJob): Promise<void> => {
      await takeKey(store, [], { result: { jobId: job.jobId } });
    },

    /** The results of slices. As many calls as BatchGetItem takes for them. */
    results: async (job: JobName, slices: readonly number[]): Promise<readonly RowResult[]> => {
      const keys = slices.map((slice) => sliceKey(job, slice));
      const near = await table.batchGet(keys, { consistent: false });
      const found = new Set(near.map(({ sk }) => sk));
      // A replica may not have the latest of them yet.
      const missing = keys.filter(({ sk }) => !found.has(sk));
      const items = missing.length > 0 ? [...near, ...(await table.batchGet(missing))] : near;
      return items.flatMap(resultsFrom).sort((a, b) => a.row - b.row);
    },
  };
}) satisfies Opened<unknown>;
