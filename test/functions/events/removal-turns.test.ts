/** Removals that have hardly any time: each turn takes something away, so that each ends. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { deletions } from '../../../lib/business/repository/deletion.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { leftovers } from '../../../lib/dynamodb/stream/tombstones.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { entities } from '../../../lib/entities.ts';
import { operations } from '../../../lib/operations.ts';
import { accountFrom, accountKey } from '../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { ask, type Sent } from '../../contract/sample-call.ts';
import { itemsOfCases } from '../../support/case-items.ts';
import { itemsOf } from '../../support/data-files.ts';
import { putDemoData } from '../../support/demo-items.ts';
import { putItems } from '../../support/put-items.ts';
import { createTestTable } from '../../support/store.ts';
import { useTestBucket } from '../../support/test-bucket.ts';

const ACCOUNT = 700100;
const sweeps = leftovers(entities);

let table: OpenTable;
let before: readonly Item[];
beforeAll(async () => {
  clock.pause = async () => {};
  table = await createTestTable();
  await useTestBucket();
  await putDemoData(table);
  await putItems(table, itemsOfCases());
  before = await itemsOf(table);
});

beforeEach(async () => {
  const known = new Set(before.map(keyText));
  const added = (await itemsOf(table)).filter((item) => !known.has(keyText(item)));
  for (const { pk, sk } of added) await table.remove({ Key: { pk: String(pk), sk: String(sk) } });
  await putItems(table, before);
});

const asking = (id: string, sent: Sent) => async () => {
  const { status, text } = await ask(operations.find((each) => each.id === id)!, sent);
  expect(status, text).toBe(200);
};

const deleteAccount = async () => {
  const { close, account } = deletions({ table, partnerId: 'orchard' });
  const read = async () => accountFrom((await table.get(accountKey('orchard', ACCOUNT)))!);
  const closing = Number(await close(await read()));
  expect(await account(await read(), closing)).toHaveProperty('saved');
};

const deleted = [
  ['a contact', asking('deleteContact', { parameters: { businessId: ACCOUNT }, body: { id: 41001 } })],
  ['a competitor', asking('deleteCompetitor', { parameters: { businessId: ACCOUNT, competitorId: 710001 } })],
  ['a custom field', asking('deleteField', { parameters: { fieldId: 740001 } })],
  ['a location', asking('deleteBusiness', { parameters: { businessId: 700101 } })],
  ['an account', deleteAccount],
] as const;

it.each(deleted)('of %s', async (_, remove) => {
  const known = new Set(before.map(keyText));
  await remove();
  const all = await itemsOf(table);
  const shown = all.filter((item) => !known.has(keyText(item)) && sweeps.has(String(item.type)));
  expect(shown).toHaveLength(1);
  const [tombstone] = shown as [Item];
  const store = { table, partnerId: 'orchard' };
  const context = { entities, hasTime: () => false };
  let left = all.length;
  // As far as it shows: a whole account takes hundreds of such turns.
  for (let turn = 1; turn <= 5; turn++) {
    const sweep = sweeps.get(String(tombstone.type))!;
    const outcome = await sweep.sweep(store, { ...tombstone, deletedAt: '2020-01-01T00:00:00.000Z' }, context);
    const now = (await itemsOf(table)).length;
    if (outcome === 'done') break;
    expect([outcome, now < left || `${now} of ${left} are left after turn ${turn}`]).toEqual(['more', true]);
    left = now;
  }
});
