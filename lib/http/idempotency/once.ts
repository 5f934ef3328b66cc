/**
 * Idempotent writes: a request that is repeated with its `Idempotency-Key` is executed once and answered as the first time
 * (docs/writing-once.md). The write itself takes the key, in one transaction.
 */
import type { MiddlewareObj } from '@middy/core';
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ApiError, asApiError } from '../api-error.ts';
import type { ChainEvent } from '../event.ts';
import { Versioned } from '../versions.ts';
import { fingerprint } from './canonical.ts';
import { idempotencyKeys, type Kept, KeptRefusal } from './store.ts';

/** Stands before the body is judged: finds what was executed under the key, or lets the write take it. */
export const beginIdempotent = (contract: Contract): MiddlewareObj<ChainEvent> => ({
  before: async function beginIdempotentBefore({ event }) {
    const { values, store, body } = event;
    const key = values.headers['Idempotency-Key'];
    // A dry run executes nothing.
    if (typeof key !== 'string' || values.query.validateOnly === true) return;
    const request = {
      operationId: contract.id,
      key,
      // What is false is what is left out.
      fingerprint: fingerprint(
        values.path,
        { ...values.query, validateOnly: undefined },
        values.headers['If-Match'] ?? null,
        body,
      ),
      isSecret: contract.secretReply,
    };
    const keys = idempotencyKeys(store);
    const used = await keys.find(request);
    event.idempotent = { request, kept: used?.kept, isReplay: used !== undefined };
    const claim = keys.claim(request, used);
    const own = new Set<string>();
    event.store = {
      ...store,
      claim: {
        ...claim,
        take: (executed) => {
          own.add(executed.mark);
          return claim.take(executed);
        },
        taken: (found) => {
          const executed = claim.taken(found);
          // Another request under the key was faster, unless it was a try of this one whose answer was lost.
          if (!own.has(executed.mark)) event.idempotent = { request, kept: used?.kept, isReplay: true };
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

/** Runs a handler; under an idempotency key it keeps what came of it, or answers with what is kept. */
export const once = async <Reply>(event: ChainEvent, run: () => Promise<Reply>): Promise<Reply> => {
  const { idempotent, store } = event;
  if (!idempotent) return run();
  const { request, kept } = idempotent;
  if (kept) return replyFrom(kept) as Reply;
  const keys = idempotencyKeys(store);
  let reply: Reply;
  try {
    reply = await run();
  } catch (error) {
    if (error instanceof KeptRefusal) {
      event.idempotent = { request, kept: error.kept, isReplay: true };
      return replyFrom(error.kept) as Reply;
    }
    const { entry, violations, headers } = asApiError(error);
    // Sent again under its key, a request that conflicted is not lost.
    if (entry === errors.conflict) throw new ApiError(errors.unavailable);
    const isKept = entry.status < 500 && entry !== errors.idempotencyKeyReused && entry !== errors.rateLimitExceeded;
    if (!isKept) throw error;
    // Other refusals of the handler hang on the record: they are kept, so that no late try can land after one.
    const used = await keys.refuse(request, { error: entry, violations, headers });
    if (!used) throw error;
    // Another try of the request was faster, and may be why this one was refused: its answer is the answer.
    event.idempotent = { request, kept: used.kept, isReplay: true };
    if (used.kept) return replyFrom(used.kept) as Reply;
    event.store = { ...store, claim: keys.claim(request, used) };
    return run();
  }
  try {
    await keys.keep(request, keptReply(reply));
  } catch (error) {
    // The response stands all the same: a repetition reads the record again.
    console.error({ message: 'an idempotent response was not kept', error: (error as Error).message });
  }
  return reply;
};
