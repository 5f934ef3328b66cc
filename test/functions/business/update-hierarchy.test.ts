import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/business/update-hierarchy.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { type Call, call } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { found, newRecord, openWorld } from './update-business/support.ts';

let table: Table;
beforeAll(async () => {
  table = await openWorld();
  const hierarchyLevels = ['Region', 'State', 'constructor', 'A level'];
  await table.put({ Item: accountItem({ accountNumber: 700, partnerId: 'ours', name: 'Levels', hierarchyLevels }) });
});

const map = (businessId: string, body: unknown, more: Call = {}) =>
  call(handler, { path: { businessId }, body, ...more });
const location = (own: object = {}, fields: object = {}) => newRecord({ ...fields }, { accountNumber: 700, ...own });
const mapping = async (id: string) => (await found(id))?.hierarchy;
const done = { status: 200, body: {} };

describe('Update hierarchy', () => {
  it('replaces the whole mapping, and clears it', async () => {
    const id = await location();
    expect(bare(await map(id, { Region: ' West ', State: 7 }))).toEqual(done);
    expect(await mapping(id)).toEqual({ Region: 'West', State: '7' });
    expect(bare(await map(id, { constructor: 'Ünïcode 🏠', 'A level': 'x'.repeat(250) }))).toEqual(done);
    expect(await mapping(id)).toEqual({ constructor: 'Ünïcode 🏠', 'A level': 'x'.repeat(250) });
    expect(bare(await map(id, {}))).toEqual(done);
    expect(await mapping(id)).toBeUndefined();
  });

  it('refuses what is no value', async () => {
    const id = await location({ hierarchy: { Region: 'Old' } });
    for (const [value, problem] of [
      ['', 'must not be blank'],
      [null, 'must not be blank'],
      ['\u200b ', 'must not be blank'],
      [[], 'must not be blank'],
      ['x'.repeat(251), 'must have at most 250 characters'],
      ['a\nb', 'must be one line of text without control characters'],
      ['a\u0000', 'must be Unicode text without U+0000 and halves of surrogate pairs'],
      ['\ud800', 'must be Unicode text without U+0000 and halves of surrogate pairs'],
      [{ a: 1 }, 'must be a string'],
      [['a'], 'must be a string'],
    ] as const) {
      const answer = await map(id, { Region: 'West', State: value });
      if (Array.isArray(value) && value.length === 0) expect(answer.status).toBe(400);
      else expect(bare(answer)).toEqual(refusal(400, `State ${problem}`));
    }
    expect(await mapping(id)).toEqual({ Region: 'Old' });
  });

  it('points to a level by the name that was sent, and repeats a part of a long one', async () => {
    const id = await location();
    const long = 'x'.repeat(1000);
    const answer = await map(
      id,
      { 'No. 1': '', 'a/b[0]': '', [long]: '' },
      { headers: { Accept: 'application/problem+json' } },
    );
    const named = long.slice(0, 100);
    expect(answer.body.errors).toMatchObject([
      { pointer: '/No. 1', message: 'No. 1 must not be blank' },
      { pointer: '/a~1b[0]', message: 'a/b[0] must not be blank' },
      { pointer: `/${long}`, message: `${named} must not be blank` },
    ]);
  });

  it('checks values, then what is addressed, then levels', async () => {
    const id = await location();
    expect(bare(await map('999', { Planet: '' }))).toEqual(refusal(400, 'Planet must not be blank'));
    for (const other of ['999', '201', 'abc', ''])
      expect(bare(await map(other, { Planet: 'x' }))).toEqual(refusal(1011));
    expect(bare(await map('700', { Planet: 'x' }))).toEqual(refusal(1361));
    expect(bare(await map(id, { Region: 'West', Planet: 'x' }))).toEqual(refusal(1363));
    for (const name of ['__proto__', 'region', 'toString', '']) {
      expect(bare(await map(id, `{${JSON.stringify(name)}: "x"}`))).toEqual(refusal(1363));
    }
    expect(bare(await map('103', { Region: 'x' }))).toEqual(refusal(1363));
    expect(bare(await map('103', {}))).toEqual(done);
    expect(await mapping(id)).toBeUndefined();
  });

  it('writes to one version, once under a key, and not at all in a dry run', async () => {
    const id = await location();
    const stale = await map(id, { Region: 'x' }, { headers: { 'If-Match': '"7"' } });
    expect([stale.status, stale.headers.ETag]).toEqual([412, '"1"']);
    for (const query of [{}, { validateOnly: 'true' }])
      expect((await map(id, { Planet: 'x' }, { query, headers: { 'If-Match': '"7"' } })).status).toBe(412);
    expect(bare(await map(id, { Region: 'x' }, { query: { validateOnly: 'true' } }))).toEqual(done);
    expect(bare(await map(id, { Planet: 'x' }, { query: { validateOnly: 'true' } }))).toEqual(refusal(1363));
    expect((await found(id))?.version).toBe(1);
    const headers = { 'If-Match': '"1"', 'Idempotency-Key': 'map-once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => map(id, { Region: 'East' }, { headers })));
    expect(answers.map(bare)).toEqual(answers.map(() => done));
    expect((await found(id))?.version).toBe(2);
    expect(bare(await map(id, { Region: 'East' }))).toEqual(done);
    expect((await found(id))?.version).toBe(2);
  });

  it('is refused where the record would be too large', async () => {
    const id = await location({}, { products: 'x'.repeat(131_000) });
    const body = { Region: 'y'.repeat(250) };
    expect(bare(await map(id, body))).toEqual(refusal(413, 'The record is too large'));
    expect(bare(await map(id, body, { query: { validateOnly: 'true' } }))).toEqual(
      refusal(413, 'The record is too large'),
    );
    expect(await mapping(id)).toBeUndefined();
  });
});
