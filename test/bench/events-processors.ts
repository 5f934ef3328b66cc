/** How many events a second one sandbox of each function on an event's way works off, one batch after the other. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteMessageBatchCommand, PurgeQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { businessItem } from '../../lib/business/repository/business.ts';
import { toAttributes } from '../../lib/dynamodb/table/attributes.ts';
import { nextMark } from '../../lib/dynamodb/writes/marks.ts';
import { dueItem } from '../../lib/subscriptions/repository/due.ts';
import { drawSecret, secretsItem } from '../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  drawWebhookId,
  subscriptionItem,
} from '../../lib/subscriptions/repository/subscription.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { deliverySource } from '../../tools/local/delivery-source.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { startQueueEngine } from '../../tools/local/queue/queue-engine.ts';
import { useLocalCredentials } from '../../tools/local/service.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { openTable } from '../../tools/open-table.ts';
import { type Handler, importHandler, withEnvironment } from '../trust/bundles.ts';

const ACCOUNT = 900;
/** Each with a webhook: of one webhook five requests are in flight at most. */
const LOCATIONS = 40;
const STREAM_BATCH = 50;
const QUEUE_BATCH = 10;
const context = { getRemainingTimeInMillis: () => 25_000 };

const updated = (number: number) => {
  const businessNumber = 5000 + (number % LOCATIONS);
  const before = businessItem('bench', { businessNumber, accountNumber: ACCOUNT, listingFixed: false, profile: {} });
  const after = { ...before, alias: `write ${number}`, p0: nextMark(), p1: before.p0, version: 2 };
  return {
    eventID: randomUUID(),
    eventName: 'MODIFY',
    dynamodb: {
      SequenceNumber: String(number),
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      OldImage: toAttributes(before),
      NewImage: toAttributes(after),
    },
  };
};

const batchesOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

export interface Rates {
  readonly routed: number;
  readonly delivered: number;
  readonly moved: number;
}

/** @param count - of events; a tenth as many go before and are not measured */
export const measureProcessors = async (assemblyDirectory: string, count: number): Promise<Rates> => {
  useLocalCredentials();
  const engine = await startEngine();
  const table = openTable({ tableName: `bench-${randomUUID()}`, endpoint: engine.endpoint });
  const model = await readAssembly(assemblyDirectory);
  const queues = await startQueueEngine({ queues: model.queues, prefix: table.name });
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const queue = queues.queues.get(deliverySource(model)!.queueId)!;
  try {
    // Without its stream: the engine keeps all records of it, and takes longer with each.
    const tables = model.tables.map(({ properties: { StreamSpecification: _, ...properties }, ...rest }) => ({
      ...rest,
      properties,
    }));
    await ensureTable(table, { ...model, tables });
    for (let index = 0; index < LOCATIONS; index++) {
      const id = drawSubscriptionId(ACCOUNT, String(index).padStart(2, '0'));
      const common = { id, partnerId: 'bench', accountNumber: ACCOUNT, businessId: 5000 + index };
      const webhooks = [{ id: drawWebhookId(), url, events: ['BUSINESS_UPDATED'] }];
      await table.put({ Item: subscriptionItem({ ...common, webhooks, createdAt: new Date().toISOString() }) });
      await table.put({ Item: secretsItem('bench', id, { secrets: [{ value: drawSecret() }], auth: null }) });
    }
    const environment = {
      TABLE_NAME: table.name,
      DYNAMODB_ENDPOINT: engine.endpoint,
      DELIVERY_QUEUE_URL: queue.url,
      UNROUTED_QUEUE_URL: queue.url,
      WEBHOOKS_LOCAL: 'allowed',
    };
    return await withEnvironment(environment, async () => {
      const [route, deliver, move] = (await Promise.all(
        ['route-events', 'deliver-webhook', 'move-due'].map((entry) => importHandler(assemblyDirectory, entry)),
      )) as [Handler, Handler, Handler];

      const routing = async (first: number, many: number) => {
        for (const Records of batchesOf(
          Array.from({ length: many }, (_, index) => updated(first + index)),
          STREAM_BATCH,
        ))
          await route({ Records }, context);
      };
      const delivering = async (many: number) => {
        for (let done = 0; done < many; ) {
          const { Messages = [] } = await queues.client.send(
            new ReceiveMessageCommand({ QueueUrl: queue.url, MaxNumberOfMessages: QUEUE_BATCH }),
          );
          if (Messages.length === 0) throw new Error(`The queue is empty after ${done} of ${many} messages`);
          const Records = Messages.map(({ MessageId: messageId, Body: body }) => ({ messageId, body, attributes: {} }));
          await deliver({ Records }, context);
          const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
          await queues.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
          done += Messages.length;
        }
      };
      const moving = async (many: number) => {
        const ids = { partnerId: 'bench', subscriptionId: 'sub_0', webhookId: 'wh_0' };
        for (let index = 0; index < many; index++)
          await table.put({ Item: dueItem({ ...ids, deliveryId: `dlv_${index}`, turn: 1 }, Date.now() - 1000) });
        const began = performance.now();
        await move({}, context);
        return (1000 * many) / (performance.now() - began);
      };
      const rate = async (many: number, work: () => Promise<void>) => {
        const began = performance.now();
        await work();
        return (1000 * many) / (performance.now() - began);
      };
      const before = Math.ceil(count / 10);
      await routing(0, before);
      await delivering(before);
      const routed = await rate(count, () => routing(before, count));
      const delivered = await rate(count, () => delivering(count));
      await queues.client.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
      await moving(before);
      return { routed, delivered, moved: await moving(count) };
    });
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await queues.stop();
    table.client.destroy();
    await engine.stop();
  }
};
