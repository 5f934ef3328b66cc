/** Starts bulk updates, or adds rows to one that is open (docs/bulk.md). */
import type { Bucket } from '../bucket/client.ts';
import { directory } from '../business/repository/directory.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import { clock, random } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { isExpired } from './reply.ts';
import { drawJobId, type Job, objectKey, type RowsObject, type StoredJob } from './repository/job.ts';
import { bulkJobs } from './repository/jobs.ts';
import { type BulkLimits, dayOf, secondsToNextDay } from './rules/limits.ts';
import { wrongOffset } from './rules/refusals.ts';
import { type Added, MOST_LOCATIONS, type Row, textOfRows } from './rules/rows.ts';

export interface StartCommand {
  readonly accountNumber: number;
  readonly added: Added;
  readonly jobId?: string | undefined;
  readonly offset?: number | undefined;
  readonly start: boolean;
  readonly dryRun: boolean;
  readonly note: string;
  readonly validateOnly: boolean;
}

export interface Refused {
  readonly refused: ErrorEntry;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

/** The most jobs of an account that are open or running. */
const MOST_UNENDED = 20;
const tooManyJobs: ErrorEntry = {
  ...errors.bulkUpdateNotOpen,
  message: `The account has ${MOST_UNENDED} bulk updates that are open or running`,
};

/** The rows to add; one patch for all locations is for those that are there now. */
const rowsOf = async (
  store: PartnerStore,
  accountNumber: number,
  added: Added,
): Promise<{ readonly rows: readonly Row[] } | Refused> => {
  if (!added) return { rows: [] };
  if ('rows' in added) return added;
  const { patch, businessNumbers } = added;
  if (businessNumbers.length > 0) return { rows: businessNumbers.map((businessNumber) => ({ businessNumber, patch })) };
  const rows: Row[] = [];
  for await (const page of directory(store).searched(accountNumber)) {
    for (const { number, isAccount } of page) if (!isAccount) rows.push({ businessNumber: number, patch });
    if (rows.length > MOST_LOCATIONS) break;
  }
  if (rows.length === 0) return { refused: invalid('businessNumbers', 'must name locations: the account has none') };
  if (rows.length > MOST_LOCATIONS)
    return {
      refused: invalid('businessNumbers', `must name at most ${MOST_LOCATIONS} locations: the account has more`),
    };
  return { rows };
};

/** The open job that a request adds to; `undefined` for a new one. */
const openJob = async (
  store: PartnerStore,
  { accountNumber, jobId, offset, added }: StartCommand,
): Promise<StoredJob | undefined | Refused> => {
  const { find, unended } = bulkJobs(store);
  if (jobId === undefined) return (await unended(accountNumber)) >= MOST_UNENDED ? { refused: tooManyJobs } : undefined;
  const job = await find({ accountNumber, jobId });
  if (!job) return { refused: errors.routeNotFound };
  if (job.state !== 'OPEN' || isExpired(job, clock.now())) return { refused: errors.bulkUpdateNotOpen };
  return added && offset !== job.rows ? { refused: wrongOffset(job.rows) } : job;
};

const checkLimits = async (
  store: PartnerStore,
  rows: number,
  { start, plan, limits }: { readonly start: boolean; readonly plan: string; readonly limits: BulkLimits },
): Promise<Refused | undefined> => {
  const now = clock.now();
  if (rows > limits.jobRows) {
    const message = `${errors.tooManyBulkRows.message}: ${limits.jobRows}`;
    return { refused: { ...errors.tooManyBulkRows, message } };
  }
  if (!start) return undefined;
  const started = await bulkJobs(store).startedOn(dayOf(now), plan);
  return started + rows > limits.dayRows
    ? { refused: errors.rateLimitExceeded, retryAfter: secondsToNextDay(now) }
    : undefined;
};

const newJob = (store: PartnerStore, { accountNumber, dryRun, note }: StartCommand): Job => ({
  partnerId: store.partnerId,
  accountNumber,
  jobId: drawJobId(),
  state: 'OPEN',
  ...{ note, dryRun, rows: 0, done: 0, succeeded: 0, changed: 0, failed: 0, objects: [] },
  createdAt: clock.now(),
});

/** Puts rows into the bucket, under a new name: what a cut-off try has put there, no job names. */
const putRows = async (bucket: Bucket, job: Job, rows: readonly Row[]): Promise<readonly RowsObject[]> => {
  if (rows.length === 0) return [];
  const name = random.hex(16);
  await bucket.putText(objectKey(job, name), textOfRows(rows));
  return [{ name, rows: rows.length }];
};

/**
 * Takes the rows of a request, or only validates it.
 *
 * @returns the job as it is then
 */
export const startJob = async (
  store: PartnerStore,
  command: StartCommand,
  { plan, limits, bucket }: { readonly plan: string; readonly limits: BulkLimits; readonly bucket: () => Bucket },
): Promise<Job | Refused> => {
  const { accountNumber, added, start, validateOnly } = command;
  const jobs = bulkJobs(store);
  const jobOf = async (jobId: string): Promise<Job | Refused> =>
    (await jobs.find({ accountNumber, jobId })) ?? { refused: errors.routeNotFound };
  const executed = store.idempotency?.executed?.result?.jobId;
  if (executed !== undefined) return jobOf(String(executed));
  return until<Job | Refused>({ attempts: 8, atOnce: 1 }, async () => {
    const open = await openJob(store, command);
    if (open && 'refused' in open) return open;
    const found = await rowsOf(store, accountNumber, added);
    if ('refused' in found) return found;
    const job: Job = open ?? newJob(store, command);
    const rows = job.rows + found.rows.length;
    const refused = await checkLimits(store, rows, { start, plan, limits });
    if (refused) return refused;
    if (rows === 0) return { refused: invalid('updates', 'is required: the bulk update has no rows') };
    const now = clock.now();
    const state = start ? ({ state: 'RUNNING', startedAt: now } as const) : {};
    if (validateOnly) return { ...job, rows, ...state, jobId: '0' };
    const changes = { rows, objects: [...job.objects, ...(await putRows(bucket(), job, found.rows))], ...state };
    const started = start ? { day: dayOf(now), plan, rows, most: limits.dayRows } : undefined;
    const after = { ...job, ...changes };
    const written = await (open ? jobs.change(open, changes, started) : jobs.create(after, started));
    if (written === 'changed') return written;
    return written === 'saved' ? after : jobOf(written.executed);
  });
};
