/** Reads the rows of a job from its objects. */
import type { Bucket } from '../bucket/client.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { NumberedRow } from './execute.ts';
import { objectKey, SLICE_ROWS, type StoredJob } from './repository/job.ts';
import { rowsInText } from './rules/rows.ts';

/** A job may have some 3,500 objects of a row each; the largest has 4 MB. */
const AT_ONCE = 12;

interface Reading {
  readonly bucket: Bucket;
  readonly hasTime: () => boolean;
}

/** Calls back with the rows from one to before another, of each object at once, and objects in any order. */
const eachRow = async (
  { bucket, hasTime }: Reading,
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

const rangeOf = (job: StoredJob, slice: number) => {
  const from = slice * SLICE_ROWS;
  return { from, to: Math.min(job.rows, from + SLICE_ROWS) };
};

const inOrder = (rows: readonly NumberedRow[]) => rows.toSorted((a, b) => a.row - b.row);

/**
 * The rows of a slice.
 *
 * @throws StoreUnavailable if no time is left
 */
export const rowsOfSlice = async (reading: Reading, job: StoredJob, slice: number): Promise<readonly NumberedRow[]> => {
  const rows: NumberedRow[] = [];
  await eachRow(reading, job, rangeOf(job, slice), (row) => rows.push(row));
  return inOrder(rows);
};

/** A slice of a job. */
export interface Slice {
  readonly rows: readonly NumberedRow[];
  /** Earlier slices that have a row of one of its locations: they go first. */
  readonly after: readonly number[];
}

/**
 * Reads a slice, and all rows before it, of which only the numbers of locations are kept.
 *
 * @throws StoreUnavailable if no time is left
 */
export const readSlice = async (reading: Reading, job: StoredJob, slice: number): Promise<Slice> => {
  const { from, to } = rangeOf(job, slice);
  const rows: NumberedRow[] = [];
  const earlier = new Map<number, Set<number>>();
  await eachRow(reading, job, { from: 0, to }, (row) => {
    if (row.row >= from) return void rows.push(row);
    const slices = earlier.get(row.businessNumber) ?? new Set();
    earlier.set(row.businessNumber, slices.add(Math.floor(row.row / SLICE_ROWS)));
  });
  const after = new Set(rows.flatMap(({ businessNumber }) => [...(earlier.get(businessNumber) ?? [])]));
  return { rows: inOrder(rows), after: [...after].sort((a, b) => a - b) };
};
