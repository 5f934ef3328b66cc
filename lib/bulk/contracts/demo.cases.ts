/** The bulk update that the cases read and cancel: it stands in no data file. */
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { firstMark, nextMark } from '../../dynamodb/writes/marks.ts';
import { countsAttribute, jobItem, pointerItem } from '../repository/job.ts';
import { type RowResult, sliceItem } from '../repository/results.ts';

export const DEMO_JOB = 'blk_3f9a1c5b7d2e4f60';
export const SECOND_JOB = 'blk_6f9a1c5b7d2e4f63';
export const FOREIGN_JOB = 'blk_4f9a1c5b7d2e4f61';
export const ABSENT_JOB = 'blk_5f9a1c5b7d2e4f62';

const { status, code, message } = laterErrors.businessNotFound;

/** The results of its rows. */
export const demoResults: readonly RowResult[] = [
  { row: 0, businessNumber: 700101, status: 200, code: null, message: null, changed: true, etag: '"1"' },
  { row: 1, businessNumber: 799999, status, code, message, changed: false, etag: null },
];

/** @param now - epoch milliseconds */
export const demoJobs = (now: number): readonly object[] =>
  [
    { partnerId: 'orchard', accountNumber: 700100, jobId: DEMO_JOB },
    { partnerId: 'orchard', accountNumber: 700100, jobId: SECOND_JOB },
    { partnerId: 'harbor', accountNumber: 800100, jobId: FOREIGN_JOB },
  ].flatMap((name) => {
    const sums = { rows: 2, done: 2, succeeded: 1, changed: 1, failed: 1, objects: [] };
    const job = {
      ...name,
      state: 'DONE',
      note: 'Demo',
      dryRun: true,
      ...sums,
      createdAt: now,
      startedAt: now,
    } as const;
    const ended = { ...job, endedAt: now };
    const item: Item = { ...jobItem(ended), ...firstMark(), [countsAttribute(0)]: '1,1' };
    return [item, pointerItem(ended), sliceItem({ ...ended, item }, 0, demoResults, nextMark())];
  });

/** The job as every response about it has it; times vary. */
export const demoReply = {
  jobId: DEMO_JOB,
  state: 'DONE',
  note: 'Demo',
  dryRun: true,
  ...{ rows: 2, done: 2, succeeded: 1, changed: 1, failed: 1 },
  createdAt: '2026-03-04T05:06:07.890Z',
  startedAt: '2026-03-04T05:06:07.890Z',
  endedAt: '2026-03-04T05:06:08.890Z',
};

export const TIMES = ['createdAt', 'startedAt', 'endedAt'] as const;

export const foreignJob = {
  foreign: { parameters: { jobId: FOREIGN_JOB } },
  absent: { parameters: { jobId: ABSENT_JOB } },
  code: 404,
} as const;
