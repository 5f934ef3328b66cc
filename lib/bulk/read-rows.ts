/** Reads the rows of a job from its objects. */
import type { Bucket } from '../bucket/client.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { NumberedRow } from './execute.ts';
import { objectKey, SLICE_ROWS, type StoredJob } from './repository/job.ts';
import { rowsInText } from './rules/rows.ts';

/** A job may have some 4,000 objects of a row each; the largest has 4 MB. */
const AT_ONCE = 12;

/** Calls back with the rows from one to before another, of each object at once, and objects in any order. */
const eachRow = async (
  { bucket, hasTime }: { readonly bucket: Bucket; readonly hasTime: () => boolean },
  job: StoredJob,
  { from, to }: { readonly from: number; readonly to: number },
  see: (row: NumberedRow) => void,
): Promise<void> => {
  let at = 0;
  const wanted = job.objects.flatMap((object) => {
    const first = at;
    at += object.rows;
    return first < to && at > from ? [{ ...object, first }] : [];
  });
  await withConcurrency(wanted, AT_ONCE, async ({ name, rows: count, first }) => {
    if (!hasTime()) throw new StoreUnavailable('no time is left for the rows of a bulk update');
    const rows = rowsInText(await bucket.getText(objectKey(job, name)));
    if (rows.length !== count)
      throw new Error(`an object of ${job.jobId} has ${rows.length} rows in place of ${count}`);
    for (const [index, row] of rows.entries()) {
      const number = first + index;
      if (number >= from && number < to) see({ ...row, row: number });
    }
  });
};

interface Reading {
  readonly bucket: Bucket;
  readonly hasTime: () => boolean;
}

/**
 * The rows of a slice, in order.
 *
 * @throws StoreUnavailable if no time is left
 */
export const rowsOfSlice = async (reading: Reading, job: StoredJob, slice: number): Promise<readonly NumberedRow[]> => {
  const from = slice * SLICE_ROWS;
  const rows: NumberedRow[] = [];
  await eachRow(reading, job, { from, to: Math.min(job.rows, from + SLICE_ROWS) }, (row) => rows.push(row));
  return rows.sort((a, b) => a.row - b.row);
};

/**
 * The earlier slices that have a row of one of these locations: they go first. Reads all rows before, of which only the
 * numbers of locations are kept.
 *
 * @throws StoreUnavailable if no time is left
 */
export const slicesBefore = async (
  reading: Reading,
  job: StoredJob,
  { slice, rows }: { readonly slice: number; readonly rows: readonly NumberedRow[] },
): Promise<readonly number[]> => {
  const locations = new Set(rows.map(({ businessNumber }) => businessNumber));
  const slices = new Set<number>();
  await eachRow(reading, job, { from: 0, to: slice * SLICE_ROWS }, ({ row, businessNumber }) => {
    if (locations.has(businessNumber)) slices.add(Math.floor(row / SLICE_ROWS));
  });
  return [...slices].sort((a, b) => a - b);
};
