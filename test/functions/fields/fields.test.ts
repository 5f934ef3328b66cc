import { beforeAll, describe, expect, it } from 'vitest';
import { LONGEST_VALUE } from '../../../lib/fields/repository/field.ts';
import { bare, refusal } from '../../support/expected.ts';
import { REQUIRED } from '../../support/world.ts';
import {
  codeOf,
  creating,
  deleting,
  fieldsAt,
  getting,
  listing,
  newAccount,
  newField,
  openWorld,
  putRows,
  rowsAt,
  setting,
  updating,
  valuesAt,
} from './support.ts';

beforeAll(openWorld);

const text = (fieldName: string) => ({ fieldName, type: 'TEXT' });

describe('create field', () => {
  it('answers a random id of 15 digits, the times and an ETag, and get field the rest', async () => {
    const account = await newAccount();
    const made = await creating(account, {
      fieldName: ' Menu ',
      type: 'DROPDOWN_MULTI',
      dropDownOptions: ['a', 'b '],
      defaultValue: 'b,a',
      filterable: 'Yes',
    });
    expect(made).toMatchObject({ status: 200, body: { fieldName: 'Menu' } });
    expect(String(made.body.id)).toMatch(/^[1-9][0-9]{14}$/);
    expect(Object.keys(made.body)).toEqual(['id', 'fieldName', 'created', 'updated']);
    expect(made.headers.ETag).toBe('"1"');
    const { id } = made.body;
    expect(await getting(account + 1, id)).toMatchObject({
      status: 200,
      headers: { ETag: '"1"' },
      body: {
        id,
        fieldName: 'Menu',
        type: 'DROPDOWN_MULTI',
        fieldDescription: '',
        filterable: true,
        isHidden: false,
        dropDownOptions: ['a', 'b'],
        defaultValue: 'b,a',
      },
    });
  });

  it('refuses names that are taken or reserved, types that there are not, and no body', async () => {
    const account = await newAccount();
    await newField(account, 'Straße');
    const cases: [unknown, number][] = [
      [text(' STRAßE'), 5022],
      [text('emailid'), 5039],
      [text('Location.City'), 5039],
      [{ fieldName: 'b' }, 5031],
      [{ fieldName: 'b', type: 'text' }, 5031],
      [undefined, 5023],
    ];
    for (const [body, code] of cases) expect(bare(await creating(account, body))).toEqual(refusal(code));
    expect(bare(await updating(account, 1, undefined))).toEqual(refusal(5023));
    expect(bare(await setting(account, undefined))).toEqual(refusal(5023));
    expect(bare(await creating(account, text(' ')))).toEqual(refusal(400, 'fieldName is required'));
    expect(await fieldsAt(account)).toHaveLength(1);
  });

  it('checks options and default values by the type', async () => {
    const account = await newAccount();
    const cases: [object, string][] = [
      [{ type: 'DROPDOWN_SINGLE', dropDownOptions: [] }, 'dropDownOptions is required'],
      [{ type: 'DROPDOWN_SINGLE', dropDownOptions: ['a', 'A'] }, 'dropDownOptions must name each option once'],
      [{ type: 'DROPDOWN_MULTI', dropDownOptions: ['a', 'b,c'] }, 'dropDownOptions must have no commas in its options'],
      [
        { type: 'DROPDOWN_SINGLE', dropDownOptions: ['a'], defaultValue: 'b' },
        'defaultValue must be an option of the field',
      ],
      [{ type: 'NUMBER', defaultValue: 'few' }, 'defaultValue must be a decimal number'],
      [{ type: 'DATE', defaultValue: '02/30/2026' }, 'defaultValue must be a date, MM/DD/YYYY'],
      [{ type: 'URL', defaultValue: 'no url' }, 'defaultValue must be an http or https URL'],
    ];
    for (const [fields, message] of cases)
      expect(bare(await creating(account, { fieldName: 'x', ...fields }))).toEqual(refusal(400, message));
  });

  it('makes one field under an idempotency key, and none in a dry run', async () => {
    const account = await newAccount();
    const dry = await creating(account, text('x'), { query: { validateOnly: 'true' } });
    expect(dry).toMatchObject({ status: 200, body: { id: 0 } });
    const headers = { 'Idempotency-Key': 'once' };
    const first = await creating(account, text('x'), { headers });
    expect(bare(await creating(account, text('x'), { headers }))).toEqual(bare(first));
    expect(bare(await creating(account, text('y'), { headers }))).toEqual(refusal(422));
    expect(await fieldsAt(account)).toHaveLength(1);
  });
});

describe('update field', () => {
  it('changes what is sent, clears what is blank, and keeps ETag where nothing changes', async () => {
    const account = await newAccount();
    const id = await newField(account, 'x', { defaultValue: 'd', fieldDescription: 'old' });
    expect(bare(await updating(account, id, { fieldDescription: 'new', isHidden: 1 }))).toEqual({
      status: 200,
      body: {},
    });
    expect((await getting(account, id)).body).toMatchObject({
      fieldDescription: 'new',
      isHidden: true,
      defaultValue: 'd',
    });
    await updating(account, id, { defaultValue: null, isHidden: false });
    const { body, headers } = await getting(account, id);
    expect(body).toMatchObject({ defaultValue: '', isHidden: false });
    expect(headers.ETag).toBe('"3"');
    await updating(account, id, { defaultValue: '', isHidden: 'no', fieldDescription: 'new' });
    expect((await getting(account, id)).headers.ETag).toBe('"3"');
  });

  it('takes only the version that If-Match names', async () => {
    const account = await newAccount();
    const id = await newField(account, 'x');
    const stale = { headers: { 'If-Match': '"7"' } };
    for (const refused of [await updating(account, id, { isHidden: 1 }, stale), await deleting(account, id, stale)])
      expect([...codeOf(refused), refused.headers.ETag]).toEqual([412, 412, '"1"']);
    expect(codeOf(await updating(account, id, { isHidden: 1 }, { headers: { 'If-Match': '"1"' } }))).toEqual([
      200,
      null,
    ]);
    expect(codeOf(await deleting(account, id, { headers: { 'If-Match': '"2"' } }))).toEqual([200, null]);
  });

  it('keeps an option that a location uses, and lets go of others', async () => {
    const account = await newAccount(2);
    const options = { type: 'DROPDOWN_MULTI', dropDownOptions: ['a', 'b', 'c'] };
    const id = await newField(account, 'x', options);
    expect((await setting(account, { businessNumber: account + 2, fieldId: id, fieldValue: 'c, a' })).status).toBe(200);
    expect(bare(await updating(account, id, { dropDownOptions: ['a', 'b'] }))).toEqual(refusal(5026));
    expect(bare(await updating(account, id, { dropDownOptions: ['a', 'c', 'd'] }))).toEqual({ status: 200, body: {} });
    await putRows(account + 2, []);
    expect((await updating(account, id, { dropDownOptions: ['d'] })).status).toBe(200);
    expect(bare(await updating(account, id, { dropDownOptions: [] }))).toEqual(
      refusal(400, 'dropDownOptions is required'),
    );
  });
});

describe('set field value', () => {
  it('says so of values that take more than a page of the table', async () => {
    const locations = 54;
    const account = await newAccount(locations);
    const id = await newField(account, 'Long');
    const fieldValue = '𝕏'.repeat(LONGEST_VALUE);
    const all: unknown[] = [];
    for (let index = 1; index <= locations; index++)
      all.push(
        (await setting(account, { businessNumber: account + index, fieldId: id, fieldValue })).body.allBusinesses,
      );
    expect(all).toEqual([...Array.from({ length: locations - 1 }, () => false), true]);
  });

  it('refuses a value with which the location would be too large a record', async () => {
    const account = await newAccount();
    const id = await newField(account, 'Long');
    expect((await putRows(account + 1, [], { body: { ...REQUIRED, impressum: 'x'.repeat(120_000) } })).status).toBe(
      200,
    );
    const answer = await setting(account, {
      businessNumber: account + 1,
      fieldId: id,
      fieldValue: '𝕏'.repeat(LONGEST_VALUE),
    });
    expect(bare(answer)).toEqual(refusal(413, 'The record is too large'));
  });

  it('refuses numbers that are none as what is unknown', async () => {
    const account = await newAccount(1);
    const id = await newField(account, 'Of none');
    const codeOf = async (more: object) =>
      (await setting(account, { businessNumber: account + 1, fieldId: id, fieldValue: 'x', ...more })).body.code;
    for (const none of [0, -1, 999]) {
      expect(await codeOf({ businessNumber: none })).toBe(1011);
      expect(await codeOf({ fieldId: none })).toBe(5025);
    }
  });

  it('writes the row of the location and its item, and says whether all locations have a value', async () => {
    const account = await newAccount(2);
    const id = await newField(account, 'Seats', { type: 'NUMBER' });
    const first = await setting(account, { businessNumber: account + 1, fieldId: id, fieldValue: 12 });
    expect(first).toMatchObject({
      status: 200,
      body: { id, fieldName: 'Seats', type: 'NUMBER', fieldValue: '12', defaultValue: '', allBusinesses: false },
    });
    const second = await setting(account, { businessNumber: account + 2, fieldId: id, fieldValue: '30' });
    expect(second.body.allBusinesses).toBe(true);
    expect(await rowsAt(account + 1)).toEqual([{ fieldName: 'Seats', id, type: 'NUMBER', fieldValue: '12' }]);
    expect([...(await valuesAt(account, id))]).toEqual([
      [account + 1, '12'],
      [account + 2, '30'],
    ]);
    const shown = await getting(account, id, { query: { locationBizNumber: String(account + 1) } });
    expect(shown.body.fieldValue).toBe('12');
    expect(shown.headers.ETag).toBe(first.headers.ETag);
  });

  it('refuses a value that does not fit, a field and a location that are not there, and another version', async () => {
    const account = await newAccount();
    const id = await newField(account, 'Seats', { type: 'NUMBER' });
    const body = { businessNumber: account + 1, fieldId: id, fieldValue: '1' };
    expect(bare(await setting(account, { ...body, fieldValue: 'x' }))).toEqual(refusal(5028));
    expect(bare(await setting(account, { ...body, fieldId: 1 }))).toEqual(refusal(5025));
    expect(bare(await setting(account, { ...body, businessNumber: 101 }))).toEqual(refusal(1011));
    expect(codeOf(await setting(account, body, { headers: { 'If-Match': '"1.9"' } }))).toEqual([412, 412]);
    expect((await setting(account, body, { headers: { 'If-Match': '"1"' } })).status).toBe(200);
    expect((await setting(account, { ...body, fieldValue: '2' }, { headers: { 'If-Match': '"1.2"' } })).status).toBe(
      200,
    );
  });
});

describe('list fields', () => {
  it('finds, orders and pages', async () => {
    const account = await newAccount();
    for (const [name, fieldDescription] of [
      ['beta', 'Zoë'],
      ['Alpha', 'x'],
      ['Gamma', 'y'],
    ])
      await newField(account, name!, { fieldDescription });
    const names = async (search: object) =>
      (await listing(account, { page: 0, size: 2, ...search })).body.map(
        (each: { fieldName: string }) => each.fieldName,
      );
    expect(await names({})).toEqual(['Alpha', 'beta']);
    expect(await names({ page: 1 })).toEqual(['Gamma']);
    expect(await names({ sortBy: 'fieldDescription', orderBy: 'desc' })).toEqual(['beta', 'Gamma']);
    expect(await names({ searchStr: 'zoe' })).toEqual(['beta']);
    expect(await names({ searchStr: '\u0308' })).toEqual([]);
    expect(await names({ page: 9 })).toEqual([]);
  });
});
