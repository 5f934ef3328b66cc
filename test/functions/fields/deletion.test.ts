/** What becomes of the values of a field that is deleted, and of a location's. */
import { beforeAll, expect, it } from 'vitest';
import { businesses } from '../../../lib/business/repository/business.ts';
import { continueLater } from '../../../lib/dynamodb/stream/tombstones.ts';
import { valuesOfLocation } from '../../../lib/fields/repository/values.ts';
import {
  deleting,
  getting,
  newAccount,
  newField,
  openWorld,
  putRows,
  rowsAt,
  setting,
  sweep,
  theStore,
  tombstoneOf,
  valuesAt,
} from './support.ts';

beforeAll(openWorld);

const LOCATIONS = 120;

/** An account of which every location has values of two fields; the first of them deleted. */
const deleted = async (locations: number) => {
  const account = await newAccount(locations);
  const kept = await newField(account, 'kept');
  const id = await newField(account, 'gone');
  for (let n = 1; n <= locations; n++)
    await putRows(account + n, [
      { fieldName: 'gone', id, fieldValue: `v${n}` },
      { fieldName: 'kept', id: kept, ...(n % 2 === 0 && { fieldValue: 'w' }) },
    ]);
  expect((await deleting(account, id)).status).toBe(200);
  return { account, kept, id };
};

it('leave all locations, cut off on the way and begun again', async () => {
  const { account, kept, id } = await deleted(LOCATIONS);
  let left = 3;
  expect(await sweep(account, id, () => left-- > 0)).toBe('more');
  const some = (await valuesAt(account, id)).size;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(LOCATIONS);
  await continueLater(theStore().table, await tombstoneOf(account, id), 'the field');
  expect((await tombstoneOf(account, id)).rounds).toBe(1);
  expect(await sweep(account, id)).toBe('done');
  expect(await valuesAt(account, id)).toEqual(new Map());
  for (let n = 1; n <= LOCATIONS; n++)
    expect(await rowsAt(account + n)).toEqual([
      { fieldName: 'kept', id: kept, type: 'TEXT', ...(n % 2 === 0 && { fieldValue: 'w' }) },
    ]);
  expect((await valuesAt(account, kept)).size).toBe(LOCATIONS);
  expect((await getting(account, id)).body.code).toBe(5025);
});

it('never come back by a stale round trip, before or after they were removed', async () => {
  const { account, kept, id } = await deleted(2);
  const stale = [
    { fieldName: 'gone', id, type: 'TEXT', fieldValue: 'v1' },
    { fieldName: 'kept', id: kept, type: 'TEXT', fieldValue: 'new' },
  ];
  expect((await putRows(account + 1, stale)).status).toBe(200);
  expect((await rowsAt(account + 1)).map((row) => row.id)).toEqual([kept]);
  await sweep(account, id);
  await putRows(account + 2, stale);
  expect((await rowsAt(account + 2)).map((row) => row.id)).toEqual([kept]);
  expect(await valuesAt(account, id)).toEqual(new Map());
  // A new field of the name has a value of its own.
  const again = await newField(account, 'GONE');
  await putRows(account + 2, stale);
  expect((await rowsAt(account + 2))[0]).toEqual({ fieldName: 'GONE', id: again, type: 'TEXT', fieldValue: 'v1' });
  expect([...(await valuesAt(account, again))]).toEqual([[account + 2, 'v1']]);
});

it('leave in one write of the location, which sends an event', async () => {
  const { account, id } = await deleted(1);
  const before = await businesses(theStore()).find(account + 1);
  await sweep(account, id);
  const after = await businesses(theStore()).find(account + 1);
  expect(after!.version).toBe(before!.version + 1);
});

it('of a location are found when it is deleted', async () => {
  const account = await newAccount(2);
  const ids = [await newField(account, 'a'), await newField(account, 'b')];
  for (const fieldId of ids)
    for (const number of [1, 2]) await setting(account, { businessNumber: account + number, fieldId, fieldValue: 'v' });
  const parts = valuesOfLocation(theStore(), { kind: 'business', number: account + 1, accountNumber: account });
  for await (const part of parts) await theStore().table.transact(part);
  for (const id of ids) expect([...(await valuesAt(account, id))]).toEqual([[account + 2, 'v']]);
});
