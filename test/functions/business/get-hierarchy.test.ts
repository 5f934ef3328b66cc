/** Get hierarchy over the whole handler. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/business/get-hierarchy.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const account = (accountNumber: number, more: object = {}) => ({
  type: 'account',
  accountNumber,
  partnerId: 'ours',
  name: `Account ${accountNumber}`,
  ...more,
});
const location = (businessNumber: number, accountNumber: number, hierarchy?: object) => ({
  type: 'business',
  businessNumber,
  accountNumber,
  ...(hierarchy && { hierarchy }),
  business: { name: `Location ${businessNumber}` },
});

const LEVELS = Array.from({ length: 10 }, (_, index) => `Level ${index}`);

const records = [
  ...world,
  account(500, { hierarchyLevels: ['Region', 'City'] }),
  account(600, { parent: 500 }),
  account(700, { parent: 600, website: 'https://seven.example/' }),
  location(501, 500, { Region: 'West', City: 'Reno' }),
  location(502, 500, { City: 'Austin' }),
  location(503, 500),
  location(504, 500, { Region: 'East' }),
  location(601, 600),
  location(701, 700),
  account(800, { hierarchyLevels: LEVELS }),
];
const HUGE = 800;

let table: Table;
const hierarchy = (businessId: number | string, query?: Record<string, string>, key?: string) =>
  call(handler, { path: { businessId: String(businessId) }, ...(query && { query }), ...(key && { key }) });

interface Node {
  readonly id: number | null;
  readonly name: string;
  readonly type: string;
  readonly child: readonly Node[];
}
const shown = ({ id, name, type, child }: Node): unknown =>
  child.length === 0 ? (id ?? `${type} ${name}`) : [id ?? `${type} ${name}`, ...child.map(shown)];
const tree = async (businessId: number, query?: Record<string, string>) =>
  shown((await hierarchy(businessId, query)).body);

/** Locations of the account, each below ten values that no other has, or below none. */
const putLocations = async (numbers: readonly number[], isMapped: boolean) => {
  const actions = numbers.map((businessNumber) => {
    const hierarchy = isMapped ? Object.fromEntries(LEVELS.map((level) => [level, String(businessNumber)])) : {};
    const own = { businessNumber, accountNumber: HUGE, listingFixed: false, hierarchy, profile: {} };
    return { Put: { Item: businessItem('ours', own) } };
  });
  for (let at = 0; at < actions.length; at += 100) await table.transact(actions.slice(at, at + 100));
};
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('get hierarchy', () => {
  beforeAll(async () => {
    table = await createTestTable();
    expect(await load(table, records)).toEqual([]);
  });

  it('answers the levels in order of name, then locations, then sub-accounts that are not expanded', async () => {
    expect(await tree(500)).toEqual([
      500,
      ['City Austin', 502],
      ['Region East', 504],
      ['Region West', ['City Reno', 501]],
      503,
      600,
    ]);
  });

  it.each([
    ['1', [500, 'City Austin', 'Region East', 'Region West', 503, 600]],
    ['2', [500, ['City Austin', 502], ['Region East', 504], ['Region West', 'City Reno'], 503, 600]],
    ['3', [500, ['City Austin', 502], ['Region East', 504], ['Region West', ['City Reno', 501]], 503, 600]],
  ])('cuts it at depth %s', async (depth, expected) => {
    expect(await tree(500, { depth })).toEqual(expected);
  });

  it('answers a node of a level, and one of a location, in the form of the interface', async () => {
    const { body } = await hierarchy(500);
    const [austin] = body.child;
    const { child, ...level } = austin;
    expect(level).toEqual({
      id: null,
      name: 'Austin',
      alias: null,
      address: null,
      phone: null,
      status: null,
      createdOn: null,
      type: 'City',
      websiteUrl: null,
      parents: [],
    });
    expect(child[0]).toMatchObject({
      id: 502,
      name: 'Location 502',
      status: 'active',
      type: 'Business',
      child: [],
      parents: [],
    });
    expect(child[0].address.countryName).toBe('');
  });

  it('answers the accounts above, nearest first, for an account and for a location', async () => {
    const { body } = await hierarchy(700);
    expect(body.parents.map(({ id }: Node) => id)).toEqual([600, 500]);
    expect(body.websiteUrl).toBe('https://seven.example/');
    expect(shown(body)).toEqual([700, 701]);
    const leaf = await hierarchy(701);
    expect(leaf.body.parents.map(({ id }: Node) => id)).toEqual([700, 600, 500]);
    expect([leaf.body.id, leaf.body.child]).toEqual([701, []]);
    expect(leaf.body.parents.flatMap(({ child }: Node) => child)).toEqual([]);
  });

  it('ends where accounts stand above each other', async () => {
    const put = (accountNumber: number, parent: number) =>
      table.put({ Item: accountItem({ accountNumber, parent, partnerId: 'ours', name: `Account ${accountNumber}` }) });
    await Promise.all([put(901, 902), put(902, 901)]);
    expect((await hierarchy(901)).body.parents.map(({ id }: Node) => id)).toEqual([902]);
  });

  it.each(['0', '-1', '1.5', 'abc'])('refuses depth %s', async (depth) => {
    const { status, body } = await hierarchy(500, { depth });
    expect([status, body.code]).toEqual([400, 400]);
  });

  it.each(['abc', '0', '999', '200', '201'])('answers 1175 for %s', async (businessId) => {
    expect(await answerOf(hierarchy(businessId))).toEqual({
      status: 404,
      body: { code: 1175, message: 'No business with this id' },
    });
  });

  it("does not answer what is ours to the other partner's key", async () => {
    expect((await hierarchy(500, {}, KEYS.theirs)).status).toBe(404);
  });

  it('answers 5,000 nodes and no more, whatever the depth', async () => {
    // With the account: 1 + 454 * 11 + 5.
    await putLocations(range(100_000, 454), true);
    await putLocations(range(200_000, 5), false);
    const full = await hierarchy(HUGE, { depth: '1' });
    expect([full.status, full.body.child?.length]).toEqual([200, 459]);
    await putLocations([300_000], false);
    const refused = { status: 400, body: { code: 400, message: 'The hierarchy has more than 5000 nodes' } };
    expect(await answerOf(hierarchy(HUGE))).toEqual(refused);
    expect(await answerOf(hierarchy(HUGE, { depth: '1' }))).toEqual(refused);
  });
});
