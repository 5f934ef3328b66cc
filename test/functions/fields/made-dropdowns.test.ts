/** Dropdowns that update business makes: their options are those that create field would take. */
import { beforeAll, expect, it } from 'vitest';
import { bare, refusal } from '../../support/expected.ts';
import { fieldsAt, newAccount, newField, openWorld, putRows, rowsAt } from './support.ts';

beforeAll(openWorld);

const MULTI = 'DROPDOWN_MULTI';
const SINGLE = 'DROPDOWN_SINGLE';
const row = (type: string, fieldValue?: unknown) => ({ fieldName: 'd', id: 901, type, fieldValue });
const many = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`);

it('have the options of their value, each once', async () => {
  for (const [type, value, options] of [
    [MULTI, 'a, b,a', ['a', 'b']],
    [MULTI, many(200).join(), many(200)],
    [SINGLE, 'a, b', ['a, b']],
    [SINGLE, '\u{1f375}'.repeat(250), ['\u{1f375}'.repeat(250)]],
  ] as const) {
    const account = await newAccount();
    expect((await putRows(account + 1, [row(type, value)])).status).toBe(200);
    expect((await fieldsAt(account))[0]!.dropDownOptions).toEqual(options);
    expect((await rowsAt(account + 1))[0]!.fieldValue).toBe(value);
  }
});

it('are refused with other options than create field takes, or none, and nothing is made', async () => {
  const account = await newAccount();
  const tooLong = 'must have at most 250 characters in each option';
  for (const [type, value, problem] of [
    [MULTI, 'a,A,b', 'must name each option once'],
    [MULTI, 'a,b, B ', 'must name each option once'],
    [MULTI, ' , ', 'is required'],
    [SINGLE, '', 'is required'],
    [SINGLE, null, 'is required'],
    [SINGLE, undefined, 'is required'],
    [SINGLE, 'x'.repeat(251), tooLong],
    [MULTI, `a,${'x'.repeat(251)}`, tooLong],
    [MULTI, many(201).join(), 'must name at most 200 options'],
    [SINGLE, 'a\nb', 'must be one line of text without control characters'],
  ] as const)
    expect(bare(await putRows(account + 1, [row(type, value)]))).toEqual(
      refusal(400, `customFields[0].fieldValue ${problem}`),
    );
  expect(await fieldsAt(account)).toEqual([]);
});

it('are checked so when they are made alone: a field that is there takes a blank value', async () => {
  const account = await newAccount();
  const id = await newField(account, 'd', { type: SINGLE, dropDownOptions: ['a'] });
  expect((await putRows(account + 1, [row(SINGLE, '')])).status).toBe(200);
  expect(await rowsAt(account + 1)).toEqual([{ fieldName: 'd', id, type: SINGLE }]);
});
