/** Messages to the queue of deliveries, now or later: what is due within a quarter of an hour waits in the queue itself. */
import { clock } from '../dynamodb/client/clock.ts';
import type { MessageQueue } from '../dynamodb/stream/roles.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { MOST_DELAY_SECONDS, type Queue, type QueueMessage } from '../queue/client.ts';
import type { DeliveryMessage } from './repository/delivery.ts';
import { dues } from './repository/due.ts';

/** The queue is fair by partner: however many messages one has, they delay no other's. */
const queued = (message: DeliveryMessage, delaySeconds = 0): QueueMessage => ({
  body: JSON.stringify(message),
  group: message.partnerId,
  delaySeconds,
});

export const sendNow = (queue: MessageQueue, messages: readonly DeliveryMessage[]): Promise<void> =>
  queue.send(messages.map((each) => queued(each)));

/** @param at - epoch milliseconds */
export const sendAt = async (
  { queue, table }: { readonly queue: Queue; readonly table: Table },
  message: DeliveryMessage,
  at: number,
): Promise<void> => {
  const seconds = Math.max(0, Math.ceil((at - clock.now()) / 1000));
  if (seconds > MOST_DELAY_SECONDS) await dues(table).put(message, at);
  else await queue.send([queued(message, seconds)]);
};

/** How long a message that is kept waits at least: by then the queue has given up its own. */
const KEPT_MILLISECONDS = 3600 * 1000;
/** Copies that are kept within this time are one due item: what fails for long must not multiply with each receipt. */
const KEPT_TOGETHER_MILLISECONDS = 15 * 60 * 1000;

/**
 * Keeps a message that the queue may not show again: should its work be cut off now, the delivery is not pending for ever.
 * One too many does no harm.
 */
export const keepForLater = (table: Table, message: DeliveryMessage): Promise<void> => {
  const rounds = Math.ceil((clock.now() + KEPT_MILLISECONDS) / KEPT_TOGETHER_MILLISECONDS);
  return dues(table).put({ ...message, isKept: true }, rounds * KEPT_TOGETHER_MILLISECONDS);
};

/** @throws Error if the text is not a delivery message */
export const messageFrom = (text: string): DeliveryMessage => {
  const { partnerId, subscriptionId, webhookId, deliveryId, turn, isKept } = JSON.parse(text);
  const isOne =
    [partnerId, subscriptionId, webhookId, deliveryId].every((each) => typeof each === 'string') &&
    Number.isSafeInteger(turn);
  if (!isOne) throw new Error('a message of the queue is none of ours');
  return { partnerId, subscriptionId, webhookId, deliveryId, turn, ...(isKept === true && { isKept }) };
};
