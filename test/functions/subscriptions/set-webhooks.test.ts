import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import {
  DRY,
  HOOK,
  interfering,
  itemsAt,
  listOf,
  newAccount,
  ONE,
  openWorld,
  remove,
  secretsAt,
  set,
  subscribed,
} from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const NOT_FOUND = { status: 404, body: { code: 1005, message: 'Subscription not found' } };
const EVENTS = { events: ['USER_INVITED'] };
const W = { ...EVENTS, state: 'enabled', disabledSince: null, disabledReason: null };
const AUTH = { username: 'a', password: 'b' };
const DISABLED = { disabledSince: '2026-01-02T03:04:05.006Z', disabledReason: 'the endpoint answered 410' };

/** A subscription with two webhooks, the second one disabled. */
const made = async () => {
  const account = await newAccount();
  const urls = [`${HOOK}/1`, `${HOOK}/2`];
  const { id, webhooks } = await subscribed(account, { webhooks: urls.map((url) => ({ url, ...EVENTS })), auth: AUTH });
  const [first, second] = webhooks.map(({ id: webhookId, url }: { id: string; url: string }) => ({
    id: webhookId,
    url,
    ...EVENTS,
  }));
  await table.put({
    Item: {
      ...webhookStateItem({ partnerId: 'ours', subscriptionId: id, webhookId: second.id, failures: 12, ...DISABLED }),
      l0: 5,
    },
  });
  return { account, id, first, second };
};
const stateOf = async (account: number) => (await itemsAt(account)).find(({ type }) => type === 'webhookState');
const versionOf = async (account: number) =>
  (await itemsAt(account)).find(({ type }) => type === 'subscription')?.version;

describe('The list', () => {
  it('is replaced: what has an id stays, what has none is new, what is missing goes with its state', async () => {
    const { account, id, first } = await made();
    const url = `${HOOK}/changed`;
    const { status, body } = await set(id, {
      webhooks: [
        { ...first, url },
        { url: HOOK, ...EVENTS },
      ],
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { ...W, id: first.id, url },
        { ...W, id: expect.stringMatching(/^wh_[0-9a-f]{16}$/), url: HOOK },
      ],
    });
    expect((await listOf(account)).body[0].webhooks).toEqual(body);
    expect(await stateOf(account)).toBeUndefined();
  });

  it('enables what was disabled; requests in flight stay counted', async () => {
    const { account, id, first, second } = await made();
    expect((await listOf(account)).body[0].webhooks[1]).toMatchObject({ state: 'disabled', ...DISABLED });
    const answer = await answerOf(set(id, { webhooks: [first, second] }));
    expect(answer).toEqual({
      status: 200,
      body: [
        { ...W, ...first },
        { ...W, ...second },
      ],
    });
    expect((await listOf(account)).body[0].webhooks).toEqual(answer.body);
    const state = await stateOf(account);
    expect(state).toMatchObject({ l0: 5 });
    expect(Object.keys(state!)).not.toEqual(expect.arrayContaining(['failures']));
  });

  it('keeps its version where it says what there is', async () => {
    const { account, id, first, second } = await made();
    await set(id, { webhooks: [first, second] });
    const before = await versionOf(account);
    expect((await set(id, { webhooks: [first, second], auth: AUTH })).status).toBe(200);
    expect((await set(id, { webhooks: [first, second] }, under(`same-${id}`))).status).toBe(200);
    expect(await versionOf(account)).toBe(before);
  });

  it('is only checked in a dry run', async () => {
    const { account, id, first } = await made();
    const before = await itemsAt(account);
    const { body } = await set(id, { webhooks: [first, { url: HOOK, ...EVENTS }], auth: null }, DRY);
    expect(body.map((webhook: { id: string }) => webhook.id)).toEqual([first.id, '0']);
    expect(await itemsAt(account)).toEqual(before);
    expect(await secretsAt(id)).toMatchObject({ auth: AUTH });
  });

  it('is set once under a key', async () => {
    const { account, id } = await made();
    const body = { webhooks: [{ url: HOOK, ...EVENTS }] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => set(id, body, under(`once-${id}`))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await listOf(account)).body[0].webhooks).toEqual(answers[0]!.body);
  });
});

describe('Authorization', () => {
  it('stays where nothing is said of it, is replaced, and removed', async () => {
    const { id, first } = await made();
    const other = { username: 'c', password: ' d ' };
    for (const [auth, stored] of [
      [{}, AUTH],
      [{ auth: other }, other],
      [{ auth: { ...other } }, other],
      [{ auth: null }, null],
      [{ auth: '' }, null],
    ]) {
      expect((await set(id, { webhooks: [first], ...auth })).status).toBe(200);
      const secrets = await secretsAt(id);
      expect(secrets?.auth ?? null).toEqual(stored);
      expect(secrets?.secrets).toHaveLength(1);
    }
  });
});

describe('What is refused', () => {
  it('authorization of a subscription that is deleted once it has been read', async () => {
    const { id, first } = await made();
    let isDeleted = false;
    const versions: unknown[] = [];
    const answer = await through(
      (store) => async (operation, input, options) => {
        const { TransactItems = [] } = input as { TransactItems?: readonly Record<string, Item>[] };
        // DynamoDB takes no condition whose value is left out; not every engine looks.
        for (const { Update = {} } of TransactItems) {
          const { ConditionExpression, ExpressionAttributeValues = {} } = Update;
          if (/:version\b/.test(String(ConditionExpression)))
            versions.push((ExpressionAttributeValues as Item)[':version']);
        }
        if (operation === 'GetItem' && JSON.stringify(input).includes(`SECRET#P#ours#SUBSCRIPTION#${id}`)) {
          if (!isDeleted) await remove(id);
          isDeleted = true;
        }
        return store(operation, input, options);
      },
      () => answerOf(set(id, { webhooks: [first], auth: { username: 'c', password: 'd' } })),
    );
    expect(isDeleted).toBe(true);
    expect(answer).toEqual(NOT_FOUND);
    expect(versions).toEqual([{ N: '1' }, { N: '0' }]);
  });

  it('a subscription that is not there, or not ours', async () => {
    const { id, first } = await made();
    expect(await answerOf(set('sub_2s_00_0000000000000000', { webhooks: [first] }))).toEqual(NOT_FOUND);
    expect(await answerOf(set(id, { webhooks: [first] }, { key: KEYS.theirs }))).toEqual(NOT_FOUND);
  });

  it('an id that is unknown, or named twice, in a dry run too', async () => {
    const { id, first } = await made();
    const { id: _, ...unnamed } = first;
    for (const more of [{}, DRY]) {
      const unknown = await answerOf(set(id, { webhooks: [unnamed, { ...first, id: 'wh_0000000000000000' }] }, more));
      expect(unknown).toMatchObject({
        status: 400,
        body: { message: 'webhooks[1].id is no webhook of the subscription' },
      });
      const problem = { ...more, headers: { Accept: 'application/problem+json' } };
      const { body } = await set(id, { webhooks: [unnamed, { ...first, id: 'wh_0000000000000000' }] }, problem);
      expect(body.errors).toMatchObject([{ pointer: '/webhooks/1/id' }]);
      const twice = await answerOf(set(id, { webhooks: [first, first] }, more));
      expect(twice).toMatchObject({
        status: 400,
        body: { message: 'webhooks[1].id names a webhook that is named before' },
      });
    }
  });

  it.each([
    [{}, 'webhooks is required'],
    [{ webhooks: [] }, 'webhooks must have at least one webhook'],
    [{ webhooks: [{ url: 'https://10.0.0.1/', ...EVENTS }] }, 'webhooks[0].url must have a public host'],
    [{ webhooks: [{ url: HOOK }] }, 'webhooks[0].events is required'],
    [{ webhooks: [ONE] }, 'webhooks[0].url is required'],
  ])('%j', async (body, message) => {
    const { id } = await made();
    expect(await answerOf(set(id, body))).toEqual({ status: 400, body: { code: 400, message } });
  });
});

describe('At once', () => {
  it('each of several lists is set whole', async () => {
    const { account, id, first } = await made();
    const lists = Array.from({ length: 12 }, (_, n) => [
      { ...first, url: `${HOOK}/${n}` },
      { url: `${HOOK}/${n}/b`, ...EVENTS },
    ]);
    const answers = await Promise.all(lists.map((webhooks) => set(id, { webhooks })));
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    const landed = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(landed).toContainEqual((await listOf(account)).body[0].webhooks);
  });

  it('is 409 where others change it each time', async () => {
    const { account, id, first } = await made();
    const isSubscription = ({ pk, sk }: { pk: string; sk: string }) => pk.includes(`#${account}#`) && sk.length === 2;
    const answer = await through(interfering(isSubscription), () => set(id, { webhooks: [{ ...first, url: HOOK }] }));
    expect(answer).toMatchObject({ status: 409, body: { code: 409 } });
    expect((await listOf(account)).body[0].webhooks[0].url).toBe(`${HOOK}/1`);
  });
});
