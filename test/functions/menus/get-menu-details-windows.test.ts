/** Windows, filters and refusals of menu details. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';
import { account, get, invalid, many, numbersOf, of, range, shuffled } from './support.ts';

/** A number that is none of the account's is named. */
const unknown = (number: number) => ({
  status: 404,
  body: { code: 1011, message: `Business id is invalid: ${number}` },
});
const businessInvalid = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };
const sortByInvalid = { status: 400, body: { code: 2457, message: 'Invalid sortBy value: use frequency or keyword' } };

describe('menu details', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), [...world, ...account(500, many, 10)])).toEqual([]);
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
      // What is beyond the window is still checked.
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
      ['with too many', { businessNumbers: range(1, 501) }, 'businessNumbers must have at most 500 items'],
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
