/** Measures what an event uses: the deployed bundles process a change of the demo data, with one webhook. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { businesses, businessKey } from '../../lib/business/repository/business.ts';
import { type Item, toAttributes } from '../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { deliveryFrom } from '../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../lib/subscriptions/repository/delivery-writes.ts';
import { drawSecret, secretsItem } from '../../lib/subscriptions/repository/secrets.ts';
import {
  drawSubscriptionId,
  drawWebhookId,
  subscriptionItem,
} from '../../lib/subscriptions/repository/subscription.ts';
import { scanItems } from '../data/commands/scan.ts';
import { removeTable } from '../data/commands/second-table.ts';
import { deliverySource } from '../local/delivery-source.ts';
import { demoAccount, demoFile, demoPartner } from '../local/demo.ts';
import { loadData } from '../local/load-data.ts';
import { ensureTable } from '../local/table.ts';
import { startCounter } from './cost-counter.ts';
import type { StepUsage } from './cost-event-arithmetic.ts';
import type { EventWorld } from './cost-event-world.ts';
import { bytesOf, systemLines, TIME, UUID } from './cost-log-lines.ts';
import { cpuOf, type Site } from './cost-measure.ts';
import { openLocalTarget } from './local-target.ts';

export interface MeasuredStep extends StepUsage {
  readonly name: string;
}

const WARM_UP = 100;
const MEASURED = 200;
const LOCATION = 700101;
/** The usual length of the headers of a body: the request's own, the signature, a name of 30 letters. */
const HEADER_BYTES = 450;
/** Lambda receives a message from the queue and deletes it; with few messages each takes its own requests. */
const POLLING_REQUESTS = 2;
/** The function's own send, in addition to the table's calls. */
const SENDING_REQUESTS = 1;

type Handler = (event: object, context: object) => Promise<{ readonly batchItemFailures: readonly object[] }>;

const invoke = async (handler: Handler, event: object): Promise<void> => {
  const { batchItemFailures } = await handler(event, {
    awsRequestId: UUID,
    getRemainingTimeInMillis: () => 20_000,
  });
  if (batchItemFailures.length > 0) throw new Error('A function for webhooks failed while it was measured');
};

/** The old and the new image of a change, from the table. */
const aChange = async (table: Table): Promise<{ readonly old: Item; readonly now: Item }> => {
  const key = businessKey(demoPartner, LOCATION);
  const read = async () => (await table.get(key)) ?? {};
  const old = await read();
  const store = { table, partnerId: demoPartner } as Parameters<typeof businesses>[0];
  await businesses(store).update(LOCATION, { writes: { keywords: ['one of many'] } });
  return { old, now: await read() };
};

const recordOf = ({ old, now }: Awaited<ReturnType<typeof aChange>>, eventID: string) => ({
  eventID,
  eventName: 'MODIFY',
  dynamodb: {
    SequenceNumber: '1',
    ApproximateCreationDateTime: Date.now() / 1000,
    Keys: toAttributes(businessKey(demoPartner, LOCATION)),
    OldImage: toAttributes(old),
    NewImage: toAttributes(now),
  },
});

const subscribe = async (table: Table, url: string): Promise<void> => {
  const id = drawSubscriptionId(demoAccount, '00');
  const webhooks = [{ id: drawWebhookId(), url, events: ['BUSINESS_UPDATED'] }];
  const common = { partnerId: demoPartner, accountNumber: demoAccount, businessId: demoAccount };
  await table.put({ Item: subscriptionItem({ id, ...common, webhooks, createdAt: TIME }) });
  await table.put({ Item: secretsItem(demoPartner, id, { secrets: [{ value: drawSecret() }], auth: null }) });
};

/**
 * Measures both steps of an event with one webhook, a change without a subscriber, and the change's entry of the audit.
 *
 * @param waitedMilliseconds - how long a webhook takes to respond
 */
export const measureEvents = async (
  { endpoint, assemblyDirectory, memoryOf, model }: Site,
  waitedMilliseconds: number,
): Promise<readonly MeasuredStep[]> => {
  const worker = new Worker(new URL('./cost-event-world.ts', import.meta.url), { execArgv: [] });
  const { table } = await openLocalTarget(endpoint, `cost-events-${Date.now()}-${process.pid}`);
  const counter = await startCounter(endpoint);
  const { env } = process;
  const load = async (entry: string, mode: string): Promise<Handler> =>
    (await import(`${join(assemblyDirectory, 'bundles', entry, 'index.mjs')}?${mode}`)).handler;
  try {
    const [world] = (await once(worker, 'message')) as [EventWorld];
    await ensureTable(table, model);
    await loadData(table, demoFile, ({ line, reason }) => {
      throw new Error(`line ${line}: ${reason}`);
    });
    Object.assign(env, { TABLE_NAME: table.name, WEBHOOKS_LOCAL: 'allowed' });
    Object.assign(env, { DELIVERY_QUEUE_URL: world.queue, UNROUTED_QUEUE_URL: world.queue, AUDIT_DAYS: '365' });
    const change = await aChange(table);
    const mapping = deliverySource(model);
    const routing = model.eventSources.find(({ functionId }) => /RouteEvents/.test(functionId));
    const keeping = model.eventSources.find(({ functionId }) => /ProcessStream/.test(functionId));
    const mappedTo: Readonly<Record<string, string | undefined>> = {
      'process-stream': keeping?.functionId,
      'route-events': routing?.functionId,
      'deliver-webhook': mapping?.functionId,
    };

    const measure = async (
      name: string,
      entry: string,
      eventOf: (turn: number) => object,
      more: Partial<StepUsage> = {},
    ): Promise<MeasuredStep> => {
      env.DYNAMODB_ENDPOINT = counter.endpoint;
      const counted = await load(entry, `counted-${name}`);
      await invoke(counted, eventOf(0));
      counter.take();
      await invoke(counted, eventOf(1));
      const { written: _, ...tally } = counter.take();
      env.DYNAMODB_ENDPOINT = endpoint;
      const timed = await load(entry, `timed-${name}`);
      for (let turn = 2; turn < WARM_UP; turn++) await invoke(timed, eventOf(turn));
      const cpuMilliseconds = await cpuOf(MEASURED, (turn) => invoke(timed, eventOf(WARM_UP + turn)));
      return {
        name,
        ...tally,
        cpuMilliseconds,
        memoryMegabytes: memoryOf(mappedTo[entry] ?? ''),
        logBytes: bytesOf(systemLines),
        answerBytes: 0,
        queueRequests: 0,
        waitedMilliseconds: 0,
        ...more,
      };
    };
    const routed = (mode: string) => (turn: number) => ({ Records: [recordOf(change, `${mode}-${turn}`)] });
    const audited = await measure('process-stream, an entry of the audit', 'process-stream', routed('audited'));
    const unsubscribed = await measure('route-events, no subscriber', 'route-events', routed('untold'));
    await subscribe(table, world.webhook);
    const notified = await measure('route-events, one webhook', 'route-events', routed('notified'), {
      queueRequests: SENDING_REQUESTS,
    });

    const messages: string[] = [];
    let bodyBytes = 0;
    for await (const item of scanItems(table)) {
      if (item.type !== 'delivery') continue;
      const delivery = deliveryFrom(item);
      bodyBytes = Buffer.byteLength(delivery.body);
      messages.push(JSON.stringify(messageOf(delivery)));
    }
    const deliver = (turn: number) => ({
      Records: [{ messageId: '1', body: messages[turn], attributes: { ApproximateReceiveCount: '1' } }],
    });
    const delivered = await measure('deliver-webhook, at the first try', 'deliver-webhook', deliver, {
      queueRequests: POLLING_REQUESTS,
      waitedMilliseconds,
      answerBytes: bodyBytes + HEADER_BYTES,
    });
    return [audited, unsubscribed, { ...notified, calls: notified.calls + SENDING_REQUESTS }, delivered];
  } finally {
    delete env.WEBHOOKS_LOCAL;
    delete env.AUDIT_DAYS;
    counter.close();
    await worker.terminate();
    await removeTable(table);
    table.client.destroy();
  }
};
