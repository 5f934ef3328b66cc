/** The way of an upload on this machine, with a clock that can be moved: stream, queue and clock between the functions. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@aws-sdk/client-sqs';
import type { ApiModel, EventSource } from '../../cdk/tools/local/model.ts';
import type { QueueEngine } from '../../cdk/tools/local/queue/queue-engine.ts';
import { doneOf } from '../../cdk/tools/local/queue/queue-source.ts';
import { startStreams } from '../../cdk/tools/local/streams.ts';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import type { Clock, Host } from './events-host.ts';
import { queueOf } from './events-queue.ts';
import type { RawChange, Roughness } from './events-way.ts';
import type { Random } from './random.ts';

export interface MediaWayOptions {
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

export interface MediaWay {
  /** Every change of the table, in order. */
  readonly history: readonly RawChange[];
  readonly seen: { batchesAgain: number; messagesTwice: number; deadLetters: number; inFlight: number };
  /** Whether the function on the stream has worked off the first change of so many media. */
  routed(): number;
  /** Waits until nothing is visible in the queue and no function is at it. */
  untilIdle(): Promise<void>;
  /**
   * Moves the clock on, minute by minute, and calls what is called each minute.
   *
   * @param isInFlight - while files are being fetched, as for a sandbox that was frozen
   * @returns whether the last call by the clock ended by itself
   */
  moveOn(milliseconds: number, isInFlight: boolean): Promise<boolean>;
  /** How many messages are delayed, or in flight. */
  waiting(): Promise<number>;
  /** Sends back what lies in the dead-letter queue. */
  redrive(): Promise<void>;
  stop(): Promise<void>;
}

const AT_ONCE = 8;
const LOOK_MILLISECONDS = 20;
const MINUTE = 60_000;

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

const isMedium = ({ dynamodb: { NewImage, OldImage } }: RawChange): boolean =>
  OldImage === undefined && ['media', 'socialMedia'].includes((NewImage?.type as { S?: string } | undefined)?.S ?? '');

export const startMediaWay = (options: MediaWayOptions): MediaWay => {
  const { model, table, endpoint, queues, host, clock, random, roughness, onNotice } = options;
  const history: RawChange[] = [];
  const routed = new Set<string>();
  const seen = { batchesAgain: 0, messagesTwice: 0, deadLetters: 0, inFlight: 0 };
  const source = model.queueSources.find(({ functionId }) => /FetchMedia/.test(functionId));
  const clocked = model.schedules.flatMap(({ functionIds }) => functionIds).filter((id) => /FailLateMedia/.test(id));
  const routing = model.eventSources.filter(({ functionId }) => /RouteEvents/.test(functionId));
  if (!source || clocked.length !== 1 || routing.length !== 1)
    throw new Error('The template has no queue, clock or stream of media');
  const { receive, remove, redrive, waiting } = queueOf(model, source.queueId, queues);
  let isStopped = false;

  const kept: { readonly functionId: string; readonly event: unknown }[] = [];
  const onStream = async (functionId: string, event: unknown): Promise<string> => {
    const { Records } = event as { readonly Records: readonly RawChange[] };
    if (functionId === recorder.functionId) {
      history.push(...Records);
      return 'null';
    }
    for (const again of kept.splice(0)) {
      seen.batchesAgain++;
      host.invoke(again.functionId, again.event).catch(() => {});
    }
    const payload = await host.invoke(functionId, event);
    if (random.chance(roughness().again)) kept.push({ functionId, event });
    const { batchItemFailures } = JSON.parse(payload) as { batchItemFailures: { itemIdentifier: string }[] };
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const record of Records) {
      if (failed.has(record.dynamodb.SequenceNumber)) break;
      if (isMedium(record)) routed.add(record.dynamodb.SequenceNumber);
    }
    return payload;
  };
  const streams = startStreams({ table, endpoint, sources: [...routing, recorder], invoke: onStream, onNotice });

  const running = new Set<Promise<void>>();
  let quietLooks = 0;
  let isHeld = false;
  let hasHalted = false;
  const work = async (message: Message): Promise<void> => {
    const { MessageId: messageId, Body: body, Attributes: attributes = {} } = message;
    try {
      const payload = await host.invoke(source.functionId, { Records: [{ messageId, body, attributes }] });
      const done = doneOf([message], payload, source.namesFailures);
      const gone = done.filter(() => !random.chance(roughness().twice));
      seen.messagesTwice += done.length - gone.length;
      await remove(gone);
    } catch {
      // The function was killed: its message is shown again after its visibility time-out.
    }
  };
  const poll = async (): Promise<void> => {
    while (!isStopped) {
      hasHalted = isHeld;
      const messages = !isHeld && running.size < AT_ONCE ? await receive() : [];
      if (messages.length > 0) quietLooks = 0;
      else if (running.size === 0) quietLooks++;
      for (const message of messages) {
        const worked = work(message).finally(() => running.delete(worked));
        running.add(worked);
      }
      if (messages.length === 0) await pause(LOOK_MILLISECONDS);
    }
  };
  const polling = poll();

  const way: MediaWay = {
    history,
    seen,
    routed: () => routed.size,
    waiting,
    async redrive() {
      seen.deadLetters += await redrive();
    },
    async untilIdle() {
      quietLooks = 0;
      // A look that has begun before may have found nothing yet.
      while (quietLooks < 3) await pause(LOOK_MILLISECONDS);
    },
    async moveOn(milliseconds, isInFlight) {
      if (isInFlight && running.size > 0) seen.inFlight++;
      if (!isInFlight) {
        [isHeld, hasHalted] = [true, false];
        while (!hasHalted || running.size > 0) await pause(LOOK_MILLISECONDS);
      }
      let isEnded = false;
      for (let left = milliseconds; left > 0; left -= MINUTE) {
        clock.advance(Math.min(left, MINUTE));
        isEnded = await host.invoke(clocked[0]!, {}).then(
          () => true,
          () => false,
        );
      }
      isHeld = false;
      return isEnded;
    },
    async stop() {
      isStopped = true;
      await Promise.all([streams.stop(), polling, ...running]);
    },
  };
  return way;
};
