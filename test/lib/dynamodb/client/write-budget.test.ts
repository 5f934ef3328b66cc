/** A record that others write all the time: a large one is tried less often, as each refused write is paid by its size. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Business, businesses, businessItem } from '../../../../lib/business/repository/business.ts';
import type { Call } from '../../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import { Conflict } from '../../../../lib/dynamodb/client/outcomes.ts';
import { writeUnits } from '../../../../lib/dynamodb/client/write-budget.ts';
import type { PartnerStore } from '../../../../lib/dynamodb/table/partner-store.ts';
import { itemBytes } from '../../../../lib/dynamodb/table/read-units.ts';
import { type Table, tableOf } from '../../../../lib/dynamodb/table/table.ts';
import { updateAction } from '../../../../lib/dynamodb/writes/dependent-items.ts';
import { revise } from '../../../../lib/dynamodb/writes/until.ts';
import { idempotencyKeys } from '../../../../lib/http/idempotency/store.ts';
import { createTestTable } from '../../../support/store.ts';

const partnerId = 'ours';
const LARGE = 125_000;

let steady: Table;
let next = 1000;
beforeAll(async () => {
  steady = await createTestTable();
});

/** A record of its own that another writer changes before each of our writes, and what our writes to it take. */
const contended = async (size: number) => {
  const number = next++;
  const profile = { keywords: 'x'.repeat(size) };
  const item = businessItem(partnerId, { businessNumber: number, accountNumber: 100, listingFixed: false, profile });
  await steady.put({ Item: item });
  const taken = { writes: 0, units: 0 };
  const client = functionClient(inject('endpoint'));
  const call: Call = async (operation, input, options) => {
    if (operation === 'UpdateItem' || operation === 'TransactWriteItems') {
      taken.writes++;
      taken.units += writeUnits(itemBytes(item)) * (operation === 'UpdateItem' ? 1 : 2);
      await businesses({ table: steady, partnerId }).update(number, { writes: { alias: `other ${taken.writes}` } });
    }
    return client(operation, input, options);
  };
  const store = { table: tableOf(steady.name, call).within({}), partnerId };
  return { number, taken, store };
};

const change = (number: number, store: PartnerStore, alias: string) =>
  revise<Business, object>({
    readsFirst: true,
    find: () => businesses({ table: steady, partnerId }).find(number),
    check: () => ({ alias }),
    save: (writes, basedOn) => businesses(store).update(number, { writes: { ...writes }, basedOn }),
  });

const underKey = (store: PartnerStore, key: string): PartnerStore => {
  const request = { operationId: 'test', key, fingerprint: 'f' };
  return { ...store, idempotency: idempotencyKeys(store).record(request, undefined) };
};

describe('An update that others are always faster than', () => {
  it('of a usual record is tried eight times', async () => {
    const { number, taken, store } = await contended(2000);
    await expect(change(number, store, 'ours')).rejects.toThrow(Conflict);
    expect(taken.writes).toBe(8);
  });

  it('of a record of the largest size is a conflict before it has taken 1,000 write units', async () => {
    const { number, taken, store } = await contended(LARGE);
    await expect(change(number, store, 'ours')).rejects.toThrow(Conflict);
    expect(taken.writes).toBeGreaterThan(2);
    expect(taken.units).toBeLessThan(800);
  });

  it('of such a record through tables that are narrowed within the request, too: they spend of one sum', async () => {
    const { number, taken, store } = await contended(LARGE);
    const narrowed = () => ({ ...store, table: store.table.within({ writer: undefined }) });
    const first = change(number, narrowed(), 'ours');
    await expect(first).rejects.toThrow(Conflict);
    const { writes } = taken;
    await expect(change(number, narrowed(), 'ours')).rejects.toThrow(Conflict);
    expect(taken.writes).toBe(writes);
  });

  it('of such a record under an idempotency key, too', async () => {
    const { number, taken, store } = await contended(LARGE);
    await expect(change(number, underKey(store, 'large'), 'ours')).rejects.toThrow(Conflict);
    expect(taken.writes).toBeGreaterThan(1);
    expect(taken.units).toBeLessThan(800);
    const usual = await contended(2000);
    await expect(change(usual.number, underKey(usual.store, 'usual'), 'ours')).rejects.toThrow(Conflict);
    expect(usual.taken.writes).toBe(8);
  });

  it('of two such records in one transaction, of which others change one, too', async () => {
    const { number, taken, store } = await contended(LARGE);
    const other = (await contended(LARGE)).number;
    const { find } = businesses({ table: steady, partnerId });
    const tries = async () => {
      for (;;) {
        const items = [(await find(number))!.item!, (await find(other))!.item!];
        const units = items.reduce((sum, item) => sum + writeUnits(itemBytes(item)), 0);
        const actions = items.map((item) => updateAction(item, { alias: 'ours' }));
        if (!(await store.table.transact(actions, undefined, { attempts: 3, units }))) return;
      }
    };
    await expect(tries()).rejects.toThrow(Conflict);
    expect(taken.writes).toBeGreaterThan(1);
    // Each try is paid for both, and only the one that was in the way is found.
    expect(taken.units * 2).toBeLessThan(1000);
  });
});
