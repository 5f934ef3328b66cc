/**
 * Executes a slice of a bulk update (docs/bulk.md: how a job runs). It can be cut off anywhere, and run again: each row
 * is executed once, under its key, and the results of a slice are put once.
 */
import type { Bucket } from '../bucket/client.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { allEnded } from '../dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { MessageQueue } from '../dynamodb/stream/roles.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { until } from '../dynamodb/writes/until.ts';
import type { NumberedRow, Outcome, RowExecutor } from './execute.ts';
import { readSlice, rowsOfSlice } from './read-rows.ts';
import type { JobName, StoredJob } from './repository/job.ts';
import { bulkJobs } from './repository/jobs.ts';
import { type SliceName, sliceMessage } from './repository/message.ts';
import { bulkResults, type RowResult } from './repository/results.ts';

export interface RunContext {
  /** Opened without a writer: the job keeps who has started it. */
  readonly table: Table;
  readonly bucket: Bucket;
  readonly queue: MessageQueue;
  /** Whether there is time to begin another row. */
  readonly hasTime: () => boolean;
  /** How the rows of a job are executed. */
  readonly executorOf: (job: StoredJob) => RowExecutor;
}

/** A read of the job is good for rows that begin within this time of it. */
const BEGUN_WITHIN = 1000;
const READ_AGAIN_AFTER = 500;
/** Seconds after which a slice is sent again that waits for an earlier one. */
const WAIT_SECONDS = 5;
/** The error of a row that was not executed. */
export const NOT_EXECUTED = 'The update was not executed';

interface View {
  readonly job: StoredJob;
  /** When it was asked for. */
  readonly readAt: number;
}

const read = async (table: Table, { partnerId, ...name }: JobName): Promise<View | undefined> => {
  const readAt = clock.now();
  const job = await bulkJobs({ table, partnerId }).find(name);
  return job && { job, readAt };
};

const resultOf = ({ row, businessNumber }: NumberedRow, outcome: Exclude<Outcome, { none: true }>): RowResult => ({
  row,
  businessNumber,
  ...outcome,
});

const UNEXECUTED = { status: 503, code: 503, message: NOT_EXECUTED, changed: false, etag: null } as const;

/** The results of a slice for a job in its state: of a cancelled job, rows that were not executed have none. */
const resultsOf = (
  { state }: StoredJob,
  outcomes: readonly (readonly [NumberedRow, Outcome])[],
): readonly RowResult[] =>
  outcomes.flatMap(([row, outcome]) => {
    if (!('none' in outcome)) return [resultOf(row, outcome)];
    return state === 'RUNNING' ? [resultOf(row, UNEXECUTED)] : [];
  });

/** Puts the results of a slice, on the state of the job that they are for, and ends the job after the last of them. */
export const finishSlice = async (
  table: Table,
  name: SliceName,
  outcomes: readonly (readonly [NumberedRow, Outcome])[],
): Promise<void> => {
  const { put, end } = bulkResults(table);
  await until({ attempts: 8, atOnce: 1 }, async () => {
    const view = await read(table, name);
    if (!view) return 'gone';
    return put(view.job, name.slice, resultsOf(view.job, outcomes));
  });
  await end(name, { from: 'RUNNING', to: 'DONE', onlyDone: true });
};

/** Executes rows in order for as long as the job is running. */
const executeRows = async (
  { table, hasTime }: RunContext,
  name: SliceName,
  {
    rows,
    executor,
    seen,
  }: { readonly rows: readonly NumberedRow[]; readonly executor: RowExecutor; readonly seen: View },
): Promise<Map<NumberedRow, Outcome> | 'gone'> => {
  const outcomes = new Map<NumberedRow, Outcome>();
  let view: View | undefined = seen;
  for (const row of rows) {
    for (let outcome: Outcome | undefined; outcome === undefined; ) {
      if (clock.now() - view.readAt > READ_AGAIN_AFTER) view = await read(table, name);
      if (!view) return 'gone';
      if (view.job.state !== 'RUNNING') return outcomes;
      if (!hasTime()) throw new StoreUnavailable('no time is left for the rest of the slice');
      outcome = await executor.execute(row, view.readAt + BEGUN_WITHIN);
      if (outcome) outcomes.set(row, outcome);
      else view = { ...view, readAt: Number.NEGATIVE_INFINITY };
    }
  }
  return outcomes;
};

/** The rows with their outcomes; those that were not executed are closed first. */
export const closed = async (
  executor: RowExecutor,
  rows: readonly NumberedRow[],
  outcomes: ReadonlyMap<NumberedRow, Outcome> = new Map(),
): Promise<readonly (readonly [NumberedRow, Outcome])[]> => {
  const all: (readonly [NumberedRow, Outcome])[] = [];
  for (const row of rows) all.push([row, outcomes.get(row) ?? (await executor.close(row))]);
  return all;
};

/** Executes a slice that the queue has delivered. */
export const runSlice = async (context: RunContext, name: SliceName): Promise<void> => {
  const { table, bucket, queue, executorOf } = context;
  const { hasResults, end } = bulkResults(table);
  const view = await read(table, name);
  if (!view) return;
  if (await hasResults(name, name.slice)) {
    await end(name, { from: 'RUNNING', to: 'DONE', onlyDone: true });
    return;
  }
  const reading = { bucket, hasTime: context.hasTime };
  // Rows that are not executed wait for no other.
  const { rows, after } =
    view.job.state === 'RUNNING'
      ? await readSlice(reading, view.job, name.slice)
      : { rows: await rowsOfSlice(reading, view.job, name.slice), after: [] };
  const there = await allEnded(after.map((slice) => hasResults(name, slice)));
  if (there.includes(false)) return queue.send([sliceMessage(name, WAIT_SECONDS)]);
  const executor = executorOf(view.job);
  const outcomes = await executeRows(context, name, { rows, executor, seen: view });
  if (outcomes === 'gone') return;
  await finishSlice(table, name, await closed(executor, rows, outcomes));
};
