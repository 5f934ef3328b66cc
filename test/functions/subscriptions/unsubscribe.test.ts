import { beforeAll, describe, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as removeDependents } from '../../../functions/events/process-stream.ts';
import type { Call as TableCall } from '../../../lib/dynamodb/client/call.ts';
import { webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { scan, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { recordsOf } from '../business/delete-business/support.ts';
import {
  DRY,
  itemsAt,
  leave,
  listOf,
  newAccount,
  openWorld,
  remove,
  secretsAt,
  subscribed,
  subscribeTo,
} from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const DONE = { status: 200, body: { message: 'Unsubscribed' } };
const NOT_FOUND = { status: 404, body: { code: 1005, message: 'Subscription not found' } };
const NO_BUSINESS = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };

/** A subscription of a new account, with a state of its webhook. */
const made = async (offset = 0) => {
  const account = await newAccount();
  const { id, webhooks, secret } = await subscribed(account + offset);
  const [{ id: webhookId }] = webhooks;
  await table.put({ Item: webhookStateItem({ partnerId: 'ours', subscriptionId: id, webhookId, failures: 3 }) });
  return { account, id, secret };
};

describe.each([
  ['unsubscribe', (id: string, account: number, more = {}) => leave(id, account, more)],
  ['delete subscription', (id: string, _: number, more = {}) => remove(id, more)],
])('%s', (_, end) => {
  it('ends a subscription, erases its secrets and frees its slot', async () => {
    const { account, id, secret } = await made();
    expect(await answerOf(end(id, account))).toEqual(DONE);
    expect(await itemsAt(account)).toEqual([]);
    expect((await secretsAt(id))?.secrets).toEqual([]);
    expect(JSON.stringify(await scan())).not.toContain(secret);
    expect((await listOf(account)).body).toEqual([]);
    expect(await answerOf(end(id, account))).toEqual(NOT_FOUND);
  });

  it('of twenty at once one ends it', async () => {
    const { account, id } = await made();
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerOf(end(id, account))));
    expect(answers.filter(({ status }) => status === 200)).toEqual([DONE]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(19).fill(NOT_FOUND));
  });

  it('a dry run writes nothing', async () => {
    const { account, id } = await made();
    expect(await answerOf(end(id, account, DRY))).toEqual(DONE);
    expect(await itemsAt(account)).toHaveLength(2);
    expect((await secretsAt(id))?.secrets).toHaveLength(1);
  });

  it('is answered again under its key', async () => {
    const { account, id } = await made();
    for (const replayed of [undefined, 'true']) {
      const answer = await end(id, account, under(`end-${id}`));
      expect(await answerOf(answer)).toEqual(DONE);
      expect(answer.headers['Idempotent-Replayed']).toBe(replayed);
    }
  });

  it.each([
    'sub_',
    'sub_x',
    'sub_2s_50_0000000000000000',
    'SUB_2s_00_0000000000000000',
    'sub_2s_00_0000000000000000',
    '1',
  ])('does not know %s', async (id) => expect(await answerOf(end(id, 100))).toEqual(NOT_FOUND));

  it("does not know another partner's, nor one that had its slot before", async () => {
    const { account, id } = await made();
    expect(await answerOf(end(id, 200, { key: KEYS.theirs }))).toEqual(NOT_FOUND);
    const { item } = { item: (await itemsAt(account))[0]! };
    await table.put({ Item: { ...item, id: `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}` } });
    expect(await answerOf(end(id, account))).toEqual(NOT_FOUND);
  });
});

describe('The business that unsubscribe names', () => {
  it('is the account, or the location that the subscription is for', async () => {
    for (const own of [0, 1]) {
      const { account, id } = await made(1);
      expect(await answerOf(leave(id, account + own))).toEqual(DONE);
    }
  });

  it('is no other one of the partner', async () => {
    const { account, id } = await made();
    expect(await answerOf(leave(id, account + 1))).toEqual(NOT_FOUND);
    expect(await answerOf(leave(id, 100))).toEqual(NOT_FOUND);
    expect(await answerOf(leave(id, account))).toEqual(DONE);
  });

  it.each(['', 'x', 201, 999_999])('%s is 1011', async (number) => {
    const { id } = await made();
    expect(await answerOf(leave(id, number))).toEqual(NO_BUSINESS);
  });
});

it('a late try of a subscription that was ended does not bring it back', async () => {
  const account = await newAccount();
  let late: (() => Promise<unknown>) | undefined;
  const keeping =
    (store: TableCall): TableCall =>
    (operation, input, options) => {
      if (operation === 'TransactWriteItems') {
        const { ClientRequestToken: _, ...again } = input as { ClientRequestToken?: string };
        late = () => store(operation, again, {});
      }
      return store(operation, input, options);
    };
  const { body } = await through(keeping, () => subscribeTo(account));
  expect(await answerOf(remove(body.id))).toEqual(DONE);
  await expect(late?.()).rejects.toThrow();
  expect(await itemsAt(account)).toEqual([]);
});

describe('What an account or a location that is deleted takes with it', () => {
  const context = { getRemainingTimeInMillis: () => 25_000 } as Parameters<typeof removeDependents>[1];
  const sweep = async (number: number) => {
    const tombstones = (await scan()).filter((item) => item.type === 'tombstone' && item.number === number);
    expect(tombstones).toHaveLength(1);
    expect(await removeDependents({ Records: recordsOf(tombstones) }, context)).toEqual({ batchItemFailures: [] });
  };
  const gone = async (number: number) => {
    const { status } = await call(deleteBusiness, { path: { businessId: String(number) } });
    expect(status).toBe(200);
    await sweep(number);
  };

  it('its subscriptions, with secrets and states; of a location no others', async () => {
    const { account, id } = await made();
    const { id: ofLocation, webhooks } = await subscribed(account + 1);
    const [{ id: webhookId }] = webhooks;
    const state = webhookStateItem({ partnerId: 'ours', subscriptionId: ofLocation, webhookId, failures: 1 });
    await table.put({ Item: state });
    await gone(account + 1);
    expect((await itemsAt(account)).map((item) => item.id ?? item.subscriptionId)).toEqual([id, id]);
    expect((await secretsAt(ofLocation))?.secrets).toEqual([]);
    expect((await secretsAt(id))?.secrets).toHaveLength(1);
    expect(await answerOf(listOf(account + 1))).toEqual(NO_BUSINESS);
    await gone(account);
    expect(await itemsAt(account)).toEqual([]);
    expect((await secretsAt(id))?.secrets).toEqual([]);
    expect(await answerOf(remove(id))).toEqual(NOT_FOUND);
  });
});
