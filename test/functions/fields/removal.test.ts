/** The values of a deleted field leave many locations: by the function on the stream, cut off half-way and begun again. */
import { beforeAll, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/events/process-stream.ts';
import { businesses, businessItem, businessKey } from '../../../lib/business/repository/business.ts';
import { chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import { toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import { removeValues } from '../../../lib/fields/remove-values.ts';
import { fieldValueItem } from '../../../lib/fields/repository/field.ts';
import { runs } from '../../support/chosen.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import {
  deleting,
  inWorld,
  newAccount,
  newField,
  ownerOf,
  rowsAt,
  theStore,
  tombstoneOf,
  valuesAt,
} from './support.ts';

/** Milliseconds that the function has left: they stand until the test takes some. */
let remaining = 60_000;
const TURN = 5000;

beforeAll(async () => {
  inWorld(await openWorld());
});

const LOCATIONS = runs(200, 10_000);
const PUTS = 48;

/** An account of which every location has values of two fields. */
const filled = async (locations: number) => {
  const account = await newAccount(0);
  const [gone, kept] = [await newField(account, 'gone'), await newField(account, 'kept')];
  const items = Array.from({ length: locations }, (_, index) => {
    const businessNumber = account * 100_000 + index;
    const rows = [
      { fieldName: 'gone', id: gone, type: 'TEXT', fieldValue: `v${index}` },
      { fieldName: 'kept', id: kept, type: 'TEXT', fieldValue: 'w' },
    ];
    const profile = { name: `Location ${index}`, customFields: rows };
    const own = { businessNumber, accountNumber: account, listingFixed: false };
    return [
      businessItem('ours', { ...own, profile }),
      ...rows.map(({ id, fieldValue }) =>
        fieldValueItem({ ...ownerOf(account), fieldId: id, businessNumber, value: fieldValue }, nextMark()),
      ),
    ];
  });
  for (const some of chunksOf(items.flat(), PUTS))
    expect(await theStore().table.transact(some.map((Item) => ({ Put: { Item } })))).toBeUndefined();
  return { account, gone, kept, numbers: items.map(([location]) => Number(location!.businessNumber)) };
};

/** Hands the tombstone to the function on the stream, as it stands. */
const shown = async (account: number, id: number) => {
  const NewImage = toAttributes(await tombstoneOf(account, id)) as never;
  const Records = [{ eventName: 'INSERT' as const, dynamodb: { SequenceNumber: '1', NewImage } }];
  return handler({ Records }, { getRemainingTimeInMillis: () => remaining } as Parameters<typeof handler>[1]);
};

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: '1' }] };

it(`of ${LOCATIONS} locations, half-way at the end of its turn, then cut off, then written by others`, {
  timeout: 600_000,
}, async () => {
  const { account, gone, kept, numbers } = await filled(LOCATIONS);
  expect((await deleting(account, gone)).status).toBe(200);
  const left = async () => (await valuesAt(account, gone)).size;
  expect(await left()).toBe(LOCATIONS);

  // Its turn is over after a quarter: the tombstone is touched, so that the stream shows it again.
  let writes = 0;
  const first = await through(
    (next) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && ++writes === LOCATIONS / 100) remaining -= TURN;
      return next(operation, input, options);
    },
    () => shown(account, gone),
  );
  expect(first).toEqual(DONE);
  expect((await tombstoneOf(account, gone)).rounds).toBe(1);
  const afterTurn = await left();
  expect(afterTurn).toBeGreaterThan(LOCATIONS / 4);
  expect(afterTurn).toBeLessThan(LOCATIONS);

  // Cut off: no call comes through any more, the record fails, and Lambda hands it over again.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  let calls = 0;
  const second = await through(
    (next) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && ++calls > afterTurn / 50) throw new Error('cut off');
      return next(operation, input, options);
    },
    () => shown(account, gone),
  );
  expect(second).toEqual(AGAIN);
  logged.mockRestore();
  const afterCut = await left();
  expect(afterCut).toBeGreaterThan(0);
  expect(afterCut).toBeLessThan(afterTurn);

  // Two that are left are written by others just before; what they have written stays.
  const [changed, deletedOne] = [...(await valuesAt(account, gone)).keys()].slice(-2) as [number, number];
  const { update } = businesses(theStore());
  const meanwhile = new Map<number, () => Promise<unknown>>([
    [changed, () => update(changed, { writes: { name: 'Changed meanwhile' } })],
    [deletedOne, () => theStore().table.remove({ Key: businessKey('ours', deletedOne) })],
  ]);
  const third = await through(
    (next) => async (operation, input, options) => {
      const text = operation === 'TransactWriteItems' ? JSON.stringify(input) : '';
      for (const [number, write] of meanwhile) {
        if (!text.includes(businessKey('ours', number).pk)) continue;
        meanwhile.delete(number);
        await write();
      }
      return next(operation, input, options);
    },
    () => shown(account, gone),
  );
  expect(third).toEqual(DONE);
  // All but these two: the stream shows the tombstone again.
  expect([...(await valuesAt(account, gone)).keys()]).toEqual([changed, deletedOne]);
  expect((await tombstoneOf(account, gone)).rounds).toBe(2);
  expect(await shown(account, gone)).toEqual(DONE);

  expect(await left()).toBe(0);
  const rows = [{ fieldName: 'kept', id: kept, type: 'TEXT', fieldValue: 'w' }];
  const there = numbers.filter((number) => number !== deletedOne);
  for (const number of there) expect(await rowsAt(number)).toEqual(rows);
  expect((await businesses(theStore()).find(changed))!.profile.name).toBe('Changed meanwhile');
  expect(await businesses(theStore()).find(deletedOne)).toBeUndefined();
  expect((await valuesAt(account, kept)).size).toBe(LOCATIONS);
  // Shown once more it finds nothing to do.
  const before = await businesses(theStore()).find(there[0]!);
  expect(await shown(account, gone)).toEqual(DONE);
  expect(await businesses(theStore()).find(there[0]!)).toEqual(before);
});

it('a value that was written since it was read stays, and is left for another turn', async () => {
  const account = await newAccount();
  const field = await newField(account, 'Written since');
  const row = { ...ownerOf(account), fieldId: field, businessNumber: account + 1 };
  const value = fieldValueItem({ ...row, value: 'old' }, nextMark());
  await theStore().table.put({ Item: value });
  await deleting(account, field);
  const { table, partnerId } = theStore();
  // Between the read of the values and their removal.
  const late = {
    ...table,
    batchGet: async (...read: Parameters<typeof table.batchGet>) => {
      await table.put({ Item: { ...value, value: 'new', p0: nextMark() } });
      return table.batchGet(...read);
    },
  };
  const outcome = await removeValues({ table: late, partnerId }, await tombstoneOf(account, field), () => true);
  expect(outcome).toBe('more');
  expect((await valuesAt(account, field)).get(account + 1)).toBe('new');
});

it('a value that was set since the field was loaded again stays, however far its removal is', async () => {
  const account = await newAccount();
  const field = await newField(account, 'Loaded again');
  await deleting(account, field);
  const tombstone = await tombstoneOf(account, field);
  const { table, partnerId } = theStore();
  const row = { ...ownerOf(account), fieldId: field, businessNumber: account + 1 };
  // An import that makes the field again removes the tombstone.
  const late = {
    ...table,
    query: async function* (...read: Parameters<typeof table.query>) {
      await table.remove({ Key: { pk: String(tombstone.pk), sk: String(tombstone.sk) } });
      await table.put({ Item: fieldValueItem({ ...row, value: 'new' }, nextMark()) });
      yield* table.query(...read);
    },
  };
  expect(await removeValues({ table: late, partnerId }, tombstone, () => true)).toBe('back');
  expect((await valuesAt(account, field)).get(account + 1)).toBe('new');
});
