/** Requests that came with an idempotency key, and their answers; TTL removes them after a day. */
import type { Key } from '../../dynamodb/keys.ts';
import { keys } from '../../dynamodb/keys.ts';
import { ItemTooLarge, type Table } from '../../dynamodb/table.ts';

interface IdempotentRequest {
  readonly partnerId: string;
  readonly operationId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly startedBy: string;
}

interface KeptAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const KEPT_SECONDS = 24 * 3600;
/** Longer than a function may run: a request that has not been answered by then never will be. */
const RUNNING_SECONDS = 30;

const keyOf = ({ partnerId, operationId, key }: IdempotentRequest): Key =>
  keys.idempotency(partnerId, operationId, key);

/** Another try may have taken over from one that was cut off: only who started it may say what became of it. */
const ownOnly = (request: IdempotentRequest, update: string, values: Record<string, unknown>) => ({
  Key: keyOf(request),
  UpdateExpression: update,
  ConditionExpression: 'startedBy = :startedBy',
  ExpressionAttributeValues: { ...values, ':startedBy': request.startedBy },
});

/**
 * @param table - opened on first use
 * @param now - epoch milliseconds
 */
export const idempotencyStore = (table: () => Table, now: () => number = Date.now) => {
  const seconds = () => Math.floor(now() / 1000);
  return {
    async begin(request: IdempotentRequest): Promise<'new' | 'running' | 'reused' | KeptAnswer> {
      const { fingerprint, startedBy } = request;
      const refused = await table().put({
        Item: {
          type: 'idempotency',
          fingerprint,
          startedBy,
          runsUntil: seconds() + RUNNING_SECONDS,
          expiresAtSeconds: seconds() + KEPT_SECONDS,
          ...keyOf(request),
        },
        // TTL removes items late, and a request that was cut off left no answer.
        ConditionExpression:
          'attribute_not_exists(pk) OR expiresAtSeconds < :now OR (attribute_not_exists(answer) AND runsUntil < :now)',
        ExpressionAttributeValues: { ':now': seconds() },
      });
      // Where the answer to a try of the call was lost, the next one finds what that one has put.
      if (!refused || refused.item?.startedBy === startedBy) return 'new';
      if (refused.item?.fingerprint !== fingerprint) return 'reused';
      return (refused.item.answer as KeptAnswer | undefined) ?? 'running';
    },

    async finish(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
      try {
        await table().update(ownOnly(request, 'SET answer = :answer', { ':answer': answer }));
      } catch (error) {
        if (!(error instanceof ItemTooLarge)) throw error;
        await this.forget(request);
      }
    },

    /** Lets the next try take over at once. Not a removal: one that comes late would remove what that try has put. */
    async forget(request: IdempotentRequest): Promise<void> {
      await table().update(ownOnly(request, 'SET runsUntil = :never', { ':never': 0 }));
    },
  };
};
