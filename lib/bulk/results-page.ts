/** A page of the results of a bulk update: the job's counts say in which slices it lies. */
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { countsOf, type StoredJob, slicesOf } from './repository/job.ts';
import { bulkJobs } from './repository/jobs.ts';
import type { RowResult } from './repository/results.ts';

export type Kind = 'all' | 'succeeded' | 'failed';

const isOfKind = ({ status }: RowResult, kind: Kind): boolean =>
  kind === 'all' || (status === 200) === (kind === 'succeeded');

/** The slices of a window of results of a kind, and how many results of it precede them. */
export const slicesOfWindow = (job: StoredJob, kind: Kind, { start, end }: PageWindow) => {
  const slices: number[] = [];
  let [before, total] = [0, 0];
  for (let slice = 0; slice < slicesOf(job); slice++) {
    const { succeeded = 0, failed = 0 } = countsOf(job, slice) ?? {};
    const count = kind === 'all' ? succeeded + failed : kind === 'succeeded' ? succeeded : failed;
    if (count > 0 && total + count > start && total < end) slices.push(slice);
    else if (total + count <= start) before = total + count;
    total += count;
  }
  return { slices, before, total };
};

export const resultsPage = async (
  store: PartnerStore,
  job: StoredJob,
  kind: Kind,
  window: PageWindow,
): Promise<{ readonly totalCount: number; readonly results: readonly RowResult[] }> => {
  const { slices, before, total } = slicesOfWindow(job, kind, window);
  const found = slices.length > 0 ? await bulkJobs(store).results(job, slices) : [];
  const results = found.filter((each) => isOfKind(each, kind)).slice(window.start - before, window.end - before);
  return { totalCount: total, results };
};
