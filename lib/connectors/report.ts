/** Results that a connector reports: rows in their order, each by itself. */
import type { Item } from '../dynamodb/table/attributes.ts';
import { hides, type PartnerStore } from '../dynamodb/table/partner-store.ts';
import { noteMarks } from '../dynamodb/writes/marks.ts';
import { takeKeyFor } from '../dynamodb/writes/write.ts';
import { completeResult } from './complete.ts';
import { accountOfJob } from './repository/job.ts';
import type { JobKinds } from './repository/kinds.ts';
import type { ReportRow } from './repository/report-row.ts';
import type { Outcome } from './rules/decision.ts';
import type { EndRow, NumbersRow, Row } from './rules/results.ts';

/** Numbers of posts, which the module of posts writes. */
export interface Numbers {
  /** What the rows are of, as it was read first: no earlier report of any of it has a higher mark. */
  readonly items: readonly Item[];
  readonly set: (
    row: NumbersRow,
    options: { readonly by: ReportRow; readonly validateOnly: boolean },
  ) => Promise<Outcome>;
}

export type ReadNumbers = (store: PartnerStore, rows: readonly NumbersRow[]) => Promise<Numbers>;

export interface Reported {
  readonly jobId: string | null;
  readonly outcome: Outcome;
}

interface Options {
  readonly kinds: JobKinds;
  readonly readNumbers: ReadNumbers;
  readonly validateOnly: boolean;
}

const endOf = async (
  store: PartnerStore,
  { jobId, outcome: given }: EndRow,
  { kinds, validateOnly }: Options,
  report: ReportRow,
): Promise<Reported> => {
  const accountNumber = accountOfJob(jobId);
  const outcome: Outcome =
    accountNumber === undefined || hides(store, accountNumber)
      ? 'unknown'
      : await completeResult(store, jobId, kinds, { given, validateOnly, report });
  return { jobId, outcome };
};

/**
 * Under an idempotency key a repetition goes through all rows again: what one of them wrote says which row it was.
 *
 * @throws StoreUnavailable: some rows may have been written, and all are to be sent again
 */
export const reportResultsOf = async (
  store: PartnerStore,
  rows: readonly Row[],
  options: Options,
): Promise<readonly Reported[]> => {
  // The key stands for all of them: each row is written by itself, and once.
  const { idempotency: _, ...own } = store;
  const { readNumbers, validateOnly } = options;
  const { items, set } = await readNumbers(
    own,
    rows.flatMap((row) => ('jobId' in row ? [] : [row])),
  );
  const { mark } = await takeKeyFor(store, items);
  noteMarks({ p0: mark });
  const reported: Reported[] = [];
  for (const [index, row] of rows.entries()) {
    const by = { mark, row: index };
    reported.push(
      'jobId' in row
        ? await endOf(own, row, options, by)
        : { jobId: null, outcome: await set(row, { by, validateOnly }) },
    );
  }
  return reported;
};
