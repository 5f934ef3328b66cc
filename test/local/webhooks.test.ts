/** Webhooks over the whole service: what a slow receiver holds up, what comes again, what the sink verifies. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryLine } from '../../tools/local/console-lines.ts';
import type { DeliveryLine } from '../../tools/local/deliveries.ts';
import { demoAccount, demoKey } from '../../tools/local/demo.ts';
import type { Service } from '../../tools/local/service.ts';
import { type SinkLine, startSink } from '../../tools/local/sink.ts';
import { startDemoService } from '../support/demo-service.ts';

let service: Service;
let key: string;
const lines: DeliveryLine[] = [];
const ends: (() => void)[] = [];
beforeAll(async () => {
  key = await demoKey();
  service = await startDemoService([], {
    environment: { WEBHOOKS_LOCAL: 'allowed' },
    onDelivery: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await service?.close();
  for (const end of ends) end();
});

const ask = async (method: string, path: string, body?: object) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const answer = (await response.json()) as any;
  expect([response.status, answer]).toEqual([200, answer]);
  return answer;
};

/** An endpoint that keeps what comes and answers when and what the test says. */
const receiver = async (reply: (response: ServerResponse) => void) => {
  const bodies: { readonly id: string; readonly type: string }[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    bodies.push(JSON.parse(Buffer.concat(pieces).toString()));
    reply(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies, close };
};

const subscribe = async (...urls: readonly string[]) => {
  const webhooks = urls.map((url) => ({ url, events: ['BUSINESS_STATUS_CHANGED'] }));
  const reply = await ask('POST', `/v1/subscriptions/subscribe?businessId=${demoAccount}`, { webhooks });
  return reply as { id: string; webhooks: { id: string; url: string }[] };
};

let isActive = true;
/** A change of status: one event. */
const change = async () => {
  isActive = !isActive;
  await ask('PUT', `/v1/business/700105/status?astatus=${isActive ? 'active' : 'inactive'}`);
};
const until = { interval: 50 };

describe('Webhooks on this machine', () => {
  it('that are slow hold no others up, not even in the same batch or function', async () => {
    const held: ServerResponse[] = [];
    const slow = await receiver((response) => held.push(response));
    const quick = await receiver((response) => response.writeHead(204).end());
    const { id, webhooks } = await subscribe(slow.url, quick.url);
    await change();
    await expect.poll(() => [slow.bodies.length, quick.bodies.length], until).toEqual([1, 1]);
    // The first request is still open, and with it its call of the function.
    for (let count = 2; count <= 4; count++) {
      await change();
      await expect.poll(() => quick.bodies.length, until).toBe(count);
    }
    expect(held.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);
    for (const response of held) response.writeHead(200).end();
    const ofSlow = () => lines.filter(({ webhookId }) => webhookId === webhooks[0]!.id);
    await expect.poll(() => ofSlow().filter(({ status }) => status === 'delivered').length, until).toBeGreaterThan(0);
    await ask('DELETE', `/v1/subscriptions/${id}`);
  });

  it('that fail are tried again five seconds later, by the queue, with the same event', async () => {
    let tries = 0;
    const failing = await receiver((response) => response.writeHead(tries++ === 0 ? 500 : 200).end());
    const { id, webhooks } = await subscribe(failing.url);
    const [{ id: webhookId } = { id: '' }] = webhooks;
    await change();
    await expect.poll(() => failing.bodies.length, until).toBe(2);
    const [first, second] = failing.bodies;
    expect(second).toEqual(first);
    const logged = () => lines.filter((line) => line.webhookId === webhookId);
    await expect.poll(() => logged().length, until).toBe(2);
    const [failed, delivered] = logged();
    expect(failed).toMatchObject({ event: 'BUSINESS_STATUS_CHANGED', result: '500', status: 'pending' });
    expect(failed!.nextAttemptAt).toBeGreaterThan(0);
    expect(delivered).toMatchObject({ result: '200', status: 'delivered', eventId: first!.id });
    await ask('DELETE', `/v1/subscriptions/${id}`);
  });
});

describe('The sink', () => {
  const received: SinkLine[] = [];
  const open = () =>
    startSink({
      port: 0,
      api: service.url,
      key,
      businessId: demoAccount,
      onReceived: (line) => received.push(line),
    });

  it('says what came and was signed, and refuses all else', async () => {
    const sink = await open();
    const { webhooks } = (await ask('GET', `/v1/subscriptions?businessId=${demoAccount}`)).find(
      (each: { id: string }) => each.id === sink.subscriptionId,
    );
    const all = await ask('GET', '/v1/subscriptions/events');
    expect(webhooks[0].events).toEqual(all.map(({ eventName }: { eventName: string }) => eventName));
    await change();
    await expect.poll(() => received.length, until).toBeGreaterThan(0);
    expect(received[0]!.refused).toBeUndefined();
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'BUSINESS_STATUS_CHANGED', id: received[0]!.eventId });

    const post = async (headers: Record<string, string>) =>
      (await fetch(sink.url, { method: 'POST', headers, body: '{}' })).status;
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
    const seconds = (date: Date) => String(Math.floor(date.getTime() / 1000));
    const now = new Date();
    const forged = { 'webhook-id': 'evt_x', 'webhook-timestamp': seconds(now) };
    expect(await post({})).toBe(401);
    expect(await post({ ...forged, 'webhook-signature': other.sign('evt_x', now, '{}') })).toBe(401);
    expect(received.filter(({ refused }) => refused !== undefined)).toHaveLength(2);
    await sink.close();
    await ask('DELETE', `/v1/subscriptions/${sink.subscriptionId}`);
  });

  it('is not subscribed twice at one place, but given a new secret', async () => {
    const first = await open();
    const port = Number(new URL(first.url).port);
    await first.close();
    const second = await startSink({
      port,
      api: service.url,
      key,
      businessId: demoAccount,
      onReceived: (line) => received.push(line),
    });
    expect(second.subscriptionId).toBe(first.subscriptionId);
    const { length } = received;
    await change();
    await expect.poll(() => received.length, until).toBeGreaterThan(length);
    expect(received.at(-1)!.refused).toBeUndefined();
    await second.close();
    await ask('DELETE', `/v1/subscriptions/${second.subscriptionId}`);
  });

  it('says why it is not subscribed', async () => {
    const wrong = startSink({ port: 0, api: service.url, key, businessId: 1, onReceived: () => {} });
    await expect(wrong).rejects.toThrow(/^The sink could not be subscribed: GET .*"code":1011/);
  });
});

describe('The line of a delivery', () => {
  const line: DeliveryLine = {
    event: 'BUSINESS_UPDATED',
    webhookId: 'wh_1',
    eventId: 'evt_1',
    result: '500',
    milliseconds: 12.34,
    status: 'pending',
    nextAttemptAt: 5000,
  };
  it.each<[Partial<DeliveryLine>, string]>([
    [{}, 'webhook wh_1 BUSINESS_UPDATED 500 12.3 ms: pending, again in 5 s'],
    [{ nextAttemptAt: 1_800_000 }, 'webhook wh_1 BUSINESS_UPDATED 500 12.3 ms: pending, again in 30 min'],
    [
      { result: 'refused', milliseconds: undefined, status: 'failed', nextAttemptAt: undefined },
      'webhook wh_1 BUSINESS_UPDATED refused: failed',
    ],
  ])('with %j', (more, expected) => expect(deliveryLine({ ...line, ...more }, 0)).toBe(expected));
});
