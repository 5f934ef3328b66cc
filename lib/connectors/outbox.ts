/** Messages to the queue of jobs, now or later: what is due within a quarter of an hour waits in the queue itself. */
import { clock } from '../dynamodb/client/clock.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { MOST_DELAY_SECONDS, type Queue } from '../queue/client.ts';
import { keepForLater } from '../subscriptions/outbox.ts';
import type { DeliveryMessage } from '../subscriptions/repository/delivery.ts';
import { dues } from '../subscriptions/repository/due.ts';
import { type JobMessage, queuedWork } from './repository/messages.ts';

interface Ways {
  readonly table: Table;
  readonly queue: Queue;
}

/** A try that is due later lies where those of deliveries do. */
const asDelivery = ({ partnerId, channel, id, turn }: JobMessage): DeliveryMessage => ({
  ...{ partnerId, channel, turn, deliveryId: id },
  ...{ subscriptionId: '', webhookId: '' },
});

/** The message of a job's try that has come due. */
export const fromDue = ({ partnerId, channel = '', deliveryId, turn, isKept }: DeliveryMessage): JobMessage => ({
  ...{ work: 'job' as const, partnerId, channel, id: deliveryId, turn },
  ...(isKept && { isKept }),
});

/** @param at - epoch milliseconds */
export const sendJobAt = async ({ table, queue }: Ways, message: JobMessage, at: number): Promise<void> => {
  const seconds = Math.max(0, Math.ceil((at - clock.now()) / 1000));
  if (seconds > MOST_DELAY_SECONDS) await dues(table).put(asDelivery(message), at);
  else await queue.send([queuedWork(message, seconds)]);
};

/** Keeps a message that the queue may not show again: its deadline would end the job. */
export const keepJob = (table: Table, message: JobMessage): Promise<void> => keepForLater(table, asDelivery(message));
