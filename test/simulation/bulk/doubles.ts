/** The bucket and the queue of simulated bulk updates: both can lose what is sent, and what they say of it. */
import type { Bucket } from '../../../lib/bucket/client.ts';
import type { MessageQueue } from '../../../lib/dynamodb/stream/roles.ts';
import type { World } from '../world.ts';

/** What the functions have in place of the service's, in the schedule that runs. */
export const doubles: { bucket?: Bucket; queue?: MessageQueue } = {};

/** Most puts are done at once; some come late, and some are never heard of. */
export const bucketOf = (
  world: World,
  faulty: boolean,
): { readonly bucket: Bucket; readonly texts: Map<string, string> } => {
  const texts = new Map<string, string>();
  const bucket = {
    async putText(key: string, text: string) {
      const isLate = faulty && world.random() < 0.15;
      world.clock.after(isLate ? world.random() * 2000 : world.random() * 50, () => texts.set(key, text));
      await world.wait(isLate ? 2000 : 60);
      if (faulty && world.random() < 0.05) throw new Error('the bucket did not take an object');
    },
    async getText(key: string) {
      await world.wait(world.random() * 50);
      const text = texts.get(key);
      if (text === undefined || (faulty && world.random() < 0.03)) throw new Error('the bucket did not answer');
      return text;
    },
  };
  return { bucket: bucket as unknown as Bucket, texts };
};

/** @param deliver - makes a message visible after so many milliseconds */
export const queueOf = (
  world: World,
  faulty: boolean,
  deliver: (body: string, after: number) => void,
): MessageQueue => {
  const queue: MessageQueue = {
    async send(messages) {
      await world.wait(world.random() * 50);
      for (const { body, delaySeconds = 0 } of messages) {
        if (faulty && world.random() < 0.02) throw new Error('the queue took some of the messages');
        const late = faulty && world.random() < 0.05 ? world.pick([5000, 100_000, 800_000]) * world.random() : 50;
        deliver(body, delaySeconds * 1000 + late * world.random());
      }
    },
    within: () => queue,
  };
  return queue;
};
