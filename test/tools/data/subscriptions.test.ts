/** Lines of subscriptions: they move in with their secrets, and no export gives them back. */
import { beforeAll, expect, it } from 'vitest';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});

const webhook = { id: 'wh_00000000000000aa', url: 'https://hooks.shop.example/', events: ['USER_INVITED'] };
const line = {
  type: 'subscription',
  id: 'sub_2s_07_0000000000000001',
  accountNumber: 100,
  businessId: 101,
  webhooks: [webhook],
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  createdAt: '2026-01-02T03:04:05.006Z',
};
const disabled = (each: object) => ({ ...each, disabledSince: line.createdAt });
const PARTITION = 'P#ours#ACCOUNT#100#SUBSCRIPTIONS';
const reasons = async (...lines: readonly object[]) => (await load(table, lines)).map(({ reason }) => reason);

it('brings a subscription with its secret, and what is noted of its webhooks', async () => {
  const ended = { ...webhook, id: 'wh_00000000000000bb', disabledSince: line.createdAt, disabledReason: 'gone' };
  expect(await reasons({ ...line, webhooks: [webhook, ended] })).toEqual([]);
  const { disabledSince, disabledReason, ...plain } = ended;
  expect(await table.get({ pk: PARTITION, sk: '07' })).toMatchObject({
    id: line.id,
    partnerId: 'ours',
    businessId: 101,
    webhooks: [webhook, plain],
    version: 1,
  });
  expect(await table.get({ pk: PARTITION, sk: `07#${line.id}#${ended.id}` })).toMatchObject({
    disabledSince,
    disabledReason,
  });
  expect(await table.get({ pk: `SECRET#P#ours#SUBSCRIPTION#${line.id}`, sk: 'SECRET' })).toMatchObject({
    secrets: [{ value: line.secret }],
  });
});

it('is unchanged where another load brings it at the same time', async () => {
  const own = { ...line, id: 'sub_2s_09_0000000000000009' };
  const faster = (action: Action): Action =>
    'Put' in action ? { Put: { ...action.Put, Item: { ...action.Put.Item, p0: 'of-the-other-load' } } } : action;
  const behind: OpenTable = {
    ...table,
    transact: async (actions, ...more) => {
      await table.transact(actions.map(faster));
      return table.transact(actions, ...more);
    },
  };
  expect(await load(behind, [own])).toEqual([]);
});

it('is refused if it is larger than a record may be', async () => {
  const webhooks = [{ ...disabled(webhook), disabledReason: 'x'.repeat(140_000) }];
  expect(await reasons({ ...line, id: 'sub_2s_10_0000000000000010', webhooks })).toEqual([
    'the record is larger than 128 KB',
  ]);
});

it('leaves what is there as it is', async () => {
  expect(await reasons({ ...line, webhooks: [{ ...webhook, url: 'https://other.shop.example/' }] })).toEqual([]);
  expect(await table.get({ pk: PARTITION, sk: '07' })).toMatchObject({ webhooks: [webhook, {}], version: 1 });
});

it.each([
  [{ id: 'sub_2s_07_0000000000000002' }, 'another subscription has this slot'],
  [{ id: 'sub_2t_08_0000000000000002' }, 'sub_2t_08_0000000000000002 is not a subscription id of account 100'],
  [{ id: 'sub_2s_50_0000000000000002' }, 'sub_2s_50_0000000000000002 is not a subscription id of account 100'],
  [{ id: 'sub_2s_08_0000000000000002', businessId: 201 }, 'business 201 does not belong to account 100'],
  [{ id: 'sub_2s_08_0000000000000002', businessId: 151 }, 'business 151 does not belong to account 100'],
  [{ id: 'sub_rs_08_0000000000000002', accountNumber: 1000, businessId: 1000 }, 'account 1000 does not exist'],
  [{ secret: 'whsec_short' }, 'secret must be whsec_ and the base64 of 24 to 64 bytes'],
  [{ webhooks: [] }, 'webhooks is required'],
  [
    { webhooks: [webhook, { ...webhook, url: 'https://a:b@hooks.shop.example/' }] },
    'webhooks[1].url must not hold credentials: send them as auth',
  ],
  [{ webhooks: [{ ...webhook, url: 'no URL' }] }, 'webhooks[0].url must be an http or https URL'],
  [{ webhooks: [{ ...webhook, events: [] }] }, 'webhooks[0].events is required'],
  [
    { webhooks: [{ ...webhook, events: ['USER_INVITED', 'constructor'] }] },
    expect.stringMatching(/^webhooks\[0\]\.events\[1\] must be one of BUSINESS_CREATED/),
  ],
  [
    { webhooks: [webhook, { ...webhook, url: 'https://other.shop.example/' }] },
    'webhooks[1].id must not be the id of another row',
  ],
  [
    { webhooks: [webhook, { ...webhook, id: 'wh_00000000000000bb' }, webhook].map(disabled) },
    'webhooks[2].id must not be the id of another row',
  ],
  [{ webhooks: [{ ...webhook, id: 'x' }] }, 'webhooks[0].id must be wh_ and 16 of 0-9 and a-f'],
])('refuses %j', async (more, reason) => {
  expect(await reasons({ ...line, ...more })).toEqual([reason]);
});
