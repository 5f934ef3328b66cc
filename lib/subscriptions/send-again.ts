/** Replay orders: what they name and is not on its way is sent again, under its old id. */

import { clock } from '../dynamodb/client/clock.ts';
import { chunksOf, withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { StreamRecord } from '../dynamodb/stream/records.ts';
import type { Queues } from '../dynamodb/stream/roles.ts';
import { sendNow } from './outbox.ts';
import { type DeliveryMessage, deliveryKey } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { CHUNK } from './repository/listed-keys.ts';
import { replayCommandFrom } from './repository/replay-command.ts';

const AT_ONCE = 10;

/** @throws Error where there is no time for all: the record comes again, and what was done is not done twice */
export const sendAgain = async (
  { newImage: command, table, deadline, hasTime }: Pick<StreamRecord, 'newImage' | 'table' | 'deadline' | 'hasTime'>,
  { deliveries }: Pick<Queues, 'deliveries'>,
): Promise<void> => {
  if (!command) return;
  const { partnerId, subscriptionId, deliveryIds, onlyFailed } = replayCommandFrom(command);
  const order = String(command.sk);
  for (const ids of chunksOf(deliveryIds, CHUNK)) {
    if (!hasTime()) throw new Error('there is no time for the rest of a replay');
    // What was refused for one chunk is not counted against the next (lib/dynamodb/client/write-budget.ts).
    const { restart } = deliveryWrites(table.within({}));
    const keys = ids.map((id) => deliveryKey(partnerId, subscriptionId, id));
    const messages: DeliveryMessage[] = [];
    const now = clock.now();
    await withConcurrency(await table.batchGet(keys), AT_ONCE, async (item) => {
      const isOver = Number(item.expiresAtSeconds) * 1000 < now;
      const delivery =
        item.type === 'delivery' && !isOver ? await restart(item, { order, onlyFailed, now }) : undefined;
      if (delivery) messages.push(messageOf(delivery));
    });
    await sendNow(deliveries.within({ deadline }), messages);
  }
};
