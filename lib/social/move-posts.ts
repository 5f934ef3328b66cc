/** Each minute: has posts that fall due started, and commands that were cut off worked on again. */
import type { OtherMessage } from '../connectors/repository/messages.ts';
import { aheadMilliseconds } from '../connectors/repository/times.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { chunksOf, withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { keyText } from '../dynamodb/table/keys.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { postFrom, postKey } from './repository/post.ts';
import { postCommandKey } from './repository/post-command.ts';
import { type PostDue, postsDueBy, shards, startDelay } from './repository/post-due.ts';

const BATCH = 10;
const AT_ONCE = 4;

interface Ways {
  readonly table: Table;
  /** Sends work to the queue of jobs, each with the seconds before it is to be received. */
  readonly send: (
    messages: readonly { readonly message: OtherMessage; readonly delaySeconds: number }[],
  ) => Promise<void>;
  readonly hasTime: () => boolean;
}

const keyFor = ({ message }: PostDue) => (message.work === 'post' ? postKey : postCommandKey)(message);

/** Whether work is still to be done: it is sent each minute until then. */
const isOpen = ({ message, at }: PostDue, found: Item | undefined): boolean => {
  if (!found) return false;
  if (message.work === 'change') return found.mark === message.of;
  const post = postFrom(found);
  return post.time === at && post.status !== 'cancelled' && !post.isSpread;
};

/** A due item of what is done, or has another time by now, goes. */
export const movePosts = async ({ table, send, hasTime }: Ways): Promise<void> => {
  const now = clock.now();
  const moveBatch = async (batch: readonly PostDue[]): Promise<void> => {
    const items = await table.batchGet(batch.map(keyFor));
    const found = new Map(items.map((item) => [keyText(item), item]));
    const open = batch.filter((due) => isOpen(due, found.get(keyText(keyFor(due)))));
    await send(open.map(({ message, at }) => ({ message, delaySeconds: startDelay(at, now) })));
    const over = batch.filter((due) => !open.includes(due));
    await withConcurrency(over, BATCH, async ({ key }) => {
      await table.remove({ Key: key });
    });
  };
  const moveShard = async (shard: number): Promise<void> => {
    for await (const page of postsDueBy(table, shard, now + aheadMilliseconds())) {
      const due = page.filter(({ message, at }) => message.work === 'post' || at <= now);
      await withConcurrency(chunksOf(due, BATCH), AT_ONCE, async (batch) => {
        if (hasTime()) await moveBatch(batch);
      });
      if (!hasTime()) return;
    }
  };
  await withConcurrency(shards, shards.length, moveShard);
};
