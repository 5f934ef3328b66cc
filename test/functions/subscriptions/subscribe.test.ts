import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { bring, scan } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import {
  DRY,
  HOOK,
  itemsAt,
  listOf,
  newAccount,
  ONE,
  openWorld,
  secretsAt,
  subscribed,
  subscribeTo,
} from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const W = { state: 'enabled', disabledSince: null, disabledReason: null };
const ID = /^sub_[0-9a-z]+_[0-4][0-9]_[0-9a-f]{16}$/;
const WEBHOOK_ID = /^wh_[0-9a-f]{16}$/;
const NOT_FOUND = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };

describe('A new subscription', () => {
  it('has an id, a secret, and its webhook', async () => {
    const account = await newAccount();
    const { status, body } = await subscribeTo(account);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(ID),
        message: 'Subscribed',
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        webhooks: [{ ...W, id: expect.stringMatching(WEBHOOK_ID), url: HOOK, events: ['BUSINESS_UPDATED'] }],
      },
    });
    expect(Buffer.from(body.secret.slice(6), 'base64')).toHaveLength(32);
    const { body: listed } = await listOf(account);
    expect(listed).toEqual([
      { id: body.id, businessId: account, webhooks: body.webhooks, createdAt: expect.stringMatching(/^20.*Z$/) },
    ]);
  });

  it.each([[null], ['null'], [''], [[]]])('of one webhook ignores webhooks that are %j', async (webhooks) => {
    const account = await newAccount();
    const { status, body } = await subscribeTo(account, { ...ONE, webhooks }, { query: { validateOnly: 'true' } });
    expect([status, body.webhooks]).toMatchObject([200, [{ url: HOOK, events: ['BUSINESS_UPDATED'] }]]);
  });

  it('has up to 20 webhooks, each with events of its own, once each', async () => {
    const account = await newAccount();
    const webhooks = Array.from({ length: 20 }, (_, index) => ({
      url: `${HOOK}/${index}`,
      events: index % 2 ? 'CONTACT_CREATED, CONTACT_DELETED' : ['USER_INVITED', 'LISTING_UPDATED', 'USER_INVITED'],
    }));
    const { status, body } = await subscribeTo(account, { webhooks });
    expect(status).toBe(200);
    expect(body.webhooks.map(({ url }: { url: string }) => url)).toEqual(webhooks.map(({ url }) => url));
    expect(body.webhooks[0].events).toEqual(['USER_INVITED', 'LISTING_UPDATED']);
    expect(body.webhooks[1].events).toEqual(['CONTACT_CREATED', 'CONTACT_DELETED']);
    expect(new Set(body.webhooks.map(({ id }: { id: string }) => id)).size).toBe(20);
  });

  it('is of a location where that is named, and listed with its account', async () => {
    const account = await newAccount();
    const { id: ofAccount } = await subscribed(account);
    const { id: ofLocation } = await subscribed(account + 1);
    const ids = async (number: number) => (await listOf(number)).body.map(({ id }: { id: string }) => id);
    expect((await ids(account)).sort()).toEqual([ofAccount, ofLocation].sort());
    expect(await ids(account + 1)).toEqual([ofLocation]);
    expect((await listOf(account + 1)).body[0].businessId).toBe(account + 1);
  });

  it('keeps its secret and password with the secrets, and nowhere else', async () => {
    const account = await newAccount();
    const auth = { username: 'us er', password: '  pass:word ' };
    const { id, secret } = await subscribed(account, { ...ONE, auth });
    expect(await secretsAt(id)).toMatchObject({ secrets: [{ value: secret }], auth });
    const others = (await scan()).filter(({ pk }) => !String(pk).startsWith('SECRET#'));
    expect(JSON.stringify(others)).not.toMatch(/whsec_|pass:word/);
    expect(JSON.stringify(await listOf(account))).not.toMatch(/whsec_|pass:word|us er/);
  });
});

describe('What is refused', () => {
  it.each([999_999, 'x', '', '0', '201', '200'])('business %s: 404', async (number) => {
    expect(await answerOf(subscribeTo(number))).toEqual(NOT_FOUND);
    expect(await answerOf(listOf(number))).toEqual(NOT_FOUND);
  });

  const url = (webhookUrl: unknown) => ({ ...ONE, webhookUrl });
  const list = (...webhooks: unknown[]) => ({ webhooks });
  it.each([
    [{}, 'webhookUrl is required'],
    [{ webhookUrl: HOOK }, 'eventName is required'],
    [{ eventName: 'USER_INVITED' }, 'webhookUrl is required'],
    [{ ...ONE, ...list({ url: HOOK, events: ['USER_INVITED'] }) }, 'webhookUrl must not be sent with webhooks'],
    [{ ...ONE, eventName: 'TEST' }, /^eventName must be one of BUSINESS_CREATED, (?!.*\bTEST\b)/],
    [list({ url: HOOK, events: ['SURVEY'] }), /^webhooks\[0\]\.events\[0\] must be one of BUSINESS_CREATED/],
    [list({ url: HOOK, events: [] }), 'webhooks[0].events is required'],
    [list({ events: ['USER_INVITED'] }), 'webhooks[0].url is required'],
    [list(), 'webhooks must have at least one webhook'],
    [{ webhooks: null }, 'webhooks must have at least one webhook'],
    [{ webhooks: [], webhookUrl: HOOK }, 'eventName is required'],
    [list(...Array(21).fill({ url: HOOK, events: ['USER_INVITED'] })), 'webhooks must have at most 20 items'],
    [{ ...ONE, emails: ['ada@mail.example'] }, 'emails must be empty: events go to webhooks only'],
    [{ ...ONE, emails: 'ada@mail.example' }, 'emails must be empty: events go to webhooks only'],
    [{ ...ONE, auth: { username: 'a' } }, 'auth.password is required'],
    [{ ...ONE, auth: { username: 'a:b', password: 'c' } }, 'auth.username must be one line of text without a colon'],
    [{ ...ONE, auth: { username: 'a', password: 'b\nc' } }, /^auth\.password must be one line/],
    [{ ...ONE, auth: 'a:b' }, 'auth must be an object'],
    [url('http://hooks.shop.example/'), 'webhookUrl must be an https URL'],
    [url('hooks.shop.example'), 'webhookUrl must be an https URL'],
    [url('https:hooks.shop.example'), 'webhookUrl must be an https URL'],
    [url('https://hooks.shop.example\\@evil.example/'), 'webhookUrl must be an https URL'],
    [url('https://a:b@hooks.shop.example/'), 'webhookUrl must not hold credentials: send them as auth'],
    [url('https://hooks.shop.example:80/'), 'webhookUrl must have port 443 or one from 1024'],
    [url('https://hooks.shop.example:1023/'), 'webhookUrl must have port 443 or one from 1024'],
    [url(`https://hooks.shop.example/${'x'.repeat(2048)}`), 'webhookUrl must have at most 2048 characters'],
    [url(`https://hooks.shop.example/${'é'.repeat(1000)}`), /^webhookUrl must have at most 2048 characters, as/],
    ...[
      'localhost',
      'hooks',
      'shop.local',
      'metadata.google.internal',
      'LOCALHOST.',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '0.0.0.0',
      '224.0.0.1',
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd00::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[64:ff9b::a00:1]',
      '[2002:a00:1::]',
    ].map((host): [object, string] => [url(`https://${host}/`), 'webhookUrl must have a public host']),
  ])('%j', async (body, message) => {
    const answer = await subscribeTo(100, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } });
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });

  it.each(['https://8.8.8.8/', 'https://hooks.shop.example:8443/a?b=c', 'https://[2606:4700::1111]/'])(
    'not %s',
    async (webhookUrl) => expect((await subscribeTo(100, { ...ONE, webhookUrl }, DRY)).status).toBe(200),
  );

  it('more than 50 subscriptions of an account, also when 60 come at once', async () => {
    const account = await newAccount();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => subscribeTo(account + (index % 2))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    const [refused] = answers.filter(({ status }) => status !== 200);
    const full = { status: 400, body: { code: 400, message: 'An account has at most 50 subscriptions' } };
    expect(await answerOf(refused!)).toEqual(full);
    expect(await answerOf(subscribeTo(account, ONE, DRY))).toEqual(full);
    const items = await itemsAt(account);
    expect(items.map(({ sk }) => sk).sort()).toEqual(Array.from({ length: 50 }, (_, n) => String(n).padStart(2, '0')));
    expect((await listOf(account)).body).toHaveLength(50);
  });

  it('an account that is about to be deleted', async () => {
    const account = await newAccount();
    await table.update({
      Key: { pk: `P#ours#ACCOUNT#${account}`, sk: 'ACCOUNT' },
      UpdateExpression: 'SET closing = :soon',
      ExpressionAttributeValues: { ':soon': Date.now() + 10_000 },
    });
    expect(await answerOf(subscribeTo(account))).toEqual(NOT_FOUND);
    // With a location below it, it will not be.
    expect((await subscribeTo(account + 1)).status).toBe(200);
  });
});

describe('A dry run', () => {
  it('answers ids 0 and no secret, and writes nothing', async () => {
    const account = await newAccount();
    const { status, body } = await subscribeTo(account, ONE, DRY);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: '0',
        message: 'Subscribed',
        secret: '',
        webhooks: [{ ...W, id: '0', url: HOOK, events: ['BUSINESS_UPDATED'] }],
      },
    });
    expect(await itemsAt(account)).toEqual([]);
  });
});

describe('Under an idempotency key', () => {
  it('a repetition shows the same secret, and what is kept lies with the secrets', async () => {
    const account = await newAccount();
    const first = await subscribeTo(account, ONE, under('again'));
    const again = await subscribeTo(account, ONE, under('again'));
    expect(again.body).toEqual(first.body);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(await itemsAt(account)).toHaveLength(1);
    const kept = (await scan()).filter(
      (item) => item.type === 'idempotency' && JSON.stringify(item).includes('whsec_'),
    );
    expect(kept.map(({ pk }) => String(pk).startsWith('SECRET#P#ours#IDEMPOTENCY#'))).toEqual([true]);
    expect((await subscribeTo(account, { ...ONE, eventName: 'USER_INVITED' }, under('again'))).status).toBe(422);
  });

  it('of twenty at once one subscribes, and all are answered alike', async () => {
    const account = await newAccount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => subscribeTo(account, ONE, under('at-once'))));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await itemsAt(account)).toHaveLength(1);
  });

  it('the key of another partner is another key', async () => {
    await bring([{ type: 'account', accountNumber: 70_000, partnerId: 'theirs', name: 'Theirs too' }]);
    const ours = await subscribeTo(100, ONE, under('shared'));
    const theirs = await subscribeTo(70_000, ONE, { ...under('shared'), key: KEYS.theirs });
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body.secret).not.toBe(ours.body.secret);
  });
});
