/** The function on the queue: what it sends, when it tries again, and when it leaves a webhook alone. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock, random } from '../../../lib/dynamodb/client/clock.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';
import {
  aChange,
  advance,
  closeEvents,
  DAY,
  deliveriesOf,
  drainQueue,
  dueItems,
  HOUR,
  MINUTE,
  openEvents,
  route,
  runSchedule,
  SECOND,
  SECRET,
  stateOf,
  subscribe,
  unsubscribe,
  type World,
  work,
} from './support.ts';

let world: World;
let receiver: Receiver;
let subscription: Subscription;
beforeAll(async () => {
  world = await openEvents();
});
afterAll(closeEvents);
beforeEach(async () => {
  receiver = await openReceiver();
  subscription = await subscribe([receiver.url]);
  world.queue.messages = [];
});
afterEach(async () => {
  receiver.close();
  await unsubscribe(subscription);
  vi.restoreAllMocks();
});

const ours = async () => (await deliveriesOf(subscription)).at(-1)!;

/** Routes a change and works until the queue waits. */
const notify = async () => {
  await route([await aChange()]);
  await drainQueue();
};

/** Moves the clock to just before and just after a wait of so many milliseconds, the shortest and the longest. */
const waitFor = async (milliseconds: number) => {
  const count = receiver.received.length;
  advance(milliseconds * 0.8 - 2 * SECOND);
  await runSchedule();
  await drainQueue();
  expect(receiver.received).toHaveLength(count);
  advance(milliseconds * 0.2 + 4 * SECOND);
  await runSchedule();
  await drainQueue();
};

describe('A delivery', () => {
  it('is one signed POST, and is delivered', async () => {
    await notify();
    const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]];
    expect(receiver.received).toHaveLength(1);
    expect(path).toBe('/');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': expect.stringMatching(/\w/) });
    const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>, {});
    expect(verified).toEqual({
      id: headers['webhook-id'],
      type: 'BUSINESS_UPDATED',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      apiVersion: 'v1',
      businessNumber: 100,
      data: { businessId: 101, accountNumber: 100, type: 'Business', changed: ['name'] },
    });
    expect(headers.authorization).toBeUndefined();
    expect(await ours()).toMatchObject({ status: 'delivered', tries: 1, attempts: [{ status: 200 }] });
    expect((await ours()).nextAttemptAt).toBeUndefined();
    expect(await stateOf(subscription)).not.toHaveProperty('failures');
    expect(world.queue.messages).toEqual([]);
  });

  it('is signed by each secret that is live, and authorized', async () => {
    const second = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const over = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const now = clock.now();
    const secrets = [{ value: second }, { value: SECRET, until: now + HOUR }, { value: over, until: now - SECOND }];
    const auth = { username: 'user', password: 'pässword' };
    const other = await subscribe([`${receiver.url}/hook?a=b`], { secrets, auth });
    await notify();
    const { headers, body } = receiver.received.find(({ path }) => path === '/hook?a=b')!;
    for (const secret of [second, SECRET]) new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(() => new Webhook(over).verify(body, headers as Record<string, string>)).toThrow();
    expect(headers.authorization).toBe(`Basic ${Buffer.from('user:pässword').toString('base64')}`);
    await unsubscribe(other);
  });

  it('is tried at each wait of the schedule, and has failed after the last; the id stays', async () => {
    receiver.reply = status(500);
    await notify();
    // No probe stands between: each failure follows another webhook's success.
    const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (const [index, wait] of waits.entries()) {
      expect(await ours()).toMatchObject({ status: 'pending', tries: index + 1, turn: index + 2 });
      // What is due within a quarter of an hour is in the queue, the rest in the table.
      expect([world.queue.messages.length, (await dueItems(subscription)).length]).toEqual(
        wait < 15 * MINUTE ? [1, 0] : [0, 1],
      );
      await waitFor(wait);
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(await ours()).toMatchObject({ status: 'failed', tries: 10 });
    expect((await ours()).attempts.map((each) => each.status)).toEqual(Array(10).fill(500));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect([world.queue.messages, await dueItems(subscription)]).toEqual([[], []]);
  });

  it.each([
    ['seconds', () => '7200', 2 * HOUR],
    ['a date', () => new Date(clock.now() + 3 * HOUR).toUTCString(), 3 * HOUR],
    ['more than a day', () => '999999', DAY],
    ['less than the wait', () => '1', 5 * SECOND],
    ['nonsense', () => 'soon', 5 * SECOND],
  ])('waits as Retry-After says: %s', async (_, text, wait) => {
    receiver.reply = (response) => void response.writeHead(503, { 'retry-after': text() }).end();
    await notify();
    const { nextAttemptAt = 0 } = await ours();
    const waited = nextAttemptAt - clock.now();
    expect(waited).toBeGreaterThan(wait * 0.8 - 3 * SECOND);
    expect(waited).toBeLessThanOrEqual(wait + SECOND);
    if (wait > MINUTE) expect(waited).toBeGreaterThan(wait - 5 * SECOND);
  });

  it('does not look at Retry-After of another status', async () => {
    receiver.reply = status(500, { 'retry-after': '7200' });
    await notify();
    expect((await ours()).nextAttemptAt! - clock.now()).toBeLessThan(6 * SECOND);
  });

  it('has failed where its subscription or webhook is gone, and sends nothing', async () => {
    await route([await aChange()]);
    await unsubscribe(subscription);
    await drainQueue();
    expect(receiver.received).toEqual([]);
    expect(await ours()).toMatchObject({ status: 'failed', attempts: [{ error: 'the subscription is gone' }] });
  });

  it('is not sent to what took the place of its subscription', async () => {
    await route([await aChange()]);
    const { pk, sk } = (await world.table.get({
      pk: 'P#ours#ACCOUNT#100#SUBSCRIPTIONS',
      sk: subscription.id.split('_')[2]!,
    })) as { pk: string; sk: string };
    await world.table.update({
      Key: { pk, sk },
      UpdateExpression: 'SET id = :id',
      ExpressionAttributeValues: { ':id': `${subscription.id.slice(0, -4)}ffff` },
    });
    await drainQueue();
    expect(receiver.received).toEqual([]);
    expect(await ours()).toMatchObject({ status: 'failed', attempts: [{ error: 'the subscription is gone' }] });
  });
});

describe('A redirect', () => {
  it('is not followed, and is no success', async () => {
    const other = await openReceiver();
    receiver.reply = status(307, { location: `${other.url}/there` });
    await notify();
    expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
    expect(await ours()).toMatchObject({ status: 'pending', attempts: [{ status: 307 }] });
    other.close();
  });
});

describe('A webhook', () => {
  it('that answers 410 is disabled at once; what comes then is kept as failed', async () => {
    receiver.reply = status(410);
    await notify();
    expect(await ours()).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
    expect(await stateOf(subscription)).toMatchObject({
      disabledSince: expect.stringMatching(/Z$/),
      disabledReason: 'it answered 410 Gone',
    });
    // It stays disabled: nothing removes its state.
    expect(await stateOf(subscription)).not.toHaveProperty('expiresAtSeconds');
    await notify();
    expect(receiver.received).toHaveLength(1);
    expect(await ours()).toMatchObject({ status: 'failed', attempts: [{ error: 'the webhook is disabled' }] });
  });

  it('that is disabled while a delivery waits has it kept as failed', async () => {
    receiver.reply = status(500);
    await notify();
    receiver.reply = status(410);
    await notify();
    advance(MINUTE);
    await drainQueue();
    expect((await deliveriesOf(subscription)).map((each) => each.status)).toEqual(['failed', 'failed']);
    expect(receiver.received).toHaveLength(2);
  });

  it('of which nothing succeeds for five days is disabled; one success begins them again', async () => {
    receiver.reply = status(500);
    await notify();
    advance(5 * DAY - MINUTE);
    receiver.reply = status(200);
    await notify();
    expect(await stateOf(subscription)).not.toHaveProperty('failingSince');
    receiver.reply = status(500);
    await notify();
    advance(5 * DAY - MINUTE);
    await notify();
    expect(await stateOf(subscription)).not.toHaveProperty('disabledSince');
    advance(2 * MINUTE);
    await notify();
    expect(await stateOf(subscription)).toMatchObject({ disabledReason: 'no request succeeded for 5 days' });
  });

  it('that failed ten times in a row gets one probe for each wait, and the rest wait behind it', async () => {
    receiver.reply = status(500);
    await route(await Promise.all(Array.from({ length: 10 }, () => aChange())));
    for (let tries = 0; tries < 10; tries++) await work(1);
    expect(await stateOf(subscription)).toMatchObject({ failures: 10 });
    // What comes now is not sent, and counts no try.
    await notify();
    expect(receiver.received).toHaveLength(10);
    expect(await ours()).toMatchObject({ status: 'pending', tries: 0, turn: 2, attempts: [] });
    // Of all that is due then, one goes.
    for (const failures of [11, 12]) {
      const { probeAt } = (await stateOf(subscription)) as { probeAt: number };
      // Those that came while a probe was in flight come again once its lease is over.
      advance(probeAt - clock.now() + 21 * SECOND);
      await drainQueue();
      expect(await stateOf(subscription)).toMatchObject({ failures });
      expect(receiver.received).toHaveLength(failures);
    }
    const { probeAt } = (await stateOf(subscription)) as { probeAt: number };
    expect(Math.abs(probeAt - clock.now() - 5 * MINUTE)).toBeLessThan(5 * SECOND);
    const tries = (await deliveriesOf(subscription)).map((each) => each.tries);
    expect(tries.reduce((a, b) => a + b)).toBe(12);
    // The probe that succeeds lets the rest go.
    receiver.reply = status(200);
    advance(probeAt - clock.now() + 2 * MINUTE);
    await drainQueue();
    for (const wait of [MINUTE, 6 * SECOND, 6 * SECOND]) {
      // Those that met the probe, and those that met five others.
      advance(wait);
      await drainQueue();
    }
    expect((await deliveriesOf(subscription)).map((each) => each.status)).toEqual(Array(11).fill('delivered'));
    expect(receiver.received).toHaveLength(23);
    expect(await stateOf(subscription)).not.toHaveProperty('failures');
  });

  it('has five requests in flight at most', async () => {
    // Each takes the first place that it may: by chance those before the fifth can take all of its places.
    const lowest = vi.spyOn(random, 'fraction').mockReturnValue(0);
    onTestFinished(() => lowest.mockRestore());
    const open: (() => void)[] = [];
    receiver.reply = (response) => void open.push(() => response.end());
    await route(await Promise.all(Array.from({ length: 9 }, () => aChange())));
    const working = work();
    await expect.poll(() => open).toHaveLength(5);
    // The others have gone back to the queue, for one to five seconds.
    await expect.poll(() => world.queue.messages).toHaveLength(4);
    for (const { delay } of world.queue.messages) expect([1, 2, 3, 4, 5]).toContain(delay);
    expect(receiver.mostOpen()).toBe(5);
    for (const end of open) end();
    await working;
    receiver.reply = status(200);
    advance(6 * SECOND);
    await drainQueue();
    expect((await deliveriesOf(subscription)).map((each) => each.status)).toEqual(Array(9).fill('delivered'));
    expect(receiver.received).toHaveLength(9);
  });

  it('has its place again after a function that died in a request', async () => {
    const state = { l0: 0, l1: 0, l2: 0, l3: 0, l4: 0 };
    await notify();
    const found = (await stateOf(subscription))!;
    const until = clock.now() + 14 * SECOND;
    await world.table.put({
      Item: { ...found, ...Object.fromEntries(Object.keys(state).map((each) => [each, until])) },
    });
    await notify();
    expect(receiver.received).toHaveLength(1);
    advance(20 * SECOND);
    await drainQueue();
    expect(receiver.received).toHaveLength(2);
  });
});

describe('Whatever is cut off', () => {
  it('between the result and the next turn is sent on by the same message', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    receiver.reply = status(500);
    await route([await aChange()]);
    world.queue.isDown = true;
    await work();
    world.queue.isDown = false;
    expect(await ours()).toMatchObject({ status: 'pending', turn: 2 });
    expect(world.queue.messages.map(({ body }) => JSON.parse(body).turn)).toEqual([1]);
    await drainQueue();
    expect(world.queue.messages.map(({ body }) => JSON.parse(body).turn)).toEqual([2]);
    expect(receiver.received).toHaveLength(1);
    receiver.reply = status(200);
    advance(6 * SECOND);
    await drainQueue();
    expect(await ours()).toMatchObject({ status: 'delivered' });
  });

  it('a copy of a message makes no copy of the next', async () => {
    receiver.reply = status(500);
    await route([await aChange()]);
    world.queue.messages.push({ ...world.queue.messages[0]! });
    await work(1);
    await work(1);
    expect(receiver.received).toHaveLength(1);
    expect(world.queue.messages).toHaveLength(1);
  });

  it('a run of the schedule after it has sent sends again, and loses nothing', async () => {
    receiver.reply = status(503, { 'retry-after': '3600' });
    await notify();
    expect(await dueItems(subscription)).toHaveLength(1);
    await runSchedule();
    expect(await dueItems(subscription)).toHaveLength(1);
    advance(HOUR + SECOND);
    world.queue.isDown = true;
    await expect(runSchedule()).rejects.toThrow();
    expect(await dueItems(subscription)).toHaveLength(1);
    world.queue.isDown = false;
    await runSchedule();
    expect(await dueItems(subscription)).toEqual([]);
    receiver.reply = status(200);
    await drainQueue();
    expect(await ours()).toMatchObject({ status: 'delivered', tries: 2 });
  });

  it('what is no message of ours fails by itself', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await route([await aChange()]);
    world.queue.messages.push({ body: '{"turn":1}', group: 'x', delay: 0, visibleAt: 0, receipts: 0 });
    await work();
    expect(await ours()).toMatchObject({ status: 'delivered' });
    expect(world.queue.messages.map(({ body }) => body)).toEqual(['{"turn":1}']);
    expect(logged).toHaveBeenCalledOnce();
  });
});
