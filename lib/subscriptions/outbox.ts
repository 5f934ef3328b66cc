/** Messages to the queue of deliveries, now or later: what is due within a quarter of an hour waits in the queue itself. */
import { sources } from '../dynamodb/sources.ts';
import type { Table } from '../dynamodb/table.ts';
import { MOST_DELAY_SECONDS, type Queue, type QueueMessage } from '../queue/client.ts';
import type { DeliveryMessage } from './repository/delivery.ts';
import { dues } from './repository/due.ts';

/** The queue is fair by webhook: the messages of one that is slow delay no other. */
const queued = (message: DeliveryMessage, delaySeconds = 0): QueueMessage => ({
  body: JSON.stringify(message),
  group: message.webhookId,
  delaySeconds,
});

export const sendNow = (queue: Queue, messages: readonly DeliveryMessage[]): Promise<void> =>
  queue.send(messages.map((each) => queued(each)));

/** @param at - epoch milliseconds */
export const sendAt = async (
  { queue, table }: { readonly queue: Queue; readonly table: Table },
  message: DeliveryMessage,
  at: number,
): Promise<void> => {
  const seconds = Math.max(0, Math.ceil((at - sources.now()) / 1000));
  if (seconds > MOST_DELAY_SECONDS) await dues(table).put(message, at);
  else await queue.send([queued(message, seconds)]);
};

/** @throws Error for what is no message of ours */
export const messageFrom = (text: string): DeliveryMessage => {
  const { partnerId, subscriptionId, webhookId, deliveryId, turn } = JSON.parse(text);
  const isOne =
    [partnerId, subscriptionId, webhookId, deliveryId].every((each) => typeof each === 'string') &&
    Number.isSafeInteger(turn);
  if (!isOne) throw new Error('a message of the queue is none of ours');
  return { partnerId, subscriptionId, webhookId, deliveryId, turn };
};
