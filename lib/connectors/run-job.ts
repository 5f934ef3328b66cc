/**
 * One message of the queue: a try of a job, unless it waits, is over, or was made already (docs/connectors.md: tries). A
 * process that stands still, a message that comes twice and an answer that is lost are all met by what the job says.
 */
import { clock, random } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import type { Permit } from '../subscriptions/permit.ts';
import { type Attempt, MOST_ATTEMPTS } from '../subscriptions/repository/delivery.ts';
import { EARLY, MOST_AGE } from '../subscriptions/rules/fairness.ts';
import { disablingBy, isNearlyLast, retryAfterOf } from '../subscriptions/rules/schedule.ts';
import { type Asked, ask, requestOf } from './ask.ts';
import { complete, completeResult, endWithout } from './complete.ts';
import { type Connector, loadTry, type Try } from './load-try.ts';
import { keepJob, sendJobAt } from './outbox.ts';
import { connectorOf } from './repository/connectors.ts';
import { jobFrom, jobKey, type StoredJob } from './repository/job.ts';
import { type JobMessage, jobMessage } from './repository/messages.ts';
import { waitAfter } from './repository/times.ts';
import { meaningOf } from './rules/answer.ts';
import { permitOf } from './try-permit.ts';
import type { RunWays } from './ways.ts';

/** How long an attempt leases its job: longer than a request and the writes after it take. */
const LEASE_MILLISECONDS = 20_000;

const NO_CONNECTOR = 'no connector';
const DISABLED = 'the connector is disabled';

/** Takes a job for a try, on the version that was read; `undefined` where another one came between. */
const lease = async (store: PartnerStore, job: StoredJob, connectorId: string): Promise<StoredJob | undefined> => {
  const claimedUntil = clock.now() + LEASE_MILLISECONDS;
  const saved = await saveVersion(store, {
    key: jobKey(job),
    changes: { claimedUntil, connectorId },
    basedOn: job.item,
  });
  return 'saved' in saved ? jobFrom(saved.saved) : undefined;
};

/** Writes a try that failed, on the lease under which it was made, and sends the next one. */
const failTry = async (
  store: PartnerStore,
  job: StoredJob,
  { attempt, retryAfter }: { readonly attempt: Attempt; readonly retryAfter: string | undefined },
  ways: RunWays,
): Promise<void> => {
  const now = clock.now();
  const asks = attempt.status === 429 || attempt.status === 503 ? retryAfterOf(retryAfter, now) : 0;
  const nextAttemptAt = Math.floor(now + waitAfter(job.tries, asks, random.fraction()));
  const attempts = [...job.attempts, attempt].slice(-MOST_ATTEMPTS);
  const changes = { turn: job.turn + 1, tries: job.tries + 1, nextAttemptAt, attempts, claimedUntil: null };
  const saved = await saveVersion(store, { key: jobKey(job), changes, basedOn: job.item });
  if ('saved' in saved) await sendJobAt(ways, jobMessage(jobFrom(saved.saved)), nextAttemptAt);
};

/** Writes what an answer means for the job, and for the connector. */
const completeTry = async (
  store: PartnerStore,
  { job, connector, asked, attempt }: { job: StoredJob; connector: Connector; asked: Asked; attempt: Attempt },
  permit: Permit | undefined,
  ways: RunWays,
): Promise<void> => {
  const { kinds } = ways;
  const { milliseconds, retryAfter } = asked;
  const meaning = meaningOf(job.act, asked);
  const connectorId = connector.webhook.id;
  if ('outcome' in meaning) {
    await completeResult(store, job.id, kinds, { given: meaning.outcome, attempt, connectorId });
    return void (await permit?.succeeded(milliseconds));
  }
  if (meaning.means === 'accepted') {
    await complete(store, job.id, kinds, {
      outcomeFor: () => ({ status: 'accepted' }),
      attempt,
      connectorId,
      decision: (found) => (found.status === 'pending' ? undefined : 'late'),
    });
    return void (await permit?.succeeded(milliseconds));
  }
  const disabling = disablingBy({
    isGone: meaning.means === 'gone',
    failingSince: permit?.state.failingSince,
    now: clock.now(),
  });
  const only = (found: StoredJob) => found.status === 'pending' && found.turn === job.turn;
  // A URL that is another by now says nothing of the connector that holds.
  const holds = disabling && (await connectorOf(store, job.accountNumber, job.channel));
  const isHere = holds?.url === connector.webhook.url;
  const isDisabled = (await permit?.failed(milliseconds, isHere ? disabling : undefined)) ?? isHere;
  if (isDisabled)
    return void (await endWithout(store, job.id, kinds, { reason: DISABLED, attempt, connectorId, only }));
  const error = 'error' in meaning ? { error: meaning.error } : {};
  await failTry(store, job, { attempt: { ...attempt, ...error }, retryAfter }, ways);
};

/** Why a job ends without a request; `undefined` where it goes on. */
const endsFor = ({ job, kind, location, connector, found }: Try): string | undefined => {
  if (!connector) return NO_CONNECTOR;
  if (!location) return 'the location is gone';
  return kind.endsFor?.(job, found);
};

/** Ends a job without a request. What was read too long ago is read again: the connector may have been set since. */
const endTry = async (
  store: PartnerStore,
  { message, job, isOld, reason }: { message: JobMessage; job: StoredJob; isOld: () => boolean; reason: string },
  ways: RunWays,
): Promise<void> => {
  const at = new Date(clock.now()).toISOString();
  const outcome = await endWithout(store, job.id, ways.kinds, {
    reason,
    ...([NO_CONNECTOR, DISABLED].includes(reason) && { attempt: { at, error: reason } }),
    only: ({ turn }) => turn === job.turn && !isOld(),
  });
  if (outcome === 'late' && isOld()) await sendJobAt(ways, message, clock.now() + EARLY);
};

/** @throws StoreUnavailable, CallError or QueueUnavailable: the message is to come again */
export const runJob = async (message: JobMessage, ways: RunWays): Promise<void> => {
  const { table, receipts } = ways;
  const store: PartnerStore = { table, partnerId: message.partnerId };
  if (isNearlyLast(receipts)) await keepJob(table, message);
  const readAt = clock.now();
  const isOld = () => clock.now() - readAt > MOST_AGE;
  const attempted = await loadTry(table, message, ways.kinds);
  if (attempted?.job.status !== 'pending' || message.turn > attempted.job.turn) return;
  const { job, connector } = attempted;
  const { nextAttemptAt = 0, deadline = 0, claimedUntil = 0 } = job;
  // Who went on to the next turn sends it; where that was cut off its own message comes again, or this copy of it was the
  // last: so the job is looked at later.
  if (message.turn < job.turn) {
    const next = jobMessage(job);
    return receipts > 1 || message.isKept ? sendJobAt(ways, next, nextAttemptAt) : keepJob(table, next);
  }
  const now = clock.now();
  if (nextAttemptAt - now > EARLY) return sendJobAt(ways, message, nextAttemptAt);
  // Its due item ends it.
  if (now > deadline) return;
  const end = (reason: string) => endTry(store, { message, job, isOld, reason }, ways);
  const reason = endsFor(attempted);
  if (!connector || reason !== undefined) return end(reason ?? NO_CONNECTOR);
  if (claimedUntil > now) return sendJobAt(ways, message, claimedUntil);
  // The connectors were set between the two reads: what holds now is read again.
  if (!connector.secrets?.secrets.length) return sendJobAt(ways, message, now + EARLY);
  const permit = await permitOf(connector, ways);
  if (permit && 'refused' in permit) {
    if (permit.refused === 'disabled') return end(DISABLED);
    return sendJobAt(ways, message, permit.again);
  }
  const leased = await lease(store, job, connector.webhook.id);
  const request = leased && (await requestOf(store, attempted, ways));
  const at = clock.now();
  if (!leased || !request || isOld() || at > deadline) {
    await permit?.release();
    // Another one has it, or this process stood still.
    return leased ? sendJobAt(ways, message, Number(leased.claimedUntil)) : sendJobAt(ways, message, at + EARLY);
  }
  if (typeof request === 'string') {
    await permit?.release();
    return end(request);
  }
  const asked = await ask(store, attempted, connector, request, { ...ways, sendBy: readAt + MOST_AGE });
  if (asked.isOurs) {
    await permit?.release();
    throw new Error(`a failure of ours, not of the connector: ${asked.error}`);
  }
  const { status, error, milliseconds } = asked;
  const attempt: Attempt = {
    at: new Date(at).toISOString(),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    milliseconds,
  };
  await completeTry(store, { job: leased, connector, asked, attempt }, permit, ways);
};
