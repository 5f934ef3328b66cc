/** The way of an event on this machine, with a clock that can be moved: stream, queue and due items between the functions. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@aws-sdk/client-sqs';
import { deliverySource, dueSchedule } from '../../cdk/tools/local/delivery-source.ts';
import type { ApiModel, EventSource } from '../../cdk/tools/local/model.ts';
import type { QueueEngine } from '../../cdk/tools/local/queue/queue-engine.ts';
import { doneOf } from '../../cdk/tools/local/queue/queue-source.ts';
import { startStreams } from '../../cdk/tools/local/streams.ts';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import type { Clock, Host } from './events-host.ts';
import { nextDue, queueOf } from './events-queue.ts';
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
export interface Roughness {
  /** A batch of the stream is handed over again later, beside another one. */
  readonly again: number;
  /** A message that was worked off is shown again. */
  readonly twice: number;
}

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

export interface Way {
  /** Every change of the table, in order. */
  readonly history: readonly RawChange[];
  readonly seen: { batchesAgain: number; messagesTwice: number; halts: number; deadLetters: number };
  /** Whether functions have worked off every change up to one whose new image says so. */
  isRouted(isLast: (image: Readonly<Record<string, unknown>>) => boolean): boolean;
  /** Waits until nothing is visible in the queue and no function is at it. */
  untilIdle(): Promise<void>;
  /** Moves the clock to the next thing that waits for its time; says whether there was one. */
  moveOn(): Promise<boolean>;
  stop(): Promise<void>;
}

const AT_ONCE = 8;
const LOOK_MILLISECONDS = 20;
const MINUTE = 60_000;
/** The queue delays no message for longer; one that is in flight is shown again before. */
const LONGEST_IN_QUEUE = 15 * MINUTE + 1000;

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

export const startWay = (options: WayOptions): Way => {
  const { model, table, endpoint, queues, host, clock, random, roughness, onNotice } = options;
  const history: RawChange[] = [];
  const routed = new Set<string>();
  const seen = { batchesAgain: 0, messagesTwice: 0, halts: 0, deadLetters: 0 };
  const source = deliverySource(model);
  const schedule = dueSchedule(model);
  if (!source || !schedule) throw new Error('The template has no queue or clock of deliveries');
  const { receive, remove, redrive, waiting } = queueOf(model, source.queueId, queues);
  let isStopped = false;

  const kept: { readonly functionId: string; readonly event: unknown }[] = [];
  const onStream = async (functionId: string, event: unknown): Promise<string> => {
    const { Records } = event as { readonly Records: readonly RawChange[] };
    if (functionId === recorder.functionId) {
      history.push(...Records);
      return 'null';
    }
    // What was handed over before comes once more at the same time, and nobody waits for what becomes of it.
    for (const again of kept.splice(0)) {
      seen.batchesAgain++;
      host.invoke(again.functionId, again.event).catch(() => {});
    }
    const payload = await host.invoke(functionId, event);
    if (random.chance(roughness().again)) kept.push({ functionId, event });
    const failed = new Set(
      (JSON.parse(payload) as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures.map(
        ({ itemIdentifier }) => itemIdentifier,
      ),
    );
    // From the first that failed on, all of them come again.
    for (const { dynamodb } of Records) {
      if (failed.has(dynamodb.SequenceNumber)) break;
      routed.add(`${functionId} ${dynamodb.SequenceNumber}`);
    }
    return payload;
  };
  const streams = startStreams({
    table,
    endpoint,
    sources: [...model.eventSources, recorder],
    invoke: onStream,
    onNotice,
  });

  const running = new Set<Promise<void>>();
  let quietLooks = 0;
  /** No request is under way while the clock is moved. */
  let isHeld = false;
  let hasHalted = false;
  const work = async (messages: readonly Message[]): Promise<void> => {
    const Records = messages.map((each) => ({
      messageId: each.MessageId,
      body: each.Body,
      attributes: each.Attributes ?? {},
    }));
    try {
      const done = doneOf(messages, await host.invoke(source.functionId, { Records }), source.namesFailures);
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
      if (isHeld) {
        await pause(LOOK_MILLISECONDS);
        continue;
      }
      const messages = running.size < AT_ONCE ? await receive() : [];
      if (messages.length > 0) {
        quietLooks = 0;
        const worked = work(messages).finally(() => running.delete(worked));
        running.add(worked);
      } else {
        if (running.size === 0) quietLooks++;
        await pause(LOOK_MILLISECONDS);
      }
    }
  };
  const polling = poll();

  const way: Way = {
    history,
    seen,
    isRouted: (isLast) => {
      const last = history.find(({ dynamodb: { NewImage } }) => NewImage && isLast(NewImage));
      if (!last) return false;
      // There is one shard: what was worked off after others was worked off after all of them.
      return [...routed].some((each) => each.endsWith(` ${last.dynamodb.SequenceNumber}`));
    },
    async untilIdle() {
      quietLooks = 0;
      // A look that has begun before may have found nothing yet.
      while (quietLooks < 3) await pause(LOOK_MILLISECONDS);
    },
    async moveOn() {
      seen.deadLetters += await redrive();
      const due = await nextDue(table);
      const isWaiting = (await waiting()) > 0;
      if (!isWaiting && due === Number.POSITIVE_INFINITY) return false;
      seen.halts++;
      [isHeld, hasHalted] = [true, false];
      while (!hasHalted || running.size > 0) await pause(LOOK_MILLISECONDS);
      if (isWaiting) clock.advance(random.pick([6000, 5 * MINUTE + 1000, LONGEST_IN_QUEUE]));
      else clock.advance(Math.max(0, due - clock.now()) + random.below(10 * MINUTE));
      isHeld = false;
      for (const functionId of schedule.functionIds) await host.invoke(functionId, {}).catch(() => {});
      await way.untilIdle();
      return true;
    },
    async stop() {
      isStopped = true;
      await Promise.all([streams.stop(), polling, ...running]);
    },
  };
  return way;
};
