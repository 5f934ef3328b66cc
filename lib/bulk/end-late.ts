/** Runs each minute: ends bulk updates that were not started in a day, or have not ended in time. */
import type { Bucket } from '../bucket/client.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { sortableTime } from '../dynamodb/table/keys.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { keyOf } from '../dynamodb/writes/dependent-items.ts';
import type { RowExecutor } from './execute.ts';
import { rowsOfSlice } from './read-rows.ts';
import { expiresAt, isExpired } from './reply.ts';
import {
  DUE_SHARDS,
  duePartition,
  type JobName,
  LATE_MILLISECONDS,
  type StoredJob,
  slicesOf,
} from './repository/job.ts';
import { bulkJobs } from './repository/jobs.ts';
import { bulkResults } from './repository/results.ts';
import { closed, finishSlice } from './run.ts';

export interface LateContext {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly hasTime: () => boolean;
  readonly executorOf: (job: StoredJob) => RowExecutor;
}

/** Closes the rows of slices that have no results. @returns whether all have results now */
const endSlices = async ({ table, bucket, hasTime, executorOf }: LateContext, job: StoredJob): Promise<boolean> => {
  const { hasResults, end } = bulkResults(table);
  const executor = executorOf(job);
  for (let slice = 0; slice < slicesOf(job); slice++) {
    if (!hasTime()) return false;
    if (await hasResults(job, slice)) continue;
    const rows = await rowsOfSlice({ bucket, hasTime }, job, slice);
    // Whoever puts results asks whether they were the last: a refusal that costs as much as the job's record.
    await finishSlice(table.withOwnBudget(), { ...job, slice }, await closed(executor, rows));
  }
  await end(job, { from: 'RUNNING', to: 'DONE', onlyDone: true });
  return true;
};

/** @returns whether nothing is left to do for it now */
const endOne = async (context: LateContext, { partnerId, accountNumber, jobId }: JobName): Promise<boolean> => {
  const { table } = context;
  const job = await bulkJobs({ table, partnerId }).find({ accountNumber, jobId });
  if (!job) return true;
  const { state, startedAt } = job;
  if (isExpired(job, clock.now())) {
    const expiry = { from: 'OPEN', to: 'EXPIRED', at: expiresAt(job) } as const;
    return (await bulkResults(table).end(job, expiry)) !== undefined;
  }
  const isLate = startedAt !== undefined && clock.now() - startedAt >= LATE_MILLISECONDS;
  return (state === 'RUNNING' || state === 'CANCELLED') && isLate ? endSlices(context, job) : true;
};

/** Ends the bulk updates that are due. If interrupted, the next run finds them again. */
export const endLate = async (context: LateContext): Promise<void> => {
  const { table, hasTime } = context;
  for (let shard = 0; shard < DUE_SHARDS; shard++) {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk < :now',
      ExpressionAttributeValues: { ':pk': duePartition(shard), ':now': sortableTime(clock.now()) },
    });
    for await (const page of pages) {
      for (const due of page) {
        if (!hasTime()) return;
        const { partnerId, accountNumber, jobId } = due as unknown as JobName;
        // One that fails delays no other: the next run tries it again.
        try {
          if (await endOne({ ...context, table: table.withOwnBudget() }, { partnerId, accountNumber, jobId }))
            await table.remove({ Key: keyOf(due) });
        } catch (error) {
          console.error({
            message: 'a bulk update that is late was not ended',
            jobId,
            error: (error as Error).message,
          });
        }
      }
    }
  }
};
