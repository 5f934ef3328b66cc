/** The results of a slice: one item, put once, in one transaction with the sums of its job. */

import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import { updateUnmarked } from '../../dynamodb/writes/update-unmarked.ts';
import { creation, write } from '../../dynamodb/writes/write.ts';
import {
  countsAttribute,
  type JobName,
  type JobState,
  jobFrom,
  jobKey,
  listedAs,
  type StoredJob,
  sliceKey,
} from './job.ts';

/** The result of a row. */
export interface RowResult {
  /** From 0, as it was added. */
  readonly row: number;
  readonly businessNumber: number;
  readonly status: number;
  readonly code: number | null;
  readonly message: string | null;
  readonly changed: boolean;
  readonly etag: string | null;
}

/** What ends a job, and how. */
interface JobOutcome {
  readonly from: JobState;
  readonly to: JobState;
  /** When it ended, in epoch milliseconds; now by default. */
  readonly at?: number;
  readonly onlyDone?: boolean;
}

/** A hundred results fit 40 KB. */
const LONGEST_MESSAGE = 250;

type Packed = readonly [number, number, number, number | null, string | null, 0 | 1, string | null];

const packed = ({ row, businessNumber, status, code, message, changed, etag }: RowResult): Packed => [
  row,
  businessNumber,
  status,
  code,
  message === null ? null : [...message].slice(0, LONGEST_MESSAGE).join(''),
  changed ? 1 : 0,
  etag,
];

export const resultsFrom = (item: Item): readonly RowResult[] =>
  (JSON.parse(String(item.results)) as Packed[]).map(
    ([row, businessNumber, status, code, message, changed, etag]): RowResult => ({
      ...{ row, businessNumber, status, code, message },
      changed: changed === 1,
      etag,
    }),
  );

const sumsOf = (results: readonly RowResult[]) => {
  const succeeded = results.filter(({ status }) => status === 200).length;
  const changed = results.filter((each) => each.changed).length;
  return { done: results.length, succeeded, changed, failed: results.length - succeeded };
};

/** Patience where slices of one job end at once: each transaction adds to its sums. */
const PATIENCE = { attempts: 25 } as const;
const IF_NEW = 'attribute_not_exists(pk)';

/** The results of a slice. They expire with their job. */
export const sliceItem = (
  { item, ...job }: JobName & Pick<StoredJob, 'item'>,
  slice: number,
  results: readonly RowResult[],
  mark: string,
): Item =>
  itemOf(
    'bulkSlice',
    { results: JSON.stringify(results.map(packed)), p0: mark, expiresAtSeconds: item.expiresAtSeconds },
    sliceKey(job, slice),
  );

/** Puts, finds and counts results of jobs. */
export const bulkResults = (table: Table) => ({
  hasResults: async (name: JobName, slice: number): Promise<boolean> =>
    (await table.get(sliceKey(name, slice))) !== undefined,

  /**
   * Puts the results of a slice for a job in this state, and adds them to its sums.
   *
   * @returns `there`: the slice has results, these or others. `changed`: the job has another state, or is gone
   */
  put: async (
    { item, ...job }: StoredJob,
    slice: number,
    results: readonly RowResult[],
  ): Promise<'there' | 'changed'> => {
    const { done, succeeded, changed, failed } = sumsOf(results);
    const mark = nextMark();
    const Item = sliceItem({ ...job, item }, slice, results, mark);
    const written = await write(
      { table, partnerId: job.partnerId },
      {
        strategy: creation(async () => (await table.get(sliceKey(job, slice)))?.p0 === mark),
        actions: [
          { Put: { Item, ConditionExpression: IF_NEW } },
          {
            Update: {
              Key: jobKey(job),
              UpdateExpression:
                'SET #counts = :counts ADD done :done, succeeded :succeeded, #changed :changed, failed :failed',
              ConditionExpression: '#state = :state',
              ExpressionAttributeNames: {
                '#counts': countsAttribute(slice),
                '#state': 'state',
                '#changed': 'changed',
              },
              ExpressionAttributeValues: {
                ':counts': `${succeeded},${failed}`,
                ...{ ':done': done, ':succeeded': succeeded, ':changed': changed, ':failed': failed },
                ':state': job.state,
              },
            },
          },
        ],
        basedOn: [0],
        mark,
        patience: PATIENCE,
      },
    );
    return 'refused' in written && !written.found ? 'changed' : 'there';
  },

  /** Ends a job in this state, if a condition holds; does nothing otherwise. */
  end: async (
    job: JobName,
    { from, to, at: endedAt = clock.now(), onlyDone = false }: JobOutcome,
  ): Promise<StoredJob | undefined> => {
    const ended = await updateUnmarked(
      table,
      {
        Key: jobKey(job),
        UpdateExpression: 'SET #state = :to, endedAt = :now, gsi1sk = :listed, version = version + :one',
        ConditionExpression: `#state = :from${onlyDone ? ' AND done = #rows' : ''}`,
        ExpressionAttributeNames: { '#state': 'state', ...(onlyDone && { '#rows': 'rows' }) },
        ExpressionAttributeValues: {
          ...{ ':to': to, ':from': from, ':now': endedAt, ':one': 1 },
          ':listed': listedAs(to, job.jobId),
        },
      },
      (item) => item.state === to && item.endedAt === endedAt,
    );
    return ended && jobFrom(ended);
  },
});
