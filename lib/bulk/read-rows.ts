/** Reads the rows of a job from its objects, one object at a time. */
import type { Bucket } from '../bucket/client.ts';
import type { NumberedRow } from './execute.ts';
import { objectKey, SLICE_ROWS, type StoredJob } from './repository/job.ts';
import { type Row, rowsInText } from './rules/rows.ts';

const rowsOf = async (bucket: Bucket, job: StoredJob, name: string, count: number): Promise<readonly Row[]> => {
  const rows = rowsInText(await bucket.getText(objectKey(job, name)));
  if (rows.length !== count) throw new Error(`an object of ${job.jobId} has ${rows.length} rows in place of ${count}`);
  return rows;
};

/** A slice of a job. */
export interface Slice {
  readonly rows: readonly NumberedRow[];
  /** Earlier slices that have a row of one of its locations: they go first. */
  readonly after: readonly number[];
}

/** Reads a slice, and all rows before it, of which only the numbers of locations are kept. */
export const readSlice = async (bucket: Bucket, job: StoredJob, slice: number): Promise<Slice> => {
  const first = slice * SLICE_ROWS;
  const end = Math.min(job.rows, first + SLICE_ROWS);
  const rows: NumberedRow[] = [];
  const earlier = new Map<number, Set<number>>();
  let at = 0;
  for (const { name, rows: count } of job.objects) {
    if (at >= end) break;
    for (const [index, row] of (await rowsOf(bucket, job, name, count)).entries()) {
      const number = at + index;
      if (number >= end) break;
      if (number >= first) {
        rows.push({ ...row, row: number });
        continue;
      }
      const slices = earlier.get(row.businessNumber) ?? new Set();
      earlier.set(row.businessNumber, slices.add(Math.floor(number / SLICE_ROWS)));
    }
    at += count;
  }
  const after = new Set(rows.flatMap(({ businessNumber }) => [...(earlier.get(businessNumber) ?? [])]));
  return { rows, after: [...after].sort((a, b) => a - b) };
};
