/** What a result means for a job as it stands: the first one counts (docs/connectors.md: results). Pure. */
import { type Act, isOpen, type StoredJob } from '../repository/job.ts';
import type { Found, JobKind, JobOutcome } from '../repository/kinds.ts';
import type { ReportRow } from '../repository/report-row.ts';

/** Whether and how a result was applied. */
export type Outcome = 'applied' | 'unchanged' | 'late' | 'refused' | 'unknown';

/** A `done` of these names what was made. */
const NEEDS_ID: ReadonlySet<Act> = new Set(['post.publish', 'message.send']);

/** Whether a result of a job lacks the id that its kind needs. */
export const lacksId = (act: Act, { status, resultId }: Pick<JobOutcome, 'status' | 'resultId'>): boolean =>
  status === 'done' && NEEDS_ID.has(act) && !resultId;

/** Who approves speaks of publications alone: of all else a rejection is a failure. */
export const statusFor = (act: Act, status: JobOutcome['status']): JobOutcome['status'] =>
  status === 'rejected' && act !== 'post.publish' ? 'failed' : status;

/** Whether this row ended the job: a repetition of its request says so again. */
export const isEndedBy = ({ report }: StoredJob, by: ReportRow | undefined): boolean =>
  report !== undefined && report.mark === by?.mark && report.row === by.row;

/** What a result of the connector comes to, where it changes nothing; `undefined` where it is to be written. */
export const decisionOn = (
  job: StoredJob,
  found: Found,
  outcome: JobOutcome,
  kind: Pick<JobKind, 'isLateWelcome'>,
): Exclude<Outcome, 'applied' | 'unknown'> | undefined => {
  if (lacksId(job.act, outcome)) return 'refused';
  if (isOpen(job)) return undefined;
  const isSame =
    job.status === outcome.status &&
    !job.isEndedByUs &&
    (outcome.status !== 'done' || (job.resultId ?? '') === (outcome.resultId ?? ''));
  if (isSame) return 'unchanged';
  const isWelcome = job.isEndedByUs && outcome.status === 'done';
  return isWelcome && (kind.isLateWelcome?.(job, found) ?? true) ? undefined : 'late';
};
