import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/menus/get-menu-details.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

/** A number that is none of the account's is named. */
const unknown = (number: number) => ({
  status: 404,
  body: { code: 1011, message: `Business id is invalid: ${number}` },
});
const businessInvalid = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };
const sortByInvalid = { status: 400, body: { code: 2457, message: 'Invalid sortBy value: use frequency or keyword' } };
const invalid = (message: string) => ({ status: 400, body: { code: 400, message } });

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const shuffled = (numbers: readonly number[]) => numbers.toSorted((a, b) => ((a * 7) % 11) - ((b * 7) % 11));

/** An account of ours with these locations, each with a menu of about `size` characters. */
const account = (
  accountNumber: number,
  businessNumbers: readonly number[],
  size: number,
  filler = (length: number) => 'x'.repeat(length),
) => [
  { type: 'account', accountNumber, partnerId: 'ours', name: `Account ${accountNumber}` },
  ...shuffled(businessNumbers).flatMap((businessNumber) => [
    {
      type: 'menu',
      businessNumber,
      menu: { id: `m-${businessNumber}`, menuDetails: { menus: [], name: filler(size) } },
    },
    { type: 'business', businessNumber, accountNumber, business: {} },
  ]),
];
const many = range(1000, 230);
// The sixteenth digit: an order by text would be another one.
const farApart = [9, 10, 2_000, 9_007_199_254_740_991];
const records = [
  ...account(500, many, 10),
  ...account(600, range(6000, 30), 120_000),
  ...account(700, range(7000, 60), 120_000),
  ...account(800, farApart, 1),
  // Bytes that gzip makes no smaller, and more text than is read for anyone.
  ...account(900, range(9000, 60), 120_000, (size) => randomBytes((size / 4) * 3).toString('base64')),
  ...account(950, range(9500, 405), 122_000),
];

const get = (body?: unknown, more: Call = {}) =>
  call(handler, { headers: { 'x-business-number': '100' }, body, ...more });
const of = (number: number | string, more: Call = {}): Call => ({
  headers: { 'x-business-number': `${number}` },
  ...more,
});
const numbersOf = async (body?: unknown, more?: Call) => {
  const answer = await get(body, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.map(({ businessNumber }: { businessNumber: number }) => businessNumber);
};

describe('POST /v1/listing/menu-details', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), [...world, ...records])).toEqual([]);
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

  describe('as gzip', () => {
    const accepting = (number: number, encodings: string, more: Call = {}) =>
      get({}, of(number, { headers: { 'x-business-number': `${number}`, 'Accept-Encoding': encodings }, ...more }));

    it.each(['gzip', 'br, GZIP;q=0.5', 'deflate,*', 'gzip;q=1, *;q=0'])('more than 6 MB, for %s', async (encodings) => {
      const { status, body, headers } = await accepting(700, encodings);
      expect(status).toBe(200);
      expect(headers['Content-Encoding']).toBe('gzip');
      expect(body.map(({ businessNumber }: { businessNumber: number }) => businessNumber)).toEqual(range(7000, 60));
    });

    it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0'])('not for %j', async (encodings) => {
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

  describe('answers 1011', () => {
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['not a number', 'abc'],
      ['with a sign', '+100'],
      ['negative', '-100'],
      ['0', '0'],
      ['with a leading zero', '0100'],
      ['a fraction', '100.5'],
      ['in other digits', '\uff11\uff10\uff10'],
      ['percent-encoded', '%31%30%30'],
      ['with a #', '100#MENU'],
      ['two at once', '100, 101'],
      ['past what is safe', '9007199254740993'],
      ['huge', '9'.repeat(400)],
      ['unknown', '999'],
      ["the other partner's account", '200'],
      ["the other partner's location", '201'],
      ['a competitor', '301'],
    ])('for an x-business-number that is %s', async (_, number) => {
      const headers: Record<string, string> = number === undefined ? {} : { 'x-business-number': number };
      expect(await answerOf(get({}, { headers }))).toEqual(businessInvalid);
      expect(await answerOf(get({ businessNumbers: [101] }, { headers }))).toEqual(businessInvalid);
    });

    it.each([
      ['unknown', 999],
      ["the other partner's, with a menu", 201],
      ["another account's of the same partner", 151],
      ["another account's, with a menu", 1000],
      ["the account's own number", 100],
      ['a competitor', 301],
      ['0', 0],
      ['negative', -101],
      ['a fraction', 101.5],
      ['past what is safe', 9_007_199_254_740_992],
      ['huge', 1e300],
    ])('for a businessNumbers with one that is %s', async (_, number) => {
      for (const businessNumbers of [[number], [101, number], [number, 103]]) {
        expect(await answerOf(get({ businessNumbers }))).toEqual(unknown(number));
      }
    });
  });

  describe('sortBy', () => {
    it.each(['frequency', 'keyword', ' keyword ', '', 'null'])('%j changes nothing', async (sortBy) => {
      expect(await numbersOf({ sortBy })).toEqual([101, 102]);
      expect(await numbersOf({}, of(100, { query: { sortBy } }))).toEqual([101, 102]);
    });

    it.each(['name', 'Frequency', 'frequency,keyword', '0', '\u0000a'])('%j is a 2457', async (sortBy) => {
      expect(await answerOf(get({ sortBy }))).toEqual(sortByInvalid);
      expect(await answerOf(get(undefined, of(100, { query: { sortBy } })))).toEqual(sortByInvalid);
    });

    it.each([5, true, [], {}, ['frequency']])('%j in the body is a 2457', async (sortBy) =>
      expect(await answerOf(get({ sortBy }))).toEqual(sortByInvalid),
    );
  });

  describe('sindex and count', () => {
    const page = (query: Record<string, string>) => numbersOf({}, of(500, { query }));

    it.each([
      [{ sindex: '0' }, range(1000, 10)],
      [{ count: '3' }, range(1000, 3)],
      [{ sindex: '10', count: '10' }, range(1010, 10)],
      [{ sindex: '225', count: '10' }, range(1225, 5)],
      [{ sindex: '230', count: '10' }, []],
      [{ sindex: '99000', count: '1000' }, []],
      [{ sindex: '99990' }, []],
      [{ sindex: ' 1 ', count: '1' }, [1001]],
      [{ sindex: '', count: '' }, many],
      [{ sindex: '00', count: '01' }, [1000]],
    ])('%j', async (query, expected) => expect(await page(query as Record<string, string>)).toEqual(expected));

    it('walk through a list that is named, by number', async () => {
      const named = { businessNumbers: shuffled(many) };
      const pages = await Promise.all(
        [0, 100, 200].map((sindex) => numbersOf(named, of(500, { query: { sindex: `${sindex}`, count: '100' } }))),
      );
      expect(pages.flat()).toEqual(many);
      // What is beyond the window is still judged.
      const more = of(500, { query: { count: '1' } });
      expect(await answerOf(get({ businessNumbers: [...many, 201] }, more))).toEqual(unknown(201));
    });

    const tooDeep = {
      status: 400,
      body: { code: 2348, message: 'sindex + count must not exceed 100000' },
    };
    it.each([
      [{ sindex: '99991' }, tooDeep],
      [{ sindex: '99001', count: '1000' }, tooDeep],
      [{ count: '100001' }, tooDeep],
      [{ sindex: '9'.repeat(40), count: '1' }, tooDeep],
      [{ count: '1001' }, invalid('count must be at most 1000')],
      [{ count: '0' }, invalid('count must be a whole number from 1')],
      [{ count: '-1' }, invalid('count must be a whole number from 1')],
      [{ count: '1.5' }, invalid('count must be a whole number from 1')],
      [{ sindex: '-1' }, invalid('sindex must be a whole number from 0')],
      [{ sindex: '1e3' }, invalid('sindex must be a whole number from 0')],
      [{ sindex: 'a', count: 'b' }, invalid('sindex must be a whole number from 0')],
      [{ sindex: '\u0661' }, invalid('sindex must be a whole number from 0')],
    ])('%j is an error', async (query, expected) =>
      expect(await answerOf(get({}, of(500, { query: query as Record<string, string> })))).toEqual(expected),
    );
  });

  describe('refuses a body', () => {
    it.each([
      ['with one number', { businessNumbers: 101 }, 'businessNumbers must be an array'],
      ['with comma text', { businessNumbers: '101,102' }, 'businessNumbers must be an array'],
      ['with an object', { businessNumbers: { 0: 101 } }, 'businessNumbers must be an array'],
      ['with a text that is no number', { businessNumbers: [101, 'abc'] }, 'businessNumbers[1] must be a number'],
      ['with an empty text', { businessNumbers: [''] }, 'businessNumbers[0] must be a number'],
      ['with null', { businessNumbers: [null, 101] }, 'businessNumbers[0] must be a number'],
      ['with true', { businessNumbers: [true] }, 'businessNumbers[0] must be a number'],
      ['with a list in the list', { businessNumbers: [[101]] }, 'businessNumbers[0] must be a number'],
      ['with other digits', { businessNumbers: ['\u0661'] }, 'businessNumbers[0] must be a number'],
      ['with too many', { businessNumbers: range(1, 10_001) }, 'businessNumbers must have at most 10000 items'],
    ])('%s', async (_, body, message) => expect(await answerOf(get(body))).toEqual(invalid(message)));
  });

  it('takes header names in any case', async () => {
    for (const name of ['X-Business-Number', 'X-BUSINESS-NUMBER']) {
      expect(await numbersOf({}, { headers: { [name]: '100' } })).toEqual([101, 102]);
    }
  });

  it('checks the key, then the body, then the query, then the account, then the locations', async () => {
    const query = { sortBy: 'x', sindex: 'x' };
    const wrong = (key: string | null) => ({ key, headers: { 'x-business-number': '200' }, query });
    expect((await get('{', wrong(null))).body).toEqual({ code: 1167, message: 'API key is missing' });
    expect(await answerOf(get('{', wrong(KEYS.revoked)))).toEqual({
      status: 401,
      body: { code: 1161, message: 'Invalid API key' },
    });
    expect((await get('{', wrong(KEYS.ours))).body.code).toBe(400);
    expect((await get({ businessNumbers: [999] }, wrong(KEYS.ours))).body.code).toBe(2457);
    expect((await get({ businessNumbers: [999] }, of(200))).body.code).toBe(1011);
  });
});
