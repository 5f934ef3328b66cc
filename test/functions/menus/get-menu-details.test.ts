import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { menuItem } from '../../../lib/menus/repository/menu.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, type Call } from '../../support/call.ts';
import { tried } from '../../support/chosen.ts';
import { load } from '../../support/load.ts';
import { putItems } from '../../support/put-items.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';
import { account, farApart, get, invalid, many, numbersOf, of, range, shuffled } from './support.ts';

/** A number that is none of the account's is named. */
const unknown = (number: number) => ({
  status: 404,
  body: { code: 1011, message: `Business id is invalid: ${number}` },
});
const records = [
  ...account(500, many, 10),
  ...account(600, range(6000, 30), 120_000),
  ...account(700, range(7000, 60), 120_000),
  ...account(800, farApart, 1),
  // Bytes that gzip makes no smaller, and more text than is read for anyone.
  ...account(900, range(9000, 60), 120_000, (size) => randomBytes((size / 4) * 3).toString('base64')),
  ...account(950, range(9500, 62), 122_000),
];

describe('POST /v1/listing/menu-details', () => {
  let table: OpenTable;
  beforeAll(async () => {
    table = await createTestTable();
    expect(await load(table, [...world, ...records])).toEqual([]);
    // Entries of the index that are as large as those of a hundred times as many menus.
    const deep = range(9800, 100).map((businessNumber) => {
      const record = { id: 'm', menuDetails: { menus: [] } };
      return { ...menuItem('ours', { businessNumber, accountNumber: 980, record }), name: 'x'.repeat(100_000) };
    });
    await putItems(table, [accountItem({ accountNumber: 980, partnerId: 'ours', name: 'Deep' }), ...deep]);
  });

  it('answers with the records, their fields in the order of the spec', async () => {
    const { status, body } = await get({ businessNumbers: [101] });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(
      JSON.stringify([
        {
          id: 'm-101',
          businessNumber: 101,
          accountNumber: 100,
          menuDetails: {
            name: 'Menu m-101',
            error: null,
            menus: [
              {
                cuisines: ['ITALIAN'],
                labels: [{ displayName: 'All day', description: null, languageCode: 'en' }],
                sections: [
                  {
                    labels: [{ displayName: 'Mains' }],
                    items: [
                      {
                        labels: [{ displayName: 'Pasta' }],
                        attributes: {
                          price: { currencyCode: 'USD', units: 12, nanos: 500_000_000 },
                          allergen: ['GLUTEN'],
                        },
                      },
                    ],
                  },
                ],
              },
            ],
            businessNumber: 101,
            correlationId: 'c-m-101',
          },
          createdAt: '2024-01-02T03:04:05.000Z',
          updatedAt: '2024-02-03T04:05:06.789Z',
          crmName: 'none',
        },
      ]),
    );
  });

  it('answers times of menus that were stored without', async () => {
    const timesOf = async (account: number, businessNumber: number) => {
      const [{ createdAt, updatedAt }] = (await get({ businessNumbers: [businessNumber] }, of(account))).body;
      for (const time of [createdAt, updatedAt]) expect(new Date(time).toISOString()).toBe(time);
      return { createdAt, updatedAt };
    };
    await timesOf(980, 9800);
    const { createdAt } = await timesOf(500, many[0]!);
    const menu = { id: 'other', menuDetails: { menus: [] }, updatedAt: '2020-02-03' };
    expect(await load(table, [{ type: 'menu', businessNumber: many[0]!, menu }])).toEqual([]);
    expect(await timesOf(500, many[0]!)).toEqual({ createdAt, updatedAt: '2020-02-03T00:00:00.000Z' });
  });

  it('answers the id and the errors of an import as text, whatever the data file had', async () => {
    const answered = async (menuDetails: object) => {
      const menu = { id: 'any', menuDetails: { menus: [], ...menuDetails } };
      expect(await load(table, [{ type: 'menu', businessNumber: many[1]!, menu }])).toEqual([]);
      const [{ menuDetails: answer }] = (await get({ businessNumbers: [many[1]!] }, of(500))).body;
      return [answer.correlationId, answer.error];
    };
    expect(await answered({ correlationId: 17, error: { code: 3 } })).toEqual(['17', '{"code":3}']);
    expect(await answered({ correlationId: null, error: 'broken' })).toEqual(['', 'broken']);
    expect(await answered({})).toEqual(['', null]);
  });

  describe('selects all locations of the account that have a menu', () => {
    it.each([
      ['an empty list', { businessNumbers: [] }],
      ['null', { businessNumbers: null }],
      ['a blank', { businessNumbers: '' }],
      ['the text null', { businessNumbers: 'null' }],
      ['an empty object', {}],
      ['unknown fields', { businessNumber: 999 }],
      ['no body', undefined],
      ['an empty body', ''],
      ['a blank body', ' \n'],
    ])('for %s', async (_, body) => expect(await numbersOf(body)).toEqual([101, 102]));

    it('whatever the media type of no body', async () =>
      expect(
        await numbersOf(undefined, of(100, { headers: { 'x-business-number': '100', 'content-type': 'text/plain' } })),
      ).toEqual([101, 102]));

    it("by the account's number and by that of each of its locations", async () => {
      for (const number of ['100', '101', '103', '104', ' 102 '])
        expect(await numbersOf({}, of(number))).toEqual([101, 102]);
      expect(await numbersOf({}, of(150))).toEqual([]);
      expect(await numbersOf({}, of(151))).toEqual([]);
      expect(await numbersOf({}, of(201, { key: KEYS.theirs }))).toEqual([201]);
    });
  });

  it.each([
    [
      [102, 101],
      [101, 102],
    ],
    [[101], [101]],
    [[101, 101, '101', ' 101 '], [101]],
    [
      ['102', 101],
      [101, 102],
    ],
    [[103, 104], []],
    [[103, 102, 104], [102]],
  ])('of %j answers %j', async (businessNumbers, expected) =>
    expect(await numbersOf({ businessNumbers })).toEqual(expected),
  );

  it('orders by number, as numbers', async () => {
    expect(await numbersOf({}, of(800))).toEqual(farApart);
    expect(await numbersOf({ businessNumbers: farApart.toReversed() }, of(800))).toEqual(farApart);
  });

  it('answers with more locations than the store gives at once', async () => {
    expect(await numbersOf({}, of(500))).toEqual(many);
    expect(await numbersOf({ businessNumbers: shuffled(many) }, of(1229))).toEqual(many);
    expect(await answerOf(get({ businessNumbers: [...shuffled(many), 201] }, of(500)))).toEqual(unknown(201));
  });

  it('answers with more than a page of the store holds', async () => {
    expect(await numbersOf({}, of(600))).toEqual(range(6000, 30));
    expect(await numbersOf({ businessNumbers: range(6000, 30) }, of(600))).toEqual(range(6000, 30));
  });

  it('answers a clear error where the answer would be larger than 6 MB, and parts of it on request', async () => {
    const tooLarge = invalid('The response is too large; accept gzip, or ask for fewer records with sindex and count');
    expect(await answerOf(get({}, of(700)))).toEqual(tooLarge);
    expect(await answerOf(get({ businessNumbers: range(7000, 60) }, of(700)))).toEqual(tooLarge);
    expect(await answerOf(get({}, of(700, { query: { sindex: '0', count: '1000' } })))).toEqual(tooLarge);
    expect(await numbersOf({}, of(700, { query: { sindex: '56', count: '10' } }))).toEqual([7056, 7057, 7058, 7059]);
    const query = { sindex: '3', count: '2' };
    expect(await numbersOf({ businessNumbers: range(7000, 60) }, of(700, { query }))).toEqual([7003, 7004]);
  });

  it('walks through many that are named, whatever their size', async () => {
    // More than are read at once without a look at the index: 60 menus of 120 kB, and the locations of many without one.
    const window = (sindex: number, count: number) => of(950, { query: { sindex: `${sindex}`, count: `${count}` } });
    const named = { businessNumbers: range(9500, 62).toReversed() };
    expect(await numbersOf(named, window(60, 10))).toEqual([9560, 9561]);
    expect(await numbersOf(named, window(0, 2))).toEqual([9500, 9501]);
    expect(await numbersOf(named, window(62, 2))).toEqual([]);
  });

  it('answers a clear error where finding the window would read too much', async () => {
    const deep = of(980, { query: { sindex: '90', count: '10' } });
    const body = {
      code: 2348,
      message: 'sindex is too deep for the menus of this account: name the locations in businessNumbers',
    };
    expect(await answerOf(get({}, deep))).toEqual({ status: 400, body });
    expect(await numbersOf({}, of(980, { query: { sindex: '2', count: '3' } }))).toEqual(range(9802, 3));
  });

  describe('as gzip', () => {
    const accepting = (number: number, encodings: string, more: Call = {}) =>
      get({}, of(number, { headers: { 'x-business-number': `${number}`, 'Accept-Encoding': encodings }, ...more }));

    const accepted = ['gzip', 'br, GZIP;q=0.5', 'deflate,*', 'gzip;q=1, *;q=0'];
    it.each(tried(accepted, 2, { salt: 'gzip', nameOf: String }))('more than 6 MB, for %s', async (encodings) => {
      const { status, body, headers } = await accepting(700, encodings);
      expect(status).toBe(200);
      expect(headers['Content-Encoding']).toBe('gzip');
      expect(body.map(({ businessNumber }: { businessNumber: number }) => businessNumber)).toEqual(range(7000, 60));
    });

    const others = ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0'];
    it.each(tried(others, 2, { salt: 'no gzip', nameOf: String }))('not for %j', async (encodings) => {
      expect((await accepting(700, encodings)).status).toBe(400);
      expect((await accepting(600, encodings)).headers['Content-Encoding']).toBeUndefined();
    });

    it('not where the answer is small', async () =>
      expect((await accepting(500, 'gzip')).headers['Content-Encoding']).toBeUndefined());

    it('not more than it can hold: what compresses badly, and what is more than is read', async () => {
      for (const number of [900, 950]) {
        const { status, body } = await accepting(number, 'gzip');
        expect({ status, body }).toEqual(
          invalid('The response is too large; accept gzip, or ask for fewer records with sindex and count'),
        );
        expect((await accepting(number, 'gzip', { query: { sindex: '3', count: '2' } })).status).toBe(200);
      }
    });
  });
});
