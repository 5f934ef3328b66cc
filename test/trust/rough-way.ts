/** What stands between functions on this machine, with a clock that can be moved: a stream and a queue that behave badly. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@aws-sdk/client-sqs';
import { chunksOf } from '../../lib/dynamodb/client/concurrency.ts';
import { isWanted } from '../../tools/local/event-pattern.ts';
import type { ApiModel, EventSource, QueueSource } from '../../tools/local/model.ts';
import type { QueueEngine } from '../../tools/local/queue/queue-engine.ts';
import { doneOf } from '../../tools/local/queue/queue-source.ts';
import { startStreams } from '../../tools/local/streams.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import type { Clock, Host } from './events-host.ts';
import { queueOf } from './events-queue.ts';
import type { Random } from './random.ts';

/** A record of the stream as it came. */
export interface RawChange {
  readonly eventID: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
    readonly NewImage?: Readonly<Record<string, unknown>>;
    readonly OldImage?: Readonly<Record<string, unknown>>;
  };
}

/** How badly the machinery between the functions behaves; probabilities. */
interface Roughness {
  /** A batch of the stream is handed over again later, next to another one. */
  readonly again: number;
  /** A message that was worked off is shown again. */
  readonly twice: number;
}

/** Of a way: the functions, and what stands between them. */
export interface WayOptions {
  readonly model: ApiModel;
  readonly table: OpenTable;
  readonly endpoint: string;
  readonly queues: QueueEngine;
  readonly host: Host;
  readonly clock: Clock;
  readonly random: Random;
  readonly roughness: () => Roughness;
  readonly onNotice: (text: string) => void;
}

const AT_ONCE = 8;
export const LOOK_MILLISECONDS = 20;
export const MINUTE = 60_000;

const recorder: EventSource = {
  id: 'History',
  functionId: 'history',
  startingPosition: 'TRIM_HORIZON',
  batchSize: 1000,
  patterns: [],
  retryAttempts: 0,
  bisects: false,
  namesFailures: false,
};

interface RoughStream {
  /** Every change of the table, in order. */
  readonly history: readonly RawChange[];
  readonly seen: { batchesAgain: number };
  stop(): Promise<void>;
}

/** @param onRouted - is given each record once all functions that are called with it have worked it off */
export const roughStream = (
  { table, endpoint, host, random, roughness, onNotice }: WayOptions,
  sources: readonly EventSource[],
  onRouted: (record: RawChange) => void,
): RoughStream => {
  const history: RawChange[] = [];
  const seen = { batchesAgain: 0 };
  /** Which functions have worked off a record, by its number. */
  const workedOff = new Map<string, Set<string>>();
  const note = (functionId: string, record: RawChange): void => {
    const { SequenceNumber } = record.dynamodb;
    const by = (workedOff.get(SequenceNumber) ?? new Set()).add(functionId);
    workedOff.set(SequenceNumber, by);
    const given = sources.filter(({ patterns }) => isWanted(patterns, record));
    if (given.every((source) => by.has(source.functionId))) onRouted(record);
  };
  const kept: { readonly functionId: string; readonly event: unknown }[] = [];
  const invoke = async (functionId: string, event: unknown): Promise<string> => {
    const { Records } = event as { readonly Records: readonly RawChange[] };
    if (functionId === recorder.functionId) {
      history.push(...Records);
      return 'null';
    }
    // What was handed over before comes once more at the same time, and no one waits for what becomes of it.
    for (const again of kept.splice(0)) {
      seen.batchesAgain++;
      host.invoke(again.functionId, again.event).catch(() => {});
    }
    const payload = await host.invoke(functionId, event);
    if (random.chance(roughness().again)) kept.push({ functionId, event });
    const { batchItemFailures } = JSON.parse(payload) as { batchItemFailures: { itemIdentifier: string }[] };
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    // From the first that failed on, all of them come again.
    for (const record of Records) {
      if (failed.has(record.dynamodb.SequenceNumber)) break;
      note(functionId, record);
    }
    return payload;
  };
  const { stop } = startStreams({ table, endpoint, sources: [...sources, recorder], invoke, onNotice });
  return { history, seen, stop };
};

interface RoughQueue {
  readonly seen: { messagesTwice: number };
  /** Whether a function is at a message. */
  isBusy(): boolean;
  /** Waits until nothing is visible in the queue and no function is at it. */
  untilIdle(): Promise<void>;
  /** Waits until no function is at it, and has none begin until `release`: while the clock is moved. */
  hold(): Promise<void>;
  release(): void;
  /** How many messages are delayed, or in flight. */
  waiting(): Promise<number>;
  /** Sends back what lies in the dead-letter queue; says how much that was. */
  redrive(): Promise<number>;
  stop(): Promise<void>;
}

export const roughQueue = (
  { model, queues, host, random, roughness }: WayOptions,
  { queueId, functionId, batchSize, namesFailures }: QueueSource,
): RoughQueue => {
  const { receive, remove, redrive, waiting } = queueOf(model, queueId, queues);
  const seen = { messagesTwice: 0 };
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let quietLooks = 0;
  let isHeld = false;
  let hasHalted = false;
  const work = async (messages: readonly Message[]): Promise<void> => {
    const Records = messages.map((each) => ({
      messageId: each.MessageId,
      body: each.Body,
      attributes: each.Attributes ?? {},
    }));
    try {
      const done = doneOf(messages, await host.invoke(functionId, { Records }), namesFailures);
      const gone = done.filter(() => !random.chance(roughness().twice));
      seen.messagesTwice += done.length - gone.length;
      await remove(gone);
    } catch {
      // The function was killed: its messages are shown again after their visibility time-out.
    }
  };
  const poll = async (): Promise<void> => {
    while (!isStopped) {
      hasHalted = isHeld;
      const messages = !isHeld && running.size < AT_ONCE ? await receive() : [];
      for (const batch of chunksOf(messages, batchSize)) {
        const worked = work(batch).finally(() => running.delete(worked));
        running.add(worked);
      }
      if (messages.length > 0) quietLooks = 0;
      else {
        if (!isHeld && running.size === 0) quietLooks++;
        await pause(LOOK_MILLISECONDS);
      }
    }
  };
  const polling = poll();
  return {
    seen,
    isBusy: () => running.size > 0,
    async untilIdle() {
      quietLooks = 0;
      // A look that has begun before may have found nothing yet.
      while (quietLooks < 3) await pause(LOOK_MILLISECONDS);
    },
    async hold() {
      [isHeld, hasHalted] = [true, false];
      while (!hasHalted || running.size > 0) await pause(LOOK_MILLISECONDS);
    },
    release() {
      isHeld = false;
    },
    waiting,
    redrive,
    async stop() {
      isStopped = true;
      await Promise.all([polling, ...running]);
    },
  };
};
