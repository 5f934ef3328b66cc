/** Patches of an account. */
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { bare, refusal, refused, under } from '../../../support/expected.ts';
import { openWorld } from '../update-business/support.ts';
import { newAccount, patch } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});
const stored = (id: string) => accounts({ table, partnerId: 'ours' }).find(Number(id));

const FIELDS = {
  name: 'Other name',
  emailId: 'office@shop.example',
  phone: '(650) 555-0100',
  websiteUrl: 'https://shop.example/',
  entityCategory: 'provider',
  aggrOptions: 0,
  hierarchyLevels: ['Region', 'State'],
};

describe('patch business of an account', () => {
  it('changes its fields, removes those that are null, and ignores all others', async () => {
    const id = await newAccount(table);
    const body = { ...FIELDS, location: { zip: '94558', countryCode: 'us', city: 7 }, services: {}, description: 4 };
    const others = { gammaListing: 'text', covidInfo: [1], alphaListing: 2 };
    const answer = await patch(id, { ...body, ...others });
    const location = { zip: '94558', countryCode: 'US' };
    expect(answer).toMatchObject({ status: 200, headers: { ETag: '"2"' }, body: { ...FIELDS, location } });
    const { name, ...removable } = FIELDS;
    const nulls = Object.fromEntries(Object.keys(removable).map((field) => [field, null]));
    const cleared = await patch(id, { ...nulls, location: null });
    expect(cleared.body).toMatchObject({ name, emailId: '', phone: '', aggrOptions: 1, hierarchyLevels: [] });
    expect(await stored(id)).not.toHaveProperty(['location.zip']);
  });

  it.each([
    [{ name: null }, refusal(1045)],
    [{ name: 'ab' }, refused(400, 1047)],
    [{ name: 'x'.repeat(251) }, refused(400, 1046)],
    [{ emailId: 'a b@c' }, refused(400, 400)],
    [{ phone: '5550100' }, refused(400, 1055)],
    [{ phone: '+49 30 901820' }, refused(400, 1055)],
    [{ location: { zip: '12345678901' } }, refusal(1075)],
    [{ location: { countryCode: 'XX' } }, refused(400, 400)],
    [{ hierarchyLevels: Array.from({ length: 11 }, (_, level) => `L${level}`) }, refused(400, 400)],
    [{ hierarchyLevels: ['A', 'A'] }, refusal(400, 'hierarchyLevels must name each level once')],
    [{ aggrOptions: 2 }, refused(400, 400)],
  ])('refuses %j', async (body, answer) => {
    expect(bare(await patch(await newAccount(table), body))).toEqual(answer);
  });

  it('takes back the response of get business, and changes nothing', async () => {
    const id = await newAccount(table, { phone: 'no number', hierarchyLevels: ['A'] });
    const read = (await patch(id, {})).body;
    expect(await patch(id, read)).toMatchObject({ status: 200, headers: { ETag: '"1"' } });
    expect((await stored(id))?.version).toBe(1);
  });

  it('changes nothing where a field is removed that has the value of an unset one', async () => {
    const id = await newAccount(table, { aggrOptions: 1 });
    expect(await patch(id, { aggrOptions: null })).toMatchObject({
      headers: { ETag: '"1"' },
      body: { aggrOptions: 1 },
    });
    expect((await patch(id, { aggrOptions: 0 })).headers.ETag).toBe('"2"');
    expect(await patch(id, { aggrOptions: null })).toMatchObject({
      headers: { ETag: '"3"' },
      body: { aggrOptions: 1 },
    });
  });

  it('asks for the version, answers dry runs, and replays under its key', async () => {
    const id = await newAccount(table);
    expect((await patch(id, { name: 'Aaa' }, { headers: { 'If-Match': '"9"' } })).status).toBe(412);
    const dry = await patch(id, { name: 'Aaa' }, { query: { validateOnly: 'true' } });
    expect(dry).toMatchObject({ headers: { ETag: '"1"' }, body: { name: 'Aaa' } });
    expect((await stored(id))?.version).toBe(1);
    const first = await patch(id, { name: 'Aaa' }, under('account-1'));
    expect(first.headers).toMatchObject({ ETag: '"2"' });
    expect(bare(await patch(id, { name: 'Aaa' }, under('account-1')))).toEqual(bare(first));
    expect((await patch('200', { name: 'Aaa' })).body).toMatchObject({ code: 1175 });
  });
});
