/** The queue of deliveries as whoever stands next to the functions sees it, and what waits for its time in the table. */
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { shards } from '../../lib/subscriptions/repository/due.ts';
import type { ApiModel } from '../../tools/local/model.ts';
import type { QueueEngine } from '../../tools/local/queue/queue-engine.ts';
import type { OpenTable } from '../../tools/open-table.ts';

/** The time of the earliest due item, in epoch milliseconds; infinite where there is none. */
export const nextDue = async (table: OpenTable): Promise<number> => {
  let first = Number.POSITIVE_INFINITY;
  for (const shard of shards) {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `DUE#${shard}` },
      Limit: 1,
    });
    for await (const [item] of pages) {
      if (item) first = Math.min(first, Number(String(item.sk).slice(0, 13)));
      break;
    }
  }
  return first;
};

/** @param id - of the template: the queue of deliveries */
export const queueOf = ({ queues: models }: ApiModel, id: string, { client, queues }: QueueEngine) => {
  const queue = queues.get(id);
  const dead = queues.get(models.find(({ logicalId }) => logicalId === id)?.redrive?.deadLetterId ?? '');
  if (!queue || !dead) throw new Error(`The template has no queue ${id} with a dead-letter queue`);

  const receiveFrom = async (QueueUrl: string): Promise<readonly Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
    );
    return Messages;
  };
  const removeFrom = async (QueueUrl: string, messages: readonly Message[]): Promise<void> => {
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };

  return {
    receive: () => receiveFrom(queue.url),
    remove: (messages: readonly Message[]) => removeFrom(queue.url, messages),
    /** As an operator does it, what lies in the dead-letter queue goes back (docs/operators.md); says how much that was. */
    async redrive(): Promise<number> {
      let count = 0;
      for (let found = await receiveFrom(dead.url); found.length > 0; found = await receiveFrom(dead.url)) {
        for (const { Body: MessageBody, Attributes } of found) {
          const MessageGroupId = Attributes?.MessageGroupId;
          await client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody, MessageGroupId }));
        }
        await removeFrom(dead.url, found);
        count += found.length;
      }
      return count;
    },
    /** How many messages are delayed, or in flight. */
    async waiting(): Promise<number> {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: queue.url, AttributeNames: ['All'] }),
      );
      const { ApproximateNumberOfMessagesDelayed, ApproximateNumberOfMessagesNotVisible } = Attributes;
      return Number(ApproximateNumberOfMessagesDelayed) + Number(ApproximateNumberOfMessagesNotVisible);
    },
  };
};
