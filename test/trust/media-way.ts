/** The way of an upload on this machine: stream, queue and clock between the functions. */
import { MINUTE, type RawChange, roughQueue, roughStream, type WayOptions } from './rough-way.ts';

export interface MediaWay {
  /** Every change of the table, in order. */
  readonly history: readonly RawChange[];
  seen(): { batchesAgain: number; messagesTwice: number; deadLetters: number; inFlight: number };
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

const isMedium = ({ dynamodb: { NewImage, OldImage } }: RawChange): boolean =>
  OldImage === undefined && ['media', 'socialMedia'].includes((NewImage?.type as { S?: string } | undefined)?.S ?? '');

export const startMediaWay = (options: WayOptions): MediaWay => {
  const { model, host, clock } = options;
  const source = model.queueSources.find(({ functionId }) => /FetchMedia/.test(functionId));
  const clocked = model.schedules.flatMap(({ functionIds }) => functionIds).filter((id) => /FailLateMedia/.test(id));
  const routing = model.eventSources.filter(({ functionId }) => /RouteEvents/.test(functionId));
  if (!source || clocked.length !== 1 || routing.length !== 1)
    throw new Error('The template has no queue, clock or stream of media');
  const routed = new Set<string>();
  const stream = roughStream(options, routing, (record) => {
    if (isMedium(record)) routed.add(record.dynamodb.SequenceNumber);
  });
  const queue = roughQueue(options, source);
  const seen = { deadLetters: 0, inFlight: 0 };
  return {
    history: stream.history,
    seen: () => ({ ...stream.seen, ...queue.seen, ...seen }),
    routed: () => routed.size,
    waiting: queue.waiting,
    async redrive() {
      seen.deadLetters += await queue.redrive();
    },
    untilIdle: queue.untilIdle,
    async moveOn(milliseconds, isInFlight) {
      if (!isInFlight) await queue.hold();
      else if (queue.isBusy()) seen.inFlight++;
      let isEnded = false;
      for (let left = milliseconds; left > 0; left -= MINUTE) {
        clock.advance(Math.min(left, MINUTE));
        isEnded = await host.invoke(clocked[0]!, {}).then(
          () => true,
          () => false,
        );
      }
      queue.release();
      return isEnded;
    },
    async stop() {
      await Promise.all([stream.stop(), queue.stop()]);
    },
  };
};
