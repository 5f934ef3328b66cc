/**
 * Idempotent writes: a request that is repeated with its `Idempotency-Key` is executed once and gets the first response
 * again (docs/writing-once.md). The write itself stores the idempotency record, in one transaction.
 */
import type { MiddlewareObj } from '@middy/core';
import { isWorthAnotherTry } from '../../contract/another-try.ts';
import type { DeployedContract } from '../../contract/deployed.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { ApiError, asApiError } from '../api-error.ts';
import type { ChainEvent, ParameterValues } from '../event.ts';
import type { Reports } from '../reports.ts';
import { Versioned } from '../versions.ts';
import { fingerprintOf } from './canonical.ts';
import { type IdempotentRequest, idempotencyKeys, type Kept, KeptRefusal, type Used } from './store.ts';

/** Header parameters of the operation itself, such as the number of its account; nothing where it has none. */
const ownHeaders = ({ headers = {} }: DeployedContract, { headers: sent }: ParameterValues): readonly unknown[] =>
  Object.keys(headers).map((name) => sent[name] ?? null);

const takerOf = ({ taker, mark }: Executed): string => taker ?? mark;

/**
 * Runs before the body is checked: finds what was executed under the key, or lets the write store its idempotency
 * record.
 */
export const beginIdempotent = (contract: DeployedContract): MiddlewareObj<ChainEvent> => ({
  before: async function beginIdempotentBefore({ event }) {
    const { values, store, body, wrong } = event;
    const key = values.headers['Idempotency-Key'];
    // Validation alone executes nothing, and neither does a request that is refused for its parameters.
    if (typeof key !== 'string' || values.query.validateOnly === true || wrong) return;
    const request = {
      operationId: contract.id,
      key,
      fingerprint: fingerprintOf({
        path: values.path,
        query: values.query,
        ifMatch: values.headers['If-Match'],
        headers: ownHeaders(contract, values),
        // What comes with an operation that has no body is ignored.
        body: contract.request ? body : null,
      }),
      isSecret: contract.secretReply,
    };
    const keys = idempotencyKeys(store);
    const used = await keys.find(request);
    const idempotency = keys.record(request, used);
    /** What this request took the key under, in each of its attempts. */
    const own = new Set<string>();
    const found = (by: Executed, kept: Kept | undefined): void => {
      event.idempotent = { request, kept, isReplay: !own.has(takerOf(by)), found };
    };
    event.idempotent = { request, kept: used?.kept, isReplay: used !== undefined, found };
    event.store = {
      ...store,
      idempotency: {
        ...idempotency,
        take: (executed) => {
          own.add(takerOf(executed));
          return idempotency.take(executed);
        },
        taken: (item) => {
          const executed = idempotency.taken(item);
          // Another request with the key was faster, unless this is an earlier try of this request whose response was
          // lost.
          found(executed, used?.kept);
          return executed;
        },
      },
    };
  },
});

const keptReply = (reply: unknown): Kept =>
  reply instanceof Versioned
    ? { body: JSON.stringify(reply.body), version: reply.version }
    : { body: JSON.stringify(reply) };

const replyFrom = (kept: Kept): unknown => {
  if ('error' in kept) {
    throw new ApiError(kept.error, { violations: kept.violations, headers: kept.headers });
  }
  const body: unknown = JSON.parse(kept.body);
  return kept.version === undefined ? body : new Versioned(body, kept.version);
};

/** Whether the same request need not get this refusal again: later, or with the API key of another plan. */
const staysFree = (entry: ErrorEntry): boolean =>
  isWorthAnotherTry(entry) || entry.code === errors.tooManyBulkRows.code;

/**
 * What another try of the request did, which may be why this one was refused; the error, if there was none.
 *
 * Refusals of the handler depend on the record. They are stored, so that no late try can be applied after one.
 */
const behindRefusal = async (event: ChainEvent, request: IdempotentRequest, error: unknown): Promise<Used> => {
  const keys = idempotencyKeys(event.store);
  const { entry, violations, headers } = asApiError(error);
  if (entry.status >= 500 || entry === errors.idempotencyKeyReused) throw error;
  if (staysFree(entry)) {
    const used = await keys.find(request);
    if (used) return used;
    // Ask the client to retry: under its key, a request that conflicted can safely be sent again.
    throw entry === errors.conflict ? new ApiError(errors.unavailable) : error;
  }
  const used = await keys.refuse(request, { error: entry, violations, headers });
  if (!used) throw error;
  return used;
};

/** Keeps a response under the key. All answer with the one that is kept first. */
const keptFirst = async <Reply>(event: ChainEvent, request: IdempotentRequest, reply: Reply): Promise<Reply> => {
  let earlier: Kept | undefined;
  try {
    earlier = await idempotencyKeys(event.store).keep(request, keptReply(reply));
  } catch (error) {
    // The response is valid anyway: a repeated request reads the record again.
    console.error({ message: 'an idempotent response was not kept', error: (error as Error).message });
  }
  return earlier ? (replyFrom(earlier) as Reply) : reply;
};

/**
 * Whether a request is refused for what it says itself, whatever the record has: such a refusal leaves the key free
 * (docs/decisions.md: idempotency).
 */
const isMalformed = async (
  { late, normalized, asSent }: Pick<Partial<ChainEvent>, 'late' | 'normalized' | 'asSent'>,
  { entry, violations: [first] }: ApiError,
  loadReports: () => Promise<Reports>,
): Promise<boolean> => {
  if (late || !normalized) return late !== undefined;
  // The rule needed the record only for a field that the request has too.
  if (asSent?.().some(({ error, path }) => error.code === entry.code && path === (first?.path ?? path))) return true;
  const { form } = await loadReports();
  return form?.(normalized.body) === false;
};

/**
 * Runs a handler. Under an idempotency key it stores the outcome, or replays the stored one.
 *
 * @param loadReports - what checks the form of a body that was refused
 */
export const once = async <Reply>(
  event: ChainEvent,
  run: () => Promise<Reply>,
  loadReports: () => Promise<Reports>,
): Promise<Reply> => {
  const { idempotent, store } = event;
  if (!idempotent) return run();
  const { request, kept, found } = idempotent;
  if (kept) return replyFrom(kept) as Reply;
  let reply: Reply;
  try {
    reply = await run();
  } catch (error) {
    if (error instanceof KeptRefusal) {
      event.idempotent = { request, kept: error.kept, isReplay: true, found };
      return replyFrom(error.kept) as Reply;
    }
    const refusal = asApiError(error);
    if (refusal.entry.status < 500 && (await isMalformed(event, refusal, loadReports))) throw error;
    const used = await behindRefusal(event, request, error);
    found(used, used.kept);
    if (used.kept) return replyFrom(used.kept) as Reply;
    event.store = { ...store, idempotency: idempotencyKeys(store).record(request, used) };
    reply = await run();
  }
  return keptFirst(event, request, reply);
};
