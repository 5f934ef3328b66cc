/**
 * Sends queue messages again for the pending deliveries of a persistent database: the in-memory queue was lost with the
 * previous process. A duplicate message does no harm.
 */
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { deliveryFrom } from '../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../lib/subscriptions/repository/delivery-writes.ts';
import { scanItems } from '../data/commands/scan.ts';
import type { OpenTable } from '../open-table.ts';
import { deliverySource } from './delivery-source.ts';
import type { ApiModel } from './model.ts';
import type { QueueEngine } from './queue/queue-engine.ts';

/** @returns how many were sent */
export const sendPending = async (
  table: OpenTable,
  model: Pick<ApiModel, 'queueSources'>,
  engine: QueueEngine,
): Promise<number> => {
  const queue = engine.queues.get(deliverySource(model)?.queueId ?? '');
  if (!queue) return 0;
  let sent = 0;
  for await (const item of scanItems(table, 'delivery')) {
    if (item.status !== 'pending') continue;
    const message = messageOf(deliveryFrom(item));
    const MessageBody = JSON.stringify(message);
    await engine.client.send(
      new SendMessageCommand({ QueueUrl: queue.url, MessageBody, MessageGroupId: message.webhookId }),
    );
    sent++;
  }
  return sent;
};
