/** Lines of custom fields: brought in, given back, over a field that was deleted, and at the limits of an account. */
import { beforeAll, expect, it } from 'vitest';
import { removeValues } from '../../../lib/fields/remove-values.ts';
import { exportAccount } from '../../../tools/data/export.ts';
import {
  deleting,
  fieldsAt,
  getting,
  inWorld,
  newAccount,
  newField,
  putRows,
  rowsAt,
  setting,
  sweep,
  theStore,
  theTable,
  tombstoneOf,
  valuesAt,
} from '../../functions/fields/support.ts';
import { counted, linesOf, loadText } from '../../support/data-files.ts';
import { bare, refusal } from '../../support/expected.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

beforeAll(async () => {
  const table = await createTestTable();
  inWorld(table);
  expect((await loadText(table, linesOf(world))).refused).toEqual([]);
});

const load = async (...lines: readonly object[]) => {
  const { counts, refused } = await loadText(theTable() as never, linesOf(lines));
  return { counts, reasons: refused.map(({ reason }) => reason) };
};
const loaded = (counts: Parameters<typeof counted>[0]) => ({ counts: counted(counts), reasons: [] });
const line = (accountNumber: number, id: number, fieldName: string, more: object = {}) => ({
  type: 'customField',
  accountNumber,
  field: { id, fieldName, type: 'TEXT', ...more },
});
const exported = async (number: number) => {
  const lines = [];
  for await (const each of exportAccount(theTable() as never, number)) lines.push(each);
  return lines.filter(({ type }) => ['customField', 'business'].includes(type));
};

it('bring back a field that was deleted, once its values are gone', async () => {
  const account = await newAccount(2);
  const id = await newField(account, 'Region', { filterable: true, defaultValue: 'West' });
  for (const n of [1, 2]) await setting(account, { businessNumber: account + n, fieldId: id, fieldValue: `v${n}` });
  const before = await exported(account);
  const field = before.find(({ type }) => type === 'customField')!;
  const [stored] = await fieldsAt(account);
  expect((await deleting(account, id)).status).toBe(200);

  const early = await load(field);
  expect(early.reasons).toEqual(['the field is being deleted: load it again in a minute']);
  expect(await fieldsAt(account)).toEqual([]);

  await sweep(account, id);
  const gone = await tombstoneOf(account, id);
  expect(await load(field)).toEqual(loaded({ loaded: 1 }));
  const [back] = await fieldsAt(account);
  expect(back).toMatchObject({ id, fieldName: 'Region', filterable: true, defaultValue: 'West' });
  // It goes on above the writes before the deletion: an ETag of then is none of now.
  expect(back!.version).toBeGreaterThan(stored!.version + 1);
  expect(await tombstoneOf(account, id)).toBeUndefined();
  expect(await valuesAt(account, id)).toEqual(new Map());

  for (const n of [1, 2])
    expect((await putRows(account + n, [{ fieldName: 'region', id: 0, fieldValue: `v${n}` }])).status).toBe(200);
  // The removal of then, shown late, takes none of the new values.
  expect(await removeValues(theStore(), gone, () => true)).toBe('back');
  expect([...(await valuesAt(account, id)).values()]).toEqual(['v1', 'v2']);
  expect((await rowsAt(account + 1)).map((row) => row.id)).toEqual([id]);
  expect((await getting(account, id)).status).toBe(200);
  expect(await load(field)).toEqual(loaded({ unchanged: 1 }));
  // And it can be deleted as any field.
  await deleting(account, id);
  expect(await sweep(account, id)).toBe('done');
  expect(bare(await getting(account, id))).toEqual(refusal(5025));
});

it('are refused beyond 200 of an account, 10 of them filterable, under a name twice, or as another type', async () => {
  const account = await newAccount();
  const many = Array.from({ length: 200 }, (_, index) =>
    line(account, index + 1, `f${index + 1}`, { filterable: index < 10 }),
  );
  expect(await load(...many)).toEqual(loaded({ loaded: 200 }));
  expect((await load(line(account, 201, 'one more'))).reasons).toEqual(['the account has 200 fields']);
  expect((await load(line(account, 11, 'f11', { filterable: true }))).reasons).toEqual([
    'the account has 10 filterable fields',
  ]);
  expect((await load(line(account, 11, 'F12'))).reasons).toEqual([
    'field.fieldName is the name of another field of the account',
  ]);
  expect((await load(line(account, 11, 'f11', { type: 'NUMBER' }))).reasons).toEqual(['field.type cannot change']);
  expect((await load(line(account, 12, 'Location'))).reasons).toEqual([
    'field.fieldName is the name of a field of the profile',
  ]);
  expect(await fieldsAt(account)).toHaveLength(200);
});

it('leave out no option that a location uses', async () => {
  const account = await newAccount();
  const id = await newField(account, 'Size', { type: 'DROPDOWN_SINGLE', dropDownOptions: ['S', 'M'] });
  await setting(account, { businessNumber: account + 1, fieldId: id, fieldValue: 'M' });
  const [of] = await exported(account);
  const narrowed = { ...of!, field: { ...(of as unknown as { field: object }).field, dropDownOptions: ['S'] } };
  expect((await load(narrowed)).reasons).toEqual(['field.dropDownOptions leaves out an option that a location uses']);
});

it('take a row of a field that was made again, and a new dropdown without a value', async () => {
  const account = await newAccount(0);
  const businessNumber = account + 900_000;
  const bringing = (row: object) =>
    load({ type: 'business', businessNumber, accountNumber: account, business: { customFields: [row] } });
  const old = await newField(account, 'Size');
  const row = { fieldName: 'Size', id: old, type: 'TEXT', fieldValue: 'M' };
  expect(await bringing(row)).toEqual(loaded({ loaded: 1 }));
  await deleting(account, old);
  const id = await newField(account, 'Size');
  expect(await bringing(row)).toEqual(loaded({ updated: 1 }));
  await sweep(account, old);
  expect(await rowsAt(businessNumber)).toEqual([{ ...row, id }]);
  expect([...(await valuesAt(account, id))]).toEqual([[businessNumber, 'M']]);

  const blank = { fieldName: 'Blank', id: 7, type: 'DROPDOWN_SINGLE' };
  expect((await bringing(blank)).reasons).toEqual([]);
  expect(await rowsAt(businessNumber)).toEqual([blank]);
});

it('loses the values of rows that are gone, also where the load before was cut off', async () => {
  const account = await newAccount(0);
  const businessNumber = account + 900_000;
  const location = (business: object) => ({ type: 'business', businessNumber, accountNumber: account, business });
  const row = { fieldName: 'Size', id: 5, type: 'TEXT', fieldValue: 'M' };
  expect(await load(location({ customFields: [row] }))).toEqual(loaded({ loaded: 1 }));
  const { id } = (await fieldsAt(account))[0]!;
  const whole = theTable();
  const isRemoval = (action: object) => 'Delete' in action;
  inWorld({
    ...whole,
    transact: async (actions, ...more) => {
      if (actions.some(isRemoval)) throw new Error('cut off');
      return whole.transact(actions, ...more);
    },
  });
  await expect(load(location({}))).rejects.toThrow('cut off');
  inWorld(whole);
  expect(await rowsAt(businessNumber)).toEqual([]);
  expect([...(await valuesAt(account, id)).values()]).toEqual(['M']);
  expect(await load(location({}))).toEqual(loaded({ unchanged: 1 }));
  expect((await valuesAt(account, id)).size).toBe(0);
});

it('gives an account no field for a location that is refused, or that its partner has changed since', async () => {
  const account = await newAccount();
  const location = (businessNumber: number, business: object) =>
    load({ type: 'business', businessNumber, accountNumber: account, business });
  const customFields = [{ fieldName: 'Size', id: 5, type: 'TEXT', fieldValue: 'M' }];
  // Of another partner, of another account, and too large.
  expect((await location(151, { customFields })).reasons).toHaveLength(1);
  expect((await location(101, { customFields })).reasons).toHaveLength(1);
  const description = 'x'.repeat(140_000);
  const services = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(450)}`);
  expect((await location(account + 900_000, { customFields, description, services })).reasons).toHaveLength(1);
  expect(
    (await load({ type: 'business', businessNumber: account + 2, accountNumber: account, business: {} })).reasons,
  ).toEqual([]);
  expect((await putRows(account + 2, [])).status).toBe(200);
  expect(await location(account + 2, { customFields })).toEqual(loaded({ changed: 1 }));
  expect(await fieldsAt(account)).toEqual([]);
});
