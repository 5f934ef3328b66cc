/**
 * Ends a job, or notes that it was accepted: in one transaction with what it is of, and with the message that goes next in
 * its sequence. Checked on what was read, written on its versions, and again where another came between.
 */

import { clock } from '../dynamodb/client/clock.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { epochSeconds } from '../dynamodb/table/expiry.ts';
import type { Key } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { until } from '../dynamodb/writes/until.ts';
import { withDependents, write } from '../dynamodb/writes/write.ts';
import { named } from '../partners/repository/account.ts';
import { type Attempt, MOST_ATTEMPTS } from '../subscriptions/repository/delivery.ts';
import { accountOfJob, isOpen, jobFrom, jobKey, paceOf, type StoredJob, statusAttributes } from './repository/job.ts';
import { jobDueItem } from './repository/job-due.ts';
import type { Found, JobKind, JobKinds, JobOutcome } from './repository/kinds.ts';
import type { ReportRow } from './repository/report-row.ts';
import { left, sequenceOf } from './repository/sequence.ts';
import { JOB_MOVES, requireMove } from './repository/states.ts';
import { acceptedDeadlineOf, deadlineOf } from './repository/times.ts';
import { decisionOn, isEndedBy, type Outcome, statusFor } from './rules/decision.ts';

const ATTEMPTS = { attempts: 8, atOnce: 1 } as const;

/** What completes a job. */
export interface Completion {
  readonly outcomeFor: (job: StoredJob) => JobOutcome;
  /** The try that it came of. */
  readonly attempt?: Attempt;
  readonly report?: ReportRow;
  readonly connectorId?: string;
  /** What it comes to on the job as it stands; `undefined` where it is to be written. */
  readonly decision: (job: StoredJob, found: Found) => Outcome | undefined;
  /** Nothing is written. */
  readonly validateOnly?: boolean;
}

/** A job with what its results are written with; `undefined` where there is none. Two calls. */
const load = async ({ table, partnerId }: PartnerStore, id: string, kinds: JobKinds) => {
  const item = accountOfJob(id) === undefined ? undefined : await table.get(jobKey({ partnerId, id }));
  // Time to live removes late.
  const isOver = Number(item?.expiresAtSeconds ?? Number.POSITIVE_INFINITY) < epochSeconds();
  const first = item && !isOver ? jobFrom(item) : undefined;
  const kind = first && kinds.get(first.act);
  if (!first || !kind) return undefined;
  const own: Readonly<Record<string, Key>> = { job: jobKey(first), ...kind.keys(first) };
  // All of it as of one moment, or at least not older than the job: what it is of may have changed since.
  const { job, ...found } = named(await table.batchGet(Object.values(own)), own) as Readonly<
    Record<string, Item | undefined>
  >;
  return job && { job: jobFrom(job), kind, found };
};

/** The first of these jobs that waits: those that are gone are passed over. */
const nextWaiting = async (
  { table, partnerId }: PartnerStore,
  ids: readonly string[],
): Promise<StoredJob | undefined> => {
  for (const id of ids) {
    const item = await table.get(jobKey({ partnerId, id }));
    if (item?.status === 'waiting') return jobFrom(item);
  }
  return undefined;
};

/** The actions that let a job out of its sequence, and the next one begin. */
const leaving = async (
  store: PartnerStore,
  { job, kind, found }: { readonly job: StoredJob; readonly kind: JobKind; readonly found: Found },
  mark: string,
  now: number,
): Promise<readonly Action[]> => {
  if (kind.sequence === undefined) return [];
  const item = found[kind.sequence];
  const gone = { ConditionExpression: 'attribute_not_exists(pk)' };
  if (!item) return [{ ConditionCheck: { Key: kind.keys(job)[kind.sequence]!, ...gone } }];
  const sequence = sequenceOf(item);
  // It has left before: its conversation went on when it was accepted.
  if (sequence.first !== job.id && !sequence.waiting.includes(job.id)) return [];
  const next = sequence.first === job.id ? await nextWaiting(store, sequence.waiting) : undefined;
  const deadline = deadlineOf(paceOf(job.act), now);
  return [
    updateAction(item, { sequence: left(sequence, job.id, next?.id) }, { mark }),
    ...(next
      ? [
          updateAction(
            next.item,
            { ...statusAttributes(next, 'pending', now), deadline, nextAttemptAt: now },
            { mark },
          ),
          { Put: { Item: jobDueItem(next, deadline) } },
        ]
      : []),
  ];
};

const changesOf = (
  job: StoredJob,
  outcome: JobOutcome,
  { attempt, connectorId, report }: Completion,
  now: number,
): Readonly<Record<string, unknown>> => {
  const { status, resultId, resultUrl, reason, isEndedByUs } = outcome;
  const isAccepted = status === 'accepted';
  return {
    ...statusAttributes(job, status, now),
    turn: job.turn + 1,
    nextAttemptAt: null,
    claimedUntil: null,
    ...(attempt && { attempts: [...job.attempts, attempt].slice(-MOST_ATTEMPTS) }),
    ...(connectorId !== undefined && { connectorId }),
    ...(report && { report }),
    ...(isAccepted
      ? { deadline: acceptedDeadlineOf(paceOf(job.act), now) }
      : {
          resultId: resultId ?? null,
          resultUrl: resultUrl ?? null,
          reason: reason ?? null,
          isEndedByUs: isEndedByUs ?? null,
        }),
  };
};

/**
 * Completes a job.
 *
 * @returns the outcome: `applied` if it was written, else what the decision says; `unknown` where there is no job
 * @throws StoreUnavailable where others are in the way each time, or no one knows whether it was written
 */
export const complete = (store: PartnerStore, id: string, kinds: JobKinds, completion: Completion): Promise<Outcome> =>
  until<Outcome>(ATTEMPTS, async () => {
    const loaded = await load(store, id, kinds);
    if (!loaded) return 'unknown';
    const { job, kind, found } = loaded;
    const decision = completion.decision(job, found);
    if (decision) return decision;
    if (completion.validateOnly) return 'applied';
    const now = clock.now();
    const mark = markAbove(job.item, ...Object.values(found));
    const { report } = completion;
    const outcome = completion.outcomeFor(job);
    requireMove(JOB_MOVES, job.status, outcome.status);
    const changes = changesOf(job, outcome, completion, now);
    const actions: readonly Action[] = [
      updateAction(job.item, changes, { mark }),
      ...kind.completed(job, found, outcome, { store, mark, now, ...(report && { report }) }),
      ...(isOpen(job) ? await leaving(store, loaded, mark, now) : []),
      ...(outcome.status === 'accepted' ? [{ Put: { Item: jobDueItem(job, Number(changes.deadline)) } }] : []),
    ];
    const written = await write(store, {
      strategy: withDependents,
      actions,
      basedOn: [versionOf(job.item)],
      mark,
    });
    return 'refused' in written ? 'changed' : 'applied';
  });

/** Writes a result of the connector, in an answer or reported: the first one counts. */
export const completeResult = (
  store: PartnerStore,
  id: string,
  kinds: JobKinds,
  { given, ...rest }: Omit<Completion, 'decision' | 'outcomeFor'> & { readonly given: JobOutcome },
): Promise<Outcome> => {
  const outcomeFor = (job: StoredJob): JobOutcome => ({ ...given, status: statusFor(job.act, given.status) });
  return complete(store, id, kinds, {
    ...rest,
    outcomeFor,
    decision: (job, found) =>
      isEndedBy(job, rest.report) ? 'applied' : decisionOn(job, found, outcomeFor(job), kinds.get(job.act)!),
  });
};

/** Ends a job that is open without a result of the connector. */
export const endWithout = (
  store: PartnerStore,
  id: string,
  kinds: JobKinds,
  {
    reason,
    ...rest
  }: Pick<Completion, 'attempt' | 'connectorId'> & {
    readonly reason: string;
    /** Whether it is still the job that was meant. */
    readonly only?: (job: StoredJob) => boolean;
  },
): Promise<Outcome> => {
  const { only, ...completion } = rest;
  return complete(store, id, kinds, {
    ...completion,
    outcomeFor: () => ({ status: 'failed', reason, isEndedByUs: true }),
    decision: (job) => (!isOpen(job) || only?.(job) === false ? 'late' : undefined),
  });
};
