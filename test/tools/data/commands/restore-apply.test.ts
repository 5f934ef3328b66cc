/** A table that was spoiled, brought back from a restored one; and back again, as the swap of two tables is walked. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Entry, entryItem } from '../../../../lib/audit/repository/entry.ts';
import { businessFrom, businessKey } from '../../../../lib/business/repository/business.ts';
import { deletions } from '../../../../lib/business/repository/deletion.ts';
import { useTable } from '../../../../lib/dynamodb/client/environment.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { keyOf } from '../../../../lib/dynamodb/writes/dependent-items.ts';
import { markAttributes } from '../../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../../lib/dynamodb/writes/save-version.ts';
import { apiKeyEntity } from '../../../../lib/partners/repository/api-key.ts';
import type { Target } from '../../../../tools/admin/target.ts';
import { compareTables } from '../../../../tools/data/commands/compare-tables.ts';
import { restoreApply } from '../../../../tools/data/commands/restore-apply.ts';
import { createAlike, removeTable } from '../../../../tools/data/commands/second-table.ts';
import { eraseContacts } from '../../../../tools/data/erase-contacts.ts';
import { type OpenTable, openTable } from '../../../../tools/open-table.ts';
import { deliver, recordOf, recount, reviewOf } from '../../../functions/insight/support.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { load } from '../../../support/load.ts';
import { putItems } from '../../../support/put-items.ts';
import { createTestTable } from '../../../support/store.ts';
import { world } from '../../../support/world.ts';
import { recordingIo } from '../../admin/recording-io.ts';
import { directory, emptyTarget, io, useTargets } from './targets.ts';

useTargets();

const endpoint = inject('endpoint');
let target: Target;
let restored: OpenTable;
const copies: OpenTable[] = [];

/** What a restore to a point in time gives: all items of that time, under another name. */
const copyOf = async (table: OpenTable): Promise<OpenTable> => {
  const copy = openTable({ tableName: `test-${randomUUID()}`, endpoint });
  copies.push(copy);
  await createAlike(table, copy);
  await putItems(copy, await itemsOf(table));
  return copy;
};

const OF_WRITES = [...markAttributes, 'version', 'bytes', 'quiet', 'loadedVersion', 'writtenBy'];
const differencesTo = async (other: OpenTable) =>
  (await compareTables(target.table, other, { without: OF_WRITES })).differences
    // Who removed what should not be there is passed to the audit.
    .filter((name) => !name.includes('#AUDIT#GONE#'));

const key = businessKey('ours', 101);
const business = async () => (await target.table.get(key))!;
/** As a partner, or a mistake, would. */
const write = async (changes: Record<string, unknown>) => {
  const store = { table: target.table, partnerId: 'ours' };
  return saveVersion(store, { key, changes, basedOn: await business() });
};

let loaded: Item[];
beforeAll(async () => {
  const table = await createTestTable();
  await load(table, world);
  loaded = await itemsOf(table);
  table.client.destroy();
});
beforeEach(async () => {
  target = await emptyTarget();
  await putItems(target.table, loaded);
  restored = await copyOf(target.table);
});
afterEach(async () => {
  for (const copy of copies.splice(0)) {
    await removeTable(copy);
    copy.client.destroy();
  }
});

const apply = (options = {}) => restoreApply(target, io, { from: restored.name, endpoint, ...options });

/** One record changed, one gone, one that should not be. */
const spoil = async () => {
  await write({ name: 'Spoiled' });
  await target.table.remove({ Key: businessKey('ours', 102) });
  await target.table.put({ Item: { pk: 'P#ours#ODD', sk: 'ODD', type: 'menu', p0: '9' } });
};

describe('restore-apply', () => {
  test('changes nothing where the two are the same', async () => {
    const before = await itemsOf(target.table);
    expect(await apply()).toEqual({ put: 0, changed: 0, removed: 0, met: 0 });
    expect(await itemsOf(target.table)).toEqual(before);
  });

  test('swaps what was spoiled, and swaps back', async () => {
    const before = await business();
    await spoil();
    const spoiled = await copyOf(target.table);
    expect(await differencesTo(restored)).toHaveLength(3);
    expect(await apply({ dryRun: true })).toEqual({ put: 1, changed: 1, removed: 1, met: 0 });
    expect(await differencesTo(restored)).toHaveLength(3);

    expect(await apply()).toEqual({ put: 1, changed: 1, removed: 1, met: 0 });
    expect(await differencesTo(restored)).toEqual([]);
    expect((await business()).name).toBe(before.name);

    expect(await apply({ from: spoiled.name })).toEqual({ put: 1, changed: 1, removed: 1, met: 0 });
    expect(await differencesTo(spoiled)).toEqual([]);
    expect((await business()).name).toBe('Spoiled');
  });

  test('lets versions and marks go on rising: no ETag names two states, no late write lands', async () => {
    await write({ name: 'Spoiled' });
    const spoiled = await business();
    await apply();
    const after = await business();
    expect(after.version).toBe(Number(spoiled.version) + 1);
    expect(String(after.p0) > String(spoiled.p0)).toBe(true);
    // A write that was checked on the spoiled record, and is late.
    const late = await saveVersion(
      { table: target.table, partnerId: 'ours' },
      { key, changes: { name: 'Late' }, basedOn: spoiled },
    );
    expect(late).toMatchObject({ refused: 'changed' });
  });

  test('a record that was deleted since goes on above its tombstone, and is quiet as it was', async () => {
    const { table } = target;
    const before = await business();
    await write({ name: 'Spoiled' });
    const spoiled = await write({ name: 'Spoiled once more' });
    expect(spoiled).toHaveProperty('saved');
    const deleted = await deletions({ table, partnerId: 'ours' }).location(businessFrom(await business()));
    expect(deleted).not.toHaveProperty('refused');
    const tombstone = (await table.get({ pk: key.pk, sk: 'DELETED' }))!;
    expect(Number(tombstone.version)).toBeGreaterThan(Number(before.version) + 2);
    await apply();
    const after = await business();
    expect(after).toMatchObject({ version: Number(tombstone.version) + 1, quiet: after.p0 });
    expect(after.name).toBe(before.name);
    expect(after.loadedVersion).toBe(after.version);
    expect(String(after.p0) > String(tombstone.p0)).toBe(true);
    expect(await differencesTo(restored)).toEqual([]);
    expect(await apply()).toEqual({ put: 0, changed: 0, removed: 0, met: 0 });
  });

  test('a key that was revoked since stays so, and one that is gone comes back', async () => {
    const keys = (await itemsOf(target.table)).filter(({ type }) => type === apiKeyEntity.type);
    const [revoked, gone] = keys.filter(({ revoked: is }) => !is) as [Record<string, string>, Record<string, string>];
    await target.table.put({ Item: { ...revoked, revoked: true } });
    await target.table.remove({ Key: { pk: gone.pk!, sk: gone.sk! } });
    expect(await apply()).toMatchObject({ put: 1, changed: 0, removed: 0 });
    expect(await target.table.get({ pk: revoked.pk!, sk: revoked.sk! })).toMatchObject({ revoked: true });
  });

  const erase = () =>
    eraseContacts(target.table, [
      { partnerId: 'ours', accountNumber: 100, contactId: 2, erasedAt: new Date(io.time).toISOString() },
    ]);
  const ofErased = async () =>
    (await itemsOf(target.table)).filter(({ type, contactId, contact }) => {
      const { id } = (contact ?? {}) as { id?: number };
      return type === 'contact' && (contactId === 2 || id === 2);
    });

  test('whoever was erased since stays erased', async () => {
    await erase();
    await apply();
    expect(await ofErased()).toEqual([]);
    expect((await itemsOf(target.table)).filter(({ type }) => type === 'erasure')).toHaveLength(1);
  });

  test('whoever is erased while it is interrupted stays erased', async () => {
    await spoil();
    const resume = join(directory, 'interrupted.json');
    const put: OpenTable['put'] = () => Promise.reject(new Error('cut off'));
    const failing = { ...target, table: { ...target.table, put } };
    await expect(restoreApply(failing, io, { from: restored.name, endpoint, resume })).rejects.toThrow('cut off');
    await erase();
    expect(await apply({ resume })).toMatchObject({ met: 0 });
    expect(await ofErased()).toEqual([]);
    expect((await business()).name).not.toBe('Spoiled');
  });

  test('whoever is erased while it runs stays erased', async () => {
    await spoil();
    let writes = 0;
    const put: OpenTable['put'] = async (input) => {
      if (writes++ === 0) await erase();
      return target.table.put(input);
    };
    const met = { ...target, table: { ...target.table, put } };
    const done = await restoreApply(met, io, { from: restored.name, endpoint });
    expect(done).toMatchObject({ changed: 1, met: 0 });
    expect(await ofErased()).toEqual([]);
  });

  test('entries of the audit stay, one that comes back names whom it named, and who removed a record is recorded', async () => {
    const entry = (eventId: string, writer: string) => ({
      ...{ partnerId: 'ours', place: { kind: 'business', number: 101 }, at: io.time, eventId, what: 'business' },
      ...{ change: 'changed', fields: [], more: 0, writer },
    });
    const put = (table: OpenTable, eventId: string, writer: string) =>
      table.put({ Item: { ...entryItem(entry(eventId, writer) as Entry, 1), writtenBy: writer } });
    await put(restored, 'before', 'key#of-before#updateBusiness#r');
    await put(target.table.within({ writer: undefined }) as OpenTable, 'since', 'key#since#updateBusiness#r');
    await target.table.put({ Item: { pk: 'P#ours#ODD', sk: 'ODD', type: 'menu', p0: '9', partnerId: 'ours' } });
    expect(await apply()).toMatchObject({ put: 1, changed: 0, removed: 1 });
    const left = await itemsOf(target.table);
    const writers = left.flatMap(({ type, writtenBy }) => (type === 'auditEntry' ? [writtenBy] : []));
    expect(writers.toSorted()).toEqual(['key#of-before#updateBusiness#r', 'key#since#updateBusiness#r']);
    const traces = left.filter(({ type }) => type === 'auditTrace');
    expect(traces.map(({ writtenBy }) => writtenBy)).toEqual([expect.stringMatching(/^operator#/)]);
  });

  test('counts follow the records that come back, change and go, and no change is counted twice', async () => {
    const { table } = target;
    useTable(table);
    const [gone, changed, since] = [
      reviewOf({ reviewId: 'r1', businessNumber: 102 }),
      reviewOf({ reviewId: 'r2', customerId: 1 }),
      reviewOf({ reviewId: 'r3', customerId: 1 }),
    ];
    const spoiled = { ...changed, rating: 1, version: 2 };
    await putItems(table, [gone, changed]);
    await deliver([recordOf(undefined, gone), recordOf(undefined, changed)]);
    restored = await copyOf(table);
    await putItems(table, [spoiled, since]);
    await table.remove({ Key: keyOf(gone) });
    await deliver([recordOf(gone, undefined), recordOf(changed, spoiled), recordOf(undefined, since)]);
    expect((await recount(table)).wrong).toBe(0);
    // As after the location was deleted.
    for (const item of await itemsOf(table))
      if (item.type === 'count' && item.pk === 'P#ours#COUNTS#102') await table.remove({ Key: keyOf(item) });

    await apply();
    const back = await table.get(keyOf(changed));
    expect(back).toMatchObject({ rating: 5, version: 3 });
    const counted = (await itemsOf(table)).filter(({ type }) => type === 'counted');
    expect(counted).toHaveLength(5);
    await deliver([recordOf(undefined, gone), recordOf(since, undefined), recordOf(spoiled, back)]);
    expect((await recount(table)).wrong).toBe(0);
  });

  test('a run that was cut off is run again', async () => {
    await spoil();
    const { put } = target.table;
    const broken = {
      ...target,
      table: { ...target.table, put: async () => Promise.reject(new Error('the machine stops here')) },
    };
    await expect(restoreApply(broken, io, { from: restored.name, endpoint })).rejects.toThrow('stops here');
    expect(put).toBe(target.table.put);
    await apply();
    expect(await differencesTo(restored)).toEqual([]);
  });

  test('what others write meanwhile is left, and said', async () => {
    await write({ name: 'Spoiled' });
    // The partner writes after the command has read, and before it writes.
    const update: OpenTable['update'] = async (input) => {
      await write({ name: 'The partner’s' });
      return target.table.update(input);
    };
    const run = recordingIo();
    const busy = { ...target, table: { ...target.table, update } };
    expect(await restoreApply(busy, run, { from: restored.name, endpoint })).toMatchObject({ changed: 0, met: 1 });
    expect(run.text()).toContain('1 items were changed by others meanwhile, and skipped');
    expect((await business()).name).toBe('The partner’s');
  });

  test('so is what has no version', async () => {
    const Item = { pk: 'P#ours#ODD', sk: 'ODD', type: 'userId', personKey: 'restored', more: [1] };
    await restored.put({ Item });
    await target.table.put({ Item: { ...Item, personKey: 'spoiled', more: undefined } });
    const put: OpenTable['put'] = async (input) => {
      await target.table.put({ Item: { ...Item, more: [2] } });
      return target.table.put(input);
    };
    const busy = { ...target, table: { ...target.table, put } };
    const options = { from: restored.name, endpoint };
    expect(await restoreApply(busy, recordingIo(), options)).toMatchObject({ changed: 0, met: 1 });
    expect(await target.table.get(keyOf(Item))).toEqual({ ...Item, more: [2], writtenBy: expect.anything() });
    expect(await apply()).toMatchObject({ changed: 1, met: 0 });
    expect(await target.table.get(keyOf(Item))).toMatchObject(Item);
  });

  test('refuses the table itself, and one that is not there', async () => {
    await expect(apply({ from: target.table.name })).rejects.toThrow('is the table itself');
    await expect(apply({ from: 'there-is-none' })).rejects.toThrow('The table there-is-none does not exist');
  });
});
