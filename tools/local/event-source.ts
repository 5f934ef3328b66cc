/** Calls a function with the records of a stream as Lambda's event source mapping does: filtered, in batches, again on failure. */
import { setTimeout as pause } from 'node:timers/promises';
import { isWanted } from './event-pattern.ts';
import type { EventSource } from './model.ts';

/** A record of a stream as Lambda passes it to a function. */
export interface StreamRecord {
  readonly eventName?: string | undefined;
  readonly dynamodb: { readonly SequenceNumber?: string | undefined; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

export interface EventSourceOptions {
  readonly source: EventSource;
  readonly invoke: (functionId: string, event: unknown) => Promise<string>;
  /** Receives the records that were discarded after the last attempt. */
  readonly onGivenUp: (records: readonly StreamRecord[], reason: string) => void;
  /** Stops the retries. */
  readonly signal: AbortSignal;
  /** Milliseconds before the second attempt; doubled each time, up to 5 seconds. */
  readonly firstPause?: number;
}

const LONGEST_PAUSE = 5000;

const batchesOf = (records: readonly StreamRecord[], size: number): (readonly StreamRecord[])[] =>
  Array.from({ length: Math.ceil(records.length / size) }, (_, index) =>
    records.slice(index * size, (index + 1) * size),
  );

interface Failure {
  readonly left: readonly StreamRecord[];
  readonly reason: string;
  /** Whether the function reported which records failed. */
  readonly isNamed: boolean;
}

/** Processes the records of a shard as a mapping does, one batch after the other. */
export const eventSource = ({ source, invoke, onGivenUp, signal, firstPause = 200 }: EventSourceOptions) => {
  const { functionId, patterns, batchSize, retryAttempts, bisects, namesFailures } = source;

  /** Returns the rest of a batch to retry. If the function reported failures, it begins with the first of them. */
  const tryOnce = async (batch: readonly StreamRecord[]): Promise<Failure | undefined> => {
    try {
      const answer = JSON.parse(await invoke(functionId, { Records: batch })) as {
        readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
      } | null;
      const named = new Set(namesFailures ? answer?.batchItemFailures?.map((each) => each.itemIdentifier) : []);
      if (named.size === 0) return undefined;
      const first = batch.findIndex(({ dynamodb }) => named.has(dynamodb.SequenceNumber ?? ''));
      return { left: batch.slice(Math.max(first, 0)), reason: 'the function said so', isNamed: true };
    } catch (error) {
      return { left: batch, reason: (error as Error).message, isNamed: false };
    }
  };

  const work = async (batch: readonly StreamRecord[], tries: number): Promise<void> => {
    const failure = await tryOnce(batch);
    if (!failure || signal.aborted) return;
    const { left, reason, isNamed } = failure;
    if (retryAttempts >= 0 && tries >= retryAttempts) return onGivenUp(left, reason);
    await pause(Math.min(firstPause * 2 ** tries, LONGEST_PAUSE), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const half = Math.ceil(left.length / 2);
    const parts = bisects && !isNamed && left.length > 1 ? [left.slice(0, half), left.slice(half)] : [left];
    for (const part of parts) await work(part, tries + 1);
  };

  return async (records: readonly StreamRecord[]): Promise<void> => {
    const wanted = records.filter((each) => isWanted(patterns, each));
    for (const batch of batchesOf(wanted, batchSize)) if (!signal.aborted) await work(batch, 0);
  };
};
