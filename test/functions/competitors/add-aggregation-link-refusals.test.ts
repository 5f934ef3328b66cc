/** What add aggregation link refuses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';
import { add, link, to } from './support.ts';

const businessInvalid = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };
const invalid = (message: string) => ({ status: 400, body: { code: 400, message } });

describe('an aggregation link', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), world)).toEqual([]);
  });

  describe('refuses', () => {
    const badUrl = 'url must be an http or https URL';
    it.each([
      ['x.example/a', badUrl],
      ['www.x.example', badUrl],
      ['//x.example', badUrl],
      ['ftp://x.example', badUrl],
      ['javascript:alert(1)', badUrl],
      ['data:text/html,x', badUrl],
      ['https:/x.example', badUrl],
      ['https://', badUrl],
      ['https:///a', badUrl],
      ['https://?a', badUrl],
      ['https://a b.example', badUrl],
      ['https://x.example/a b', badUrl],
      ['https://x.example:port/', badUrl],
      ['https://x.example:65536/', badUrl],
      ['https://x.example/"a"', badUrl],
      ["https://x.example/'a'", badUrl],
      ['https://x.example/<a>', badUrl],
      ['https://user:secret@x.example/', badUrl],
      ['https://x.example\\@y.example', badUrl],
      ['https://x.example/\nb', badUrl],
      [5, badUrl],
      [true, badUrl],
      [[], 'url must be a string'],
      [['https://x.example'], 'url must be a string'],
      [{ href: 'https://x.example' }, 'url must be a string'],
      [`https://x.example/${'y'.repeat(2031)}`, 'url must have at most 2048 characters'],
      ['', 'url is required'],
      ['  ', 'url is required'],
      ['null', 'url is required'],
      [null, 'url is required'],
      [undefined, 'url is required'],
    ])('the url %j', async (url, message) =>
      expect(await answerOf(add({ sourceAlias: 'alpha', url }))).toEqual(invalid(message)),
    );

    const unknownSource = 'sourceAlias is not a known review source';
    it.each([
      ['zeta', unknownSource],
      ['alpha2', unknownSource],
      ['Alpha Maps', unknownSource],
      ['constructor', unknownSource],
      ['__proto__', unknownSource],
      ['\ud800', unknownSource],
      ['alp\u0000ha', 'sourceAlias must be one line of text without control characters'],
      [101, unknownSource],
      [true, unknownSource],
      [['alpha'], 'sourceAlias must be a string'],
      [{}, 'sourceAlias must be a string'],
      ['', 'sourceAlias is required'],
      [null, 'sourceAlias is required'],
      [undefined, 'sourceAlias is required'],
    ])('the alias %j', async (sourceAlias, message) => {
      expect(await answerOf(add({ sourceAlias, url: 'https://x.example' }))).toEqual(invalid(message));
    });

    it('what is missing before what is wrong, and the alias before the url', async () => {
      expect(await answerOf(add({}))).toEqual(invalid('sourceAlias is required'));
      expect(await answerOf(add({ url: 'x' }))).toEqual(invalid('sourceAlias is required'));
      expect(await answerOf(add({ sourceAlias: 'zeta' }))).toEqual(invalid('url is required'));
      expect(await answerOf(add(link('x', 'zeta')))).toEqual(invalid(unknownSource));
    });
  });

  describe('answers 1011', () => {
    it.each([
      ['an unknown competitor', '999', '101'],
      ['an unknown business', '301', '999'],
      ["another partner's competitor", '401', '101'],
      ["another partner's business", '301', '201'],
      ["another partner's competitor and business", '401', '201'],
      ["another account's competitor", '351', '101'],
      ["another account's business", '301', '151'],
      ["the account's number as the business", '301', '100'],
      ["the account's number as the competitor", '100', '101'],
      ['both the other way round', '101', '301'],
      ['a competitor that is no number', 'abc', '101'],
      ['a business that is no number', '301', 'abc'],
      ['a sign', '+301', '101'],
      ['a negative number', '-301', '101'],
      ['0', '0', '0'],
      ['a leading zero', '301', '0101'],
      ['a fraction', '301.0', '101'],
      ['other digits', '\u0663\u0660\u0661', '101'],
      ['an encoding', '%33%30%31', '101'],
      ['the mark of our keys', '301#AGG', '101%23'],
      ['a number past what is safe', '9007199254740993', '101'],
      ['a huge number', '9'.repeat(300), '9'.repeat(300)],
    ])('for %s', async (_, compAccountId, businessNumber) =>
      expect(await answerOf(add(link('https://x.example'), to(compAccountId, businessNumber)))).toEqual(
        businessInvalid,
      ),
    );

    it('for ours, asked by the other partner', async () => {
      expect(await answerOf(add(link('https://x.example'), { key: KEYS.theirs }))).toEqual(businessInvalid);
      expect((await add(link('https://x.example'), { key: KEYS.theirs, ...to('401', '201') })).status).toBe(200);
    });
  });

  it('checks the key, then the body, then the competitor and the business', async () => {
    const wrong = to('401', '999');
    expect(await answerOf(add('{', { ...wrong, key: null }))).toEqual({
      status: 401,
      body: { code: 1167, message: 'API key is missing' },
    });
    expect(await answerOf(add('{', { ...wrong, key: KEYS.expired }))).toEqual({
      status: 401,
      body: { code: 1161, message: 'Invalid API key' },
    });
    expect((await add('{', wrong)).body.code).toBe(400);
    expect((await add(link('https://x.example', 'zeta'), wrong)).body.code).toBe(400);
    expect((await add(link('https://x.example'), wrong)).body.code).toBe(1011);
  });
});
