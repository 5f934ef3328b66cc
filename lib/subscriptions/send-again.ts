/** Replay orders: what they name and is not on its way is sent anew, under its old id. */
import type { Item } from '../dynamodb/attributes.ts';
import { chunksOf, inLanes } from '../dynamodb/lanes.ts';
import { sources } from '../dynamodb/sources.ts';
import type { StreamRecord } from '../dynamodb/stream.ts';
import type { Queue } from '../queue/client.ts';
import { sendNow } from './outbox.ts';
import { type DeliveryMessage, deliveryKey } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { CHUNK } from './repository/listed-keys.ts';
import { replayOrderFrom } from './repository/replay-order.ts';

const AT_ONCE = 10;

/** @throws Error where there is no time for all: the record comes again, and what was done is not done twice */
export const sendAgain = async (
  order: Item,
  { table, deadline, hasTime }: Pick<StreamRecord, 'table' | 'deadline' | 'hasTime'>,
  queue: Queue,
): Promise<void> => {
  const { partnerId, subscriptionId, deliveryIds } = replayOrderFrom(order);
  const mark = String(order.sk);
  for (const ids of chunksOf(deliveryIds, CHUNK)) {
    if (!hasTime()) throw new Error('there is no time for the rest of a replay');
    // What was refused for one chunk is not counted against the next (lib/dynamodb/effort.ts).
    const { restart } = deliveryWrites(table.within({}));
    const keys = ids.map((id) => deliveryKey(partnerId, subscriptionId, id));
    const messages: DeliveryMessage[] = [];
    const now = sources.now();
    await inLanes(await table.batchGet(keys), AT_ONCE, async (item) => {
      const isOver = Number(item.expiresAtSeconds) * 1000 < now;
      const delivery = item.type === 'delivery' && !isOver ? await restart(item, mark, now) : undefined;
      if (delivery) messages.push(messageOf(delivery));
    });
    await sendNow(queue.within({ deadline }), messages);
  }
};
