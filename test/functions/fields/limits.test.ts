/** Limits of custom fields (5022, 5040), and what several requests at once do to them. */
import { beforeAll, expect, it } from 'vitest';
import { businesses } from '../../../lib/business/repository/business.ts';
import { LONGEST_VALUE, MOST_BYTES, MOST_FIELDS } from '../../../lib/fields/repository/field.ts';
import {
  CUSTOM_FIELDS,
  plannedRows,
  rowContext,
  saveLocation,
} from '../../../lib/fields/repository/location-fields.ts';
import type { RowPlan } from '../../../lib/fields/repository/rows.ts';
import { bare, refusal } from '../../support/expected.ts';
import {
  codeOf,
  creating,
  deleting,
  fieldsAt,
  newAccount,
  newField,
  openWorld,
  putRows,
  rowsAt,
  setting,
  sweep,
  theStore,
  updating,
  valuesAt,
} from './support.ts';

beforeAll(openWorld);

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ fieldName: `f${from + index}`, id: from + index }));

it('200 fields of an account (5040), whoever makes the last ones', async () => {
  const account = await newAccount(6);
  for (const [at, from] of [1, 41, 81, 121].entries())
    expect((await putRows(account + at + 1, rows(from, from + 40))).status).toBe(200);
  expect((await putRows(account + 5, rows(161, 198))).status).toBe(200);
  const answers = await Promise.all([
    ...[1, 2, 3].map((n) => creating(account, { fieldName: `late ${n}`, type: 'TEXT' })),
    ...[1, 2, 3].map((n) => putRows(account + n, [...rows(1, 2), { fieldName: `later ${n}`, id: 0 }])),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await fieldsAt(account)).toHaveLength(MOST_FIELDS);
  expect(bare(await creating(account, { fieldName: 'x', type: 'TEXT' }))).toEqual(refusal(5040));
  expect(codeOf(await putRows(account + 6, [{ fieldName: 'x', id: 0 }]))).toEqual([400, 400]);
  expect(bare(await putRows(account + 6, rows(1, 95)))).toEqual(
    refusal(400, 'customFields must change at most 90 fields at once, a new one counted twice'),
  );
});

it('10 fields of them filterable (5040), whoever makes the last ones', async () => {
  const account = await newAccount();
  for (let n = 0; n < 8; n++) await newField(account, `f${n}`, { filterable: true });
  const plain = await newField(account, 'plain');
  const answers = await Promise.all([
    updating(account, plain, { filterable: true }),
    ...[1, 2, 3].map((n) => creating(account, { fieldName: `late ${n}`, type: 'TEXT', filterable: 1 })),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  for (const answer of answers) if (answer.status !== 200) expect(bare(answer)).toEqual(refusal(5040));
  expect((await fieldsAt(account)).filter(({ filterable }) => filterable)).toHaveLength(10);
});

it('values and defaults of 5,000 characters; longer ones stay where a location has them', async () => {
  const account = await newAccount(2);
  const most = '𝕏'.repeat(LONGEST_VALUE);
  const tooLong = (path: string) => refusal(400, `${path} must have at most 5000 characters`);
  const id = await newField(account, 'x', { defaultValue: most });
  expect(bare(await creating(account, { fieldName: 'y', type: 'TEXT', defaultValue: `${most}x` }))).toEqual(
    tooLong('defaultValue'),
  );
  expect(bare(await updating(account, id, { defaultValue: `${most}x` }))).toEqual(tooLong('defaultValue'));
  const value = { businessNumber: account + 1, fieldId: id, fieldValue: most };
  expect((await setting(account, value)).status).toBe(200);
  expect(bare(await setting(account, { ...value, fieldValue: `${most}x` }))).toEqual(tooLong('fieldValue'));
  const row = { fieldName: 'x', id, type: 'TEXT', fieldValue: most };
  expect((await putRows(account + 2, [row])).status).toBe(200);
  const longer = { ...row, fieldValue: `${most}x` };
  expect(bare(await putRows(account + 2, [longer]))).toEqual(tooLong('customFields[0].fieldValue'));
  const business = (await businesses(theStore()).find(account + 2))!;
  await businesses(theStore()).update(account + 2, { writes: { [CUSTOM_FIELDS]: [longer] }, basedOn: business });
  expect((await putRows(account + 2, [longer, { fieldName: 'new', id: 0 }])).status).toBe(200);
});

it('1,000,000 bytes of all fields of an account (5040), whoever adds the last ones', async () => {
  const account = await newAccount();
  const dropDownOptions = Array.from({ length: 190 }, (_, n) => `${'𝕏'.repeat(127)}${n}`);
  const dropdown = { type: 'DROPDOWN_SINGLE', dropDownOptions };
  for (let n = 0; n < 9; n++) await newField(account, `f${n}`, dropdown);
  const last = await newField(account, 'last', { defaultValue: 'y' });
  const defaultValue = '𝕏'.repeat(LONGEST_VALUE);
  const answers = await Promise.all([
    creating(account, { fieldName: 'late', ...dropdown }),
    putRows(account + 1, [
      { fieldName: 'later', id: 0, type: 'DROPDOWN_MULTI', fieldValue: `${'𝕏'.repeat(249)},`.repeat(20) },
    ]),
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((fieldName) =>
      creating(account, { fieldName, type: 'TEXT', defaultValue }),
    ),
    updating(account, last, { defaultValue }),
  ]);
  expect(answers.filter(({ status }) => status !== 200)).not.toEqual([]);
  for (const answer of answers) if (answer.status !== 200) expect(codeOf(answer)[0]).toBe(400);
  const bytes = async () => (await fieldsAt(account)).reduce((sum, { item }) => sum + Number(item.bytes), 0);
  expect(await bytes()).toBeLessThanOrEqual(MOST_BYTES);
  // What is left fits fewer than these.
  expect(bare(await creating(account, { fieldName: 'more', ...dropdown }))).toEqual(refusal(5040));
  expect(
    bare(await creating(account, { fieldName: 'more', ...dropdown }, { query: { validateOnly: 'true' } })),
  ).toEqual(refusal(5040));
  expect(await bytes()).toBeLessThanOrEqual(MOST_BYTES);
  // A field that does not grow is written.
  expect((await updating(account, last, { defaultValue: null, isHidden: 1 })).status).toBe(200);
});

it('a name is one field, made by both sides at once', async () => {
  const account = await newAccount(6);
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => creating(account, { fieldName: 'Color', type: 'TEXT' })),
    ...[1, 2, 3, 4].map((n) => putRows(account + n, [{ fieldName: 'COLOR', id: 70 + n, fieldValue: `v${n}` }])),
  ]);
  expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.slice(0, 3).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  const [field, ...others] = await fieldsAt(account);
  expect(others).toEqual([]);
  for (const n of [1, 2, 3, 4])
    expect(await rowsAt(account + n)).toEqual([
      { fieldName: field!.fieldName, id: field!.id, type: 'TEXT', fieldValue: `v${n}` },
    ]);
});

it('an option does not go while a location takes it', async () => {
  for (let round = 0; round < 10; round++) {
    const account = await newAccount();
    const options = { type: 'DROPDOWN_SINGLE', dropDownOptions: ['a', 'b'] };
    const id = await newField(account, 'x', options);
    const [value, change] = await Promise.all([
      setting(account, { businessNumber: account + 1, fieldId: id, fieldValue: 'b' }),
      updating(account, id, { dropDownOptions: ['a'] }),
    ]);
    expect([value, change].map(codeOf)).toContainEqual([200, null]);
    expect([value, change].map(codeOf)).toContainEqual(value.status === 200 ? [400, 5026] : [400, 5028]);
  }
});

it('what was checked before a field was deleted is not written after it', async () => {
  const account = await newAccount();
  const id = await newField(account, 'x');
  const sent = [{ fieldName: 'x', id, fieldValue: 'v' }];
  const business = (await businesses(theStore()).find(account + 1))!;
  const context = await rowContext(theStore(), account, sent);
  const plan = plannedRows(business, context, sent) as RowPlan;
  await deleting(account, id);
  await sweep(account, id);
  const command = { business, writes: { [CUSTOM_FIELDS]: plan.rows }, register: context.register, plan };
  expect(await saveLocation(theStore(), command)).toBe('changed');
  expect(await rowsAt(account + 1)).toEqual([]);
  expect(await valuesAt(account, id)).toEqual(new Map());
});

it('rows and values go together, whatever comes first', async () => {
  for (let round = 0; round < 10; round++) {
    const account = await newAccount(2);
    const id = await newField(account, 'x');
    const row = { fieldName: 'x', id, fieldValue: 'v' };
    const [first, second, gone] = await Promise.all([
      setting(account, { businessNumber: account + 1, fieldId: id, fieldValue: 'v' }),
      putRows(account + 2, [row]),
      deleting(account, id),
    ]);
    expect([200, 404]).toContain(first.status);
    expect([second.status, gone.status]).toEqual([200, 200]);
    expect(await fieldsAt(account)).toEqual([]);
    // What landed did so before: its items are those that the removal finds.
    const items = await valuesAt(account, id);
    for (const number of [account + 1, account + 2])
      expect((await rowsAt(number)).some((each) => each.id === id)).toBe(items.has(number));
  }
});
