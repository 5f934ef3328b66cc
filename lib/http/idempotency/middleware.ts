/**
 * Safe retries: a request repeated with its `Idempotency-Key` is answered as it was the first time.
 * The store that remembers the answers is passed in.
 */
import { hash, randomUUID } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { errors, invalid, stillRunning } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { ApiError } from '../api-error.ts';
import type { AuthenticatedEvent } from '../require-api-key.ts';

/** A request under an idempotency key: the same key with another fingerprint is another request. */
export interface IdempotentRequest {
  readonly partnerId: string;
  readonly operationId: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Tells this try of the request from every other. */
  readonly startedBy: string;
}

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of a request: it is new and now ours to answer, or it is running, was answered, or is another one. */
export type Begun = 'new' | 'running' | 'reused' | KeptAnswer;

export interface IdempotencyStore {
  begin(request: IdempotentRequest): Promise<Begun>;
  finish(request: IdempotentRequest, answer: KeptAnswer): Promise<void>;
  /** Forgets a request that has no lasting answer, so that it may be tried again. */
  forget(request: IdempotentRequest): Promise<void>;
}

type IdempotentEvent = AuthenticatedEvent & { idempotent?: IdempotentRequest };

const KEY = /^[!-~]{1,255}$/;

/** Answers that another try may change: they are not kept. */
const PASSING = new Set([errors.collided.status, errors.versionChanged.status, errors.rateLimitExceeded.status]);
const isLasting = (status: number): boolean => status < 500 && !PASSING.has(status);

const fingerprintOf = ({ pathParameters, queryStringParameters, body, headers }: AuthenticatedEvent): string =>
  hash('sha256', JSON.stringify([pathParameters, queryStringParameters, headers['if-match'], body]), 'base64url');

/** Stands after the key look-up: answers a repeated request, or takes a new one on. */
export const beginIdempotent = (operation: Operation, store: IdempotencyStore): MiddlewareObj<IdempotentEvent> => ({
  before: async function beginIdempotentBefore({ event }): Promise<APIGatewayProxyResult | undefined> {
    const key = event.headers['idempotency-key']?.trim();
    if (!key) return undefined;
    if (!KEY.test(key)) throw new ApiError(invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters'));
    const { partnerId } = event;
    const fingerprint = fingerprintOf(event);
    const request = { partnerId, operationId: operation.id, key, fingerprint, startedBy: randomUUID() };
    const begun = await store.begin(request);
    if (begun === 'reused') throw new ApiError(errors.idempotencyKeyReused);
    if (begun === 'running') throw new ApiError(stillRunning);
    if (begun === 'new') {
      event.idempotent = request;
      return undefined;
    }
    return { ...begun, headers: { ...begun.headers, 'Idempotent-Replayed': 'true' } };
  },
});

/** Stands outermost: keeps the answer, whatever became of the request. */
export const keepIdempotent = (store: IdempotencyStore): MiddlewareObj<IdempotentEvent> => {
  const keep = async ({ event, response }: { event: IdempotentEvent; response: unknown }): Promise<void> => {
    if (!event.idempotent) return;
    const { statusCode, headers, body } = response as KeptAnswer;
    try {
      if (isLasting(statusCode)) await store.finish(event.idempotent, { statusCode, headers, body });
      else await store.forget(event.idempotent);
    } catch (error) {
      // The answer stands all the same: what was asked for has been done, or refused.
      console.error({ message: 'an idempotent answer was not kept', error: (error as Error).message });
    }
  };
  return {
    after: async function keepIdempotentAfter(request) {
      await keep(request);
    },
    onError: async function keepIdempotentOnError(request) {
      await keep(request);
    },
  };
};
