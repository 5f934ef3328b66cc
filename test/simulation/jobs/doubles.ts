/** What simulated jobs have in place of queues and of requests over the network. */
import type { MessageQueue } from '../../../lib/dynamodb/stream/roles.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { EventPost } from '../../../lib/subscriptions/signed-post.ts';
import type { World } from '../world.ts';

/** Those of the schedule that runs. */
export const doubles: { jobs?: MessageQueue; post?: (request: EventPost) => Promise<Sent> } = {};

/** A queue whose messages no function receives. */
export const noQueue: MessageQueue = { send: async () => {}, within: () => noQueue };

/** How often a queue or a stream is late, loses a response or shows something twice; odds that are 0 once faults have ended. */
export interface Trouble {
  lost: number;
  late: number;
  twice: number;
  /** Within so many milliseconds a message is shown twice. */
  apart: number;
  /** Within so many milliseconds a copy of a message comes. */
  copies: number;
}

const VISIBLE_AGAIN = 150_000;
const MOST_RECEIVES = 12;

/**
 * A queue as SQS is: at least once, in no order, in whole seconds.
 *
 * @param receive - works on a message; `true` where it is done
 */
export const queueOf = (
  world: World,
  trouble: Trouble,
  receive: (body: string, receipts: number) => Promise<boolean>,
): MessageQueue => {
  const { clock, random } = world;
  const deliver = (body: string, delay: number): void => {
    let isDone = false;
    let receipts = 0;
    const show = (after: number) => {
      const late = random() < trouble.late ? 1000 + random() * 89_000 : 5 + random() * 195;
      clock.after(after + late, () => {
        if (isDone || receipts >= MOST_RECEIVES) return;
        const work = async () => {
          if (await receive(body, receipts)) isDone = true;
        };
        receipts++;
        void work();
        if (random() < trouble.twice) clock.after(random() * trouble.apart, () => isDone || void work());
        show(VISIBLE_AGAIN);
      });
    };
    show(delay);
  };
  const queue: MessageQueue = {
    async send(messages) {
      await world.wait(1 + random() * 20);
      for (const { body, delaySeconds = 0 } of messages) {
        const delay = Math.min(900, Math.max(0, Math.ceil(delaySeconds))) * 1000;
        deliver(body, delay);
        if (random() < trouble.twice) deliver(body, delay + random() * trouble.copies);
        if (random() < trouble.lost) throw new Error('the queue did not say that it took a message');
      }
    },
    within: () => queue,
  };
  return queue;
};
