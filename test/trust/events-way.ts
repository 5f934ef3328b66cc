/** The way of an event on this machine: stream, queue and due items between the functions. */
import { deliverySource, dueSchedule } from '../../tools/local/delivery-source.ts';
import { nextDue } from './events-queue.ts';
import { MINUTE, type RawChange, roughQueue, roughStream, type WayOptions } from './rough-way.ts';

export interface Way {
  /** Every change of the table, in order. */
  readonly history: readonly RawChange[];
  seen(): { batchesAgain: number; messagesTwice: number; halts: number; deadLetters: number };
  /** Whether functions have worked off every change up to one whose new image says so. */
  isRouted(isLast: (image: Readonly<Record<string, unknown>>) => boolean): boolean;
  /** Waits until nothing is visible in the queue and no function is at it. */
  untilIdle(): Promise<void>;
  /** Moves the clock to the next thing that waits for its time; says whether there was one. */
  moveOn(): Promise<boolean>;
  stop(): Promise<void>;
}

/** The queue delays no message for longer; one that is in flight is shown again before. */
const LONGEST_IN_QUEUE = 15 * MINUTE + 1000;

export const startWay = (options: WayOptions): Way => {
  const { model, table, host, clock, random } = options;
  const source = deliverySource(model);
  const schedule = dueSchedule(model);
  if (!source || !schedule) throw new Error('The template has no queue or clock of deliveries');
  const routed = new Set<string>();
  const stream = roughStream(options, model.eventSources, ({ dynamodb }) => routed.add(dynamodb.SequenceNumber));
  const queue = roughQueue(options, source);
  const seen = { halts: 0, deadLetters: 0 };
  return {
    history: stream.history,
    seen: () => ({ ...stream.seen, ...queue.seen, ...seen }),
    isRouted: (isLast) => {
      const last = stream.history.find(({ dynamodb: { NewImage } }) => NewImage && isLast(NewImage));
      // There is one shard: a function that has worked this off has worked off all that came before.
      return last !== undefined && routed.has(last.dynamodb.SequenceNumber);
    },
    untilIdle: queue.untilIdle,
    async moveOn() {
      const redriven = await queue.redrive();
      seen.deadLetters += redriven;
      // They are visible, and wait for nothing.
      if (redriven > 0) await queue.untilIdle();
      const due = await nextDue(table);
      const isWaiting = (await queue.waiting()) > 0;
      if (!isWaiting && due === Number.POSITIVE_INFINITY) return false;
      seen.halts++;
      await queue.hold();
      if (isWaiting) clock.advance(random.pick([6000, 5 * MINUTE + 1000, LONGEST_IN_QUEUE]));
      else clock.advance(Math.max(0, due - clock.now()) + random.below(10 * MINUTE));
      queue.release();
      for (const functionId of schedule.functionIds) await host.invoke(functionId, {}).catch(() => {});
      await queue.untilIdle();
      return true;
    },
    async stop() {
      await Promise.all([stream.stop(), queue.stop()]);
    },
  };
};
