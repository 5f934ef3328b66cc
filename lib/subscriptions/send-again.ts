/**
 * Replay commands: sends their deliveries again, under the same ids, unless they are pending. In turns: the stream delivers
 * each turn after the changes that wait by then, so that no replay delays the events of others (docs/deliveries.md: routing).
 */

import { clock } from '../dynamodb/client/clock.ts';
import { chunksOf, withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { StreamRecord } from '../dynamodb/stream/records.ts';
import type { Queues } from '../dynamodb/stream/roles.ts';
import { sendNow } from './outbox.ts';
import { type DeliveryMessage, deliveryKey } from './repository/delivery.ts';
import { deliveryWrites, messageOf } from './repository/delivery-writes.ts';
import { beginNextTurn, OPEN, replayCommandFrom } from './repository/replay-command.ts';

const AT_ONCE = 10;
/** Deliveries of a turn. A batch has up to 50 commands, ten at a time: a turn of each takes a second together. */
const IN_A_TURN = 50;

/**
 * Runs one turn of a replay command. If it is interrupted, the stream record comes again, and nothing is done twice.
 *
 * @throws Error if there is no time for all
 */
export const sendAgain = async (
  { newImage, table, deadline, hasTime }: Pick<StreamRecord, 'newImage' | 'table' | 'deadline' | 'hasTime'>,
  { deliveries }: Pick<Queues, 'deliveries'>,
): Promise<void> => {
  if (!newImage) return;
  const command = replayCommandFrom(newImage);
  const { partnerId, subscriptionId, deliveryIds, onlyFailed, done } = command;
  const order = String(newImage.sk);
  // A command of release 0.2.0 has no status, without which the stream does not show its next turn.
  const next = newImage.status === OPEN ? done + IN_A_TURN : deliveryIds.length;
  for (const ids of chunksOf(deliveryIds.slice(done, next), IN_A_TURN)) {
    if (!hasTime()) throw new Error('there is no time for the rest of a replay');
    const { restart } = deliveryWrites(table.withOwnBudget());
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
  if (next < deliveryIds.length) await beginNextTurn(table.withOwnBudget(), command, next);
};
