import net from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { type Answer, answerOf } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { forgetReplies, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { openReceiver, type Receiver, status } from '../events/receiver.ts';
import { DRY, interfering, newAccount, openWorld, rotate, set, subscribed, testOf } from './support.ts';

let receiver: Receiver;
beforeAll(async () => {
  await openWorld();
  receiver = await openReceiver();
  process.env.WEBHOOKS_LOCAL = 'allowed';
});
const { now } = clock;
afterEach(() => {
  clock.now = now;
  process.env.WEBHOOKS_LOCAL = 'allowed';
  receiver.reply = status(200);
  receiver.received.length = 0;
});
afterAll(() => {
  delete process.env.WEBHOOKS_LOCAL;
  receiver.close();
});

const NOT_FOUND = { status: 404, body: { code: 1005, message: 'Subscription not found' } };
const LIMITED = { status: 429, body: { code: 89, message: 'Rate limit exceeded' } };
const DELIVERED = { delivered: true, status: 200, milliseconds: expect.any(Number), error: null };

const made = async (more: object = {}) => {
  const account = await newAccount();
  const webhooks = ['one', 'two'].map((name) => ({ url: `${receiver.url}/${name}`, events: ['USER_INVITED'] }));
  return { account, ...(await subscribed(account, { webhooks, ...more })) };
};

it('is sent as every event is, to the first webhook or the one that is named', async () => {
  const { id, account, secret, webhooks } = await made({ auth: { username: 'us', password: 'er ' } });
  expect(await answerOf(testOf(id))).toEqual({ status: 200, body: DELIVERED });
  clock.now = () => now() + 1000;
  expect(await answerOf(testOf(id, { webhookId: webhooks[1].id }))).toEqual({ status: 200, body: DELIVERED });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/one', '/two']);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'TEST',
    timestamp: expect.stringMatching(/^20.*Z$/),
    apiVersion: 'v1',
    businessNumber: account,
    data: { businessId: account, accountNumber: account },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'partner-listing-api-webhooks',
    authorization: `Basic ${Buffer.from('us:er ').toString('base64')}`,
  });
  expect(headers['webhook-id']).not.toBe(receiver.received[1]!.headers['webhook-id']);
});

/** Sends a test; before its secrets are read, something else is done. */
const meeting = async (id: string, work: () => Promise<unknown>) => {
  let isMet = false;
  const isRead = (operation: string, input: string) => operation === 'GetItem' && input.includes(`SUBSCRIPTION#${id}`);
  const meets = async () => {
    isMet = true;
    await work();
  };
  const answer = await through(before(meets, isRead), () => testOf(id));
  expect(isMet).toBe(true);
  return answer;
};

it('goes with a new authorization to the URL that was set with it', async () => {
  const { id } = await made({ auth: { username: 'old', password: 'old' } });
  const webhooks = [{ url: `${receiver.url}/new`, events: ['USER_INVITED'] }];
  const answer = await meeting(id, () => set(id, { webhooks, auth: { username: 'new', password: 'new' } }));
  expect(answer.body).toMatchObject({ delivered: true });
  expect(receiver.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/new', `Basic ${Buffer.from('new:new').toString('base64')}`],
  ]);
});

it('is not sent where what it goes by was read too long ago', async () => {
  const { id } = await made();
  const answer = await meeting(id, async () => {
    clock.now = () => now() + 15_000;
  });
  expect(answer).toMatchObject({ status: 503, body: { code: 503 } });
  expect(receiver.received).toEqual([]);
});

it('is signed with both secrets during a rotation', async () => {
  const { id, secret } = await made();
  const { body: rotated } = await rotate(id);
  await testOf(id);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  for (const each of [secret, rotated.secret]) new Webhook(each).verify(body, headers as Record<string, string>);
  expect(() => new Webhook('whsec_AAAA').verify(body, headers as Record<string, string>)).toThrow();
});

it.each([
  [status(500), { delivered: false, status: 500, error: null }],
  [status(302, { location: 'http://127.0.0.1:1/' }), { delivered: false, status: 302, error: null }],
  [status(204), { delivered: true, status: 204, error: null }],
  [(response: { destroy(): void }) => response.destroy(), { delivered: false, status: null, error: 'refused' }],
])('says what came back', async (reply, expected) => {
  receiver.reply = reply as typeof receiver.reply;
  const { id } = await made();
  expect(await answerOf(testOf(id))).toEqual({ status: 200, body: { ...expected, milliseconds: expect.any(Number) } });
  expect(receiver.received).toHaveLength(1);
});

it('goes to no address that is not public', async () => {
  const { id } = await made();
  delete process.env.WEBHOOKS_LOCAL;
  const { body } = await testOf(id);
  expect(body).toEqual({
    delivered: false,
    status: null,
    milliseconds: expect.any(Number),
    error: 'forbidden address',
  });
  expect(receiver.received).toEqual([]);
});

it('is sent once a second for a subscription: of ten at once one, the others are 429', async () => {
  const { id } = await made();
  const answers = await Promise.all(Array.from({ length: 10 }, () => answerOf(testOf(id))));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status !== 200)).toEqual(Array(9).fill(LIMITED));
  expect(receiver.received).toHaveLength(1);
  const { id: other } = await made();
  expect((await testOf(other)).status).toBe(200);
  clock.now = () => now() + 1000;
  const refused = await testOf(id, {}, under('limited'));
  expect(refused.status).toBe(200);
});

it('a 429 leaves its key free', async () => {
  const { id } = await made();
  await testOf(id);
  const limited = await testOf(id, {}, under(`free-${id}`));
  expect(limited.headers['Retry-After']).toBe('1');
  expect(await answerOf(limited)).toEqual(LIMITED);
  const problem = await testOf(id, {}, { headers: { Accept: 'application/problem+json' } });
  expect(problem.body).toMatchObject({ status: 429, code: 89, errors: [{ code: 89 }] });
  clock.now = () => now() + 1000;
  expect((await testOf(id, {}, under(`free-${id}`))).status).toBe(200);
});

it('is sent once under a key', async () => {
  const { id } = await made();
  const first = await testOf(id, {}, under(`once-${id}`));
  const again = await testOf(id, {}, under(`once-${id}`));
  expect(again.body).toEqual(first.body);
  expect(receiver.received).toHaveLength(1);
});

it('is the same event again under a key whose response was lost, within the second too', async () => {
  const { id } = await made();
  const first = await testOf(id, {}, under(`lost-${id}`));
  await forgetReplies();
  expect(await answerOf(testOf(id, {}, under(`lost-${id}`)))).toMatchObject({
    status: 200,
    body: { status: first.body.status },
  });
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('is answered alike to another one at once under its key, which the limit would refuse', async () => {
  const { id, account } = await made();
  const send = () => testOf(id, {}, under(`at-once-${id}`));
  let other: Promise<Answer> | undefined;
  // Ahead of the look at the subscription.
  const overtaken = await through(
    (next) => async (operation, input, options) => {
      const isLook = operation === 'GetItem' && JSON.stringify(input).includes(`#${account}#SUBSCRIPTIONS`);
      if (isLook && !other) {
        other = send();
        await other;
      }
      return next(operation, input, options);
    },
    send,
  );
  const first = await other!;
  expect(first).toMatchObject({ status: 200, body: DELIVERED });
  expect(await answerOf(overtaken)).toEqual(await answerOf(first));
  const isReplay = ({ headers }: Answer) => headers['Idempotent-Replayed'] === 'true';
  expect([isReplay(first), isReplay(overtaken)]).toEqual([false, true]);
});

it('is not sent in a dry run, which is checked alike', async () => {
  const { id } = await made();
  const none = { delivered: false, status: null, milliseconds: null, error: null };
  expect(await answerOf(testOf(id, {}, DRY))).toEqual({ status: 200, body: none });
  expect((await testOf(id)).status).toBe(200);
  expect(await answerOf(testOf(id, {}, DRY))).toEqual(LIMITED);
  expect(receiver.received).toHaveLength(1);
});

it('is 409 where others change the subscription each time', async () => {
  const { id, account } = await made();
  const isSubscription = ({ pk }: { pk: string }) => pk.includes(`#${account}#SUBSCRIPTIONS`);
  const answer = await through(interfering(isSubscription), () => testOf(id));
  expect(answer).toMatchObject({ status: 409, body: { code: 409 } });
  expect(receiver.received).toEqual([]);
});

it('not what is unknown or not ours', async () => {
  const { id } = await made();
  expect(await answerOf(testOf(id, {}, { key: KEYS.theirs }))).toEqual(NOT_FOUND);
  expect(await answerOf(testOf('sub_2s_00_0000000000000000'))).toEqual(NOT_FOUND);
  // Another one that had the same slot.
  expect(await answerOf(testOf(`${id.slice(0, -16)}0000000000000000`))).toEqual(NOT_FOUND);
  const message = 'webhookId is no webhook of the subscription';
  expect(await answerOf(testOf(id, { webhookId: 'wh_x' }))).toEqual({ status: 400, body: { code: 400, message } });
  const { body } = await testOf(id, { webhookId: 'wh_x' }, { headers: { Accept: 'application/problem+json' } });
  expect(body.errors).toMatchObject([{ pointer: '/webhookId' }]);
  expect(receiver.received).toEqual([]);
});

it('is a 503 where this machine could not send it, and is sent under the same key then', async () => {
  const { id } = await made();
  const port = new URL(receiver.url).port;
  const { connect } = net.Socket.prototype;
  const failing = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...sent: readonly unknown[]
  ) {
    if (!JSON.stringify(sent).includes(port)) return connect.apply(this, sent as never);
    process.nextTick(() => this.destroy(Object.assign(new Error('nothing more can be opened'), { code: 'EMFILE' })));
    return this;
  } as never);
  const first = await answerOf(testOf(id, undefined, under('ours')));
  failing.mockRestore();
  expect(first).toMatchObject({ status: 503, body: { code: 503 } });
  expect(receiver.received).toEqual([]);
  expect(await answerOf(testOf(id, undefined, under('ours')))).toEqual({ status: 200, body: DELIVERED });
});
